import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError } from '../config.ts'
import { readHttpUrl } from './http-url-setting.ts'

test('an address is read without its trailing slash, and an empty setting is null', () => {
  assert.equal(readHttpUrl('SEINE_PUBLIC_URL', ''), '')
  assert.equal(readHttpUrl('SEINE_PUBLIC_URL', 'https://seine.example.com/base/'), 'https://seine.example.com/base')
})

for (const text of ['seine.example.com', 'ftp://a.example', 'https://u:p@a.example', 'https://a.example/?q', 'x']) {
  test(`${text} is refused by the name of the setting`, () => {
    assert.throws(
      () => readHttpUrl('SEINE_TEMPORAL_UI_URL', text),
      (error) => error instanceof ConfigError && error.message.includes('SEINE_TEMPORAL_UI_URL: must be an http'),
    )
  })
}
