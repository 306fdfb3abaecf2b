import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apiLimits } from '@seine/shared/config/api-limits.ts'
import { addressGroup, RefusedKeys } from './refused-keys.ts'

const max = apiLimits.refusedKeysPerMinute

for (const [address, group] of [
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['', ''],
] as const) {
  test(`${address || 'no address'} counts as ${group || 'itself'}`, () => {
    assert.equal(addressGroup(address), group)
  })
}

test('an address has to wait until its minute is over', (t) => {
  let clockMs = 0
  t.mock.method(performance, 'now', () => clockMs)
  const refused = new RefusedKeys()
  for (let count = 0; count < max; count += 1) assert.equal(refused.add('192.0.2.7'), null)
  clockMs = 20_500
  assert.equal(refused.add('192.0.2.7'), 40)
  assert.equal(refused.add('192.0.2.8'), null)
  clockMs = 59_999
  assert.equal(refused.add('192.0.2.7'), 1)
  clockMs = 60_000
  assert.equal(refused.add('192.0.2.7'), null)
})

test('of very many addresses the oldest are forgotten', () => {
  const refused = new RefusedKeys()
  for (let count = 0; count <= max; count += 1) refused.add('192.0.2.7')
  assert.notEqual(refused.add('192.0.2.7'), null)
  for (let host = 0; host < apiLimits.refusedAddressesMax - 1; host += 1)
    refused.add(`2001:db8:0:${host.toString(16)}::1`)
  assert.notEqual(refused.add('192.0.2.7'), null)
  refused.add('198.51.100.1')
  assert.equal(refused.add('192.0.2.7'), null)
})
