import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEmailAddress } from './email.ts'

test('an addr-spec in dot-atom form is an address', () => {
  for (const text of [
    'a@e.com',
    'first.last+tag@sub.example.co.uk',
    "o'neil@e.org",
    'x@xn--bcher-kva.example',
    `${'a'.repeat(64)}@e.com`,
  ]) {
    assert.equal(isEmailAddress(text), true, text)
  }
})

test('a text that could be several addresses, or part of a header, is no address', () => {
  const texts = [
    '',
    'a',
    '@e.com',
    'a@',
    'a@b',
    'a@localhost',
    'a b@e.com',
    ' a@e.com',
    'a@e.com ',
    'a@e.com,b@e.com',
    'a@e.com;b@e.com',
    'Me <a@e.com>',
    '"a b"@e.com',
    'a(c)@e.com',
    'a@e.com\n',
    'a@e.com\r\nBcc: b@e.com',
    'a@@e.com',
    '.a@e.com',
    'a.@e.com',
    'a..b@e.com',
    'a@-e.com',
    'a@e-.com',
    'a@e..com',
    'a@e.com.',
    'a@[127.0.0.1]',
    'a@1.2.3.4',
    'ü@e.com',
    'a@bücher.example',
    `${'a'.repeat(65)}@e.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(130)}com`,
  ]
  for (const text of texts) assert.equal(isEmailAddress(text), false, JSON.stringify(text))
})
