import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, printConfig, readConfig } from '../config/config.ts'
import { readModel } from './model-settings.ts'

const read = (environment: Record<string, string>): ReturnType<typeof readModel> => readModel(readConfig(environment))

test('without a URL there is no model', () => {
  assert.equal(read({}), null)
  assert.equal(read({ SEINE_MODEL_NAME: 'small' }), null)
})

test('a model has its URL without a slash at the end, and defaults', () => {
  assert.deepEqual(read({ SEINE_MODEL_URL: 'http://127.0.0.1:11434/v1/', SEINE_MODEL_NAME: 'small' }), {
    baseUrl: 'http://127.0.0.1:11434/v1',
    key: '',
    name: 'small',
    contextTokens: 32_768,
    outputTokens: 4_096,
    timeoutMs: 60_000,
    concurrency: 4,
    pageTokens: 200_000,
  })
})

test('every setting that cannot be meant is named, and none is quoted', () => {
  for (const url of ['nowhere', 'ftp://x.test/', 'http://user:pa55word@x.test/v1', 'https://x.test/?key=pa55word']) {
    assert.throws(
      () => read({ SEINE_MODEL_URL: url, SEINE_MODEL_KEY: 'pa55word\n2', SEINE_MODEL_OUTPUT_TOKENS: '30000' }),
      (error) => {
        assert.ok(error instanceof ConfigError)
        for (const name of ['URL', 'NAME', 'KEY', 'OUTPUT_TOKENS'])
          assert.match(error.message, new RegExp(`SEINE_MODEL_${name}: `))
        assert.doesNotMatch(error.message, /pa55word/)
        return true
      },
    )
  }
})

test('the key is not shown', () => {
  assert.doesNotMatch(printConfig(readConfig({ SEINE_MODEL_KEY: 'pa55word' })), /pa55word/)
})
