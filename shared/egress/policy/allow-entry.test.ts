import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AllowEntryError, entryCovers, parseAllowEntry } from './allow-entry.ts'

const covers = (entry: string, address: string, port: number): boolean =>
  entryCovers(parseAllowEntry(entry), address, port)

test('an entry with a port covers that address on that port only', () => {
  for (const entry of ['127.0.0.1:8080', '127.0.0.1/32:8080']) {
    assert.equal(covers(entry, '127.0.0.1', 8080), true)
    assert.equal(covers(entry, '127.0.0.1', 8081), false)
    assert.equal(covers(entry, '127.0.0.2', 8080), false)
  }
})

test('an entry without a port covers every port', () => {
  assert.equal(covers('127.0.0.1', '127.0.0.1', 1), true)
  assert.equal(covers('[::1]', '::1', 65_535), true)
})

test('a prefix covers its whole range and nothing beside it', () => {
  assert.equal(covers('10.1.2.3/8', '10.255.255.255', 80), true)
  assert.equal(covers('10.1.2.3/8', '11.0.0.0', 80), false)
  assert.equal(covers('172.16.0.0/12:443', '172.31.255.255', 443), true)
  assert.equal(covers('172.16.0.0/12:443', '172.32.0.0', 443), false)
  assert.equal(covers('0.0.0.0/0', '192.168.0.1', 80), true)
})

test('IPv6 entries stand in brackets', () => {
  assert.equal(covers('[::1]/128:80', '::1', 80), true)
  assert.equal(covers('[::1]:80', '0:0:0:0:0:0:0:1', 80), true)
  assert.equal(covers('[fd00::]/8', 'fdab::1', 80), true)
  assert.equal(covers('[fd00::]/8', 'fe00::1', 80), false)
})

test('an IPv4 entry does not cover the IPv4-mapped form, nor an IPv6 entry an IPv4 address', () => {
  assert.equal(covers('127.0.0.1', '::ffff:127.0.0.1', 80), false)
  assert.equal(covers('0.0.0.0/0', '::1', 80), false)
  assert.equal(covers('[::]/0', '127.0.0.1', 80), false)
})

test('text that is no address is covered by nothing', () => {
  assert.equal(covers('0.0.0.0/0', 'localhost', 80), false)
  assert.equal(covers('[::]/0', 'fe80::1%eth0', 80), false)
})

const malformed: readonly (readonly [entry: string, problem: RegExp])[] = [
  ['localhost:8080', /names are not accepted/],
  ['example.com', /names are not accepted/],
  ['127.1:80', /does not start with an IP address/],
  ['', /does not start with an IP address/],
  ['::1', /write an IPv6 address in brackets/],
  ['fd00::/8', /write an IPv6 address in brackets/],
  ['127.0.0.1/33', /between 0 and 32/],
  ['127.0.0.1/', /between 0 and 32/],
  ['127.0.0.1/-1', /between 0 and 32/],
  ['[::1]/129', /between 0 and 128/],
  ['127.0.0.1:0', /between 1 and 65535/],
  ['127.0.0.1:65536', /between 1 and 65535/],
  ['127.0.0.1:', /between 1 and 65535/],
  ['127.0.0.1:80x', /between 1 and 65535/],
  ['[fe80::1%eth0]', /no plain IPv6 address/],
  ['[127.0.0.1]', /no plain IPv6 address/],
  ['[::1', /not of the form/],
]

for (const [entry, problem] of malformed) {
  test(`the entry ${JSON.stringify(entry)} is refused with its text and the reason`, () => {
    assert.throws(
      () => parseAllowEntry(entry),
      (error) =>
        error instanceof AllowEntryError &&
        problem.test(error.message) &&
        error.message.startsWith(JSON.stringify(entry)),
    )
  })
}
