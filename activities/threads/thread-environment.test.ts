import assert from 'node:assert/strict'
import { test } from 'node:test'
import { threadArguments, threadEnvironment } from './thread-environment.ts'

const variables = ['NODE_COMPILE_CACHE', 'SEINE_DEV_PLAIN_SOURCES'] as const

test('a thread has the folders of compiled code and plain sources, and no other variable of the process', (t) => {
  const before = variables.map((name) => [name, process.env[name]] as const)
  t.after(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
  })
  process.env['NODE_COMPILE_CACHE'] = '/cache/compile'
  process.env['SEINE_DEV_PLAIN_SOURCES'] = '/cache/plain'
  assert.deepEqual(threadEnvironment(), {
    NODE_COMPILE_CACHE: '/cache/compile',
    SEINE_DEV_PLAIN_SOURCES: '/cache/plain',
  })
  for (const name of variables) delete process.env[name]
  assert.deepEqual(threadEnvironment(), {})
})

test('a thread loads sources as its process does, and has no other argument of it', (t) => {
  const before = process.execArgv
  t.after(() => {
    process.execArgv = before
  })
  const loader = '--import=/app/shared/lifecycle/plain-sources.js'
  process.execArgv = ['--max-semi-space-size=4', loader, '--import=/tmp/other.js']
  assert.deepEqual(threadArguments(), [loader])
})
