import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allowedAddresses, deniedAddresses } from '../testing/address-corpus.ts'
import { isPublicAddress } from './address-table.ts'

test('no address of a special-purpose range is public', () => {
  assert.deepEqual(deniedAddresses.filter(isPublicAddress), [])
  assert.ok(deniedAddresses.length >= 80)
})

test('the neighbours of every denied range are public', () => {
  assert.deepEqual(
    allowedAddresses.filter((address) => !isPublicAddress(address)),
    [],
  )
  assert.ok(allowedAddresses.length >= 25)
})

test('text that is not one canonical address is not public', () => {
  const others = [
    '',
    ' 8.8.8.8',
    '8.8.8',
    '8.8.8.8.',
    '134744072',
    '0x8.8.8.8',
    '[2606:4700::1]',
    '2606:4700::1%eth0',
    'one.one',
  ]
  assert.deepEqual(others.filter(isPublicAddress), [])
})

test('IPv6 spellings of one address are judged alike', () => {
  assert.equal(isPublicAddress('2001:0DB8:0000:0000:0000:0000:0000:0001'), false)
  assert.equal(isPublicAddress('2606:4700:0:0:0:0:0:1111'), true)
  assert.equal(isPublicAddress('::ffff:8.8.8.8'), false)
})
