import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOfDomain, sessionDomainOf } from './domain.ts'

test('a host stands for its registrable domain, or for itself without one', () => {
  const cases: [host: string, domain: string | null][] = [
    ['example.com', 'example.com'],
    ['A.b.Example.co.uk', 'example.co.uk'],
    ['shop.example.com.', 'example.com'],
    ['me.github.io', 'me.github.io'],
    ['a.me.github.io', 'me.github.io'],
    ['localhost', 'localhost'],
    ['intranet', 'intranet'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '[::1]'],
    ['com', null],
    ['co.uk', null],
    ['github.io', null],
    ['', null],
  ]
  for (const [host, domain] of cases) assert.equal(sessionDomainOf(host), domain, host)
})

test('a host belongs to a domain when it is that domain or below it, and other owners cannot register it', () => {
  for (const host of ['example.com', 'www.example.com', 'a.b.example.com', 'EXAMPLE.com.']) {
    assert.ok(isOfDomain(host, 'example.com'), host)
  }
  for (const host of ['evilexample.com', 'example.com.evil.org', 'com', '', 'example.co']) {
    assert.ok(!isOfDomain(host, 'example.com'), host)
  }
  assert.ok(isOfDomain('127.0.0.1', '127.0.0.1'))
  assert.ok(!isOfDomain('1.127.0.0.1', '127.0.0.1'))
  assert.ok(!isOfDomain('a.localhost', 'localhost'))
  assert.ok(!isOfDomain('bucket.s3.amazonaws.com', 'amazonaws.com'), 'a suffix of its own')
})
