import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkInterfaces } from 'node:os'
import { egressLimits } from '../../config/limits.ts'
import { AllowList, type AddressAllowance } from './allow-list.ts'
import { vetUrl } from './target-policy.ts'
import { resolveTarget } from '../connections/resolver.ts'
import { DenyList } from './deny-list.ts'
import { OwnAddresses, ownAddresses } from './own-addresses.ts'

type Interfaces = ReturnType<typeof networkInterfaces>

const withAddresses = (...addresses: string[]): Interfaces => ({
  eth0: addresses.map((address) => ({
    address,
    netmask: '',
    mac: '',
    internal: false,
    cidr: null,
    ...(address.includes(':') ? { family: 'IPv6' as const, scopeid: 0 } : { family: 'IPv4' as const }),
  })),
})

/** Returns the rules of a machine that has these addresses. */
function machineWith(addresses: readonly string[], entries = '', denied = ''): AddressAllowance {
  const own = new OwnAddresses(() => withAddresses(...addresses))
  const list = new AllowList({ entries, denied: new DenyList(denied) })
  return {
    allows: (address, port) => list.allows(address, port),
    denies: (host, port) => list.denies(host, port),
    isOwn: (address) => own.has(address),
  }
}

const publicOnes = ['93.184.216.34', '2606:2800:220:1::34']

test('public addresses of the machine are refused on every port and in every spelling', () => {
  const machine = machineWith(publicOnes)
  for (const host of [
    '93.184.216.34',
    '1572395042',
    '0x5db8d822',
    '93.12113954',
    '[2606:2800:220:1::34]',
    '[2606:2800:0220:0001:0:0:0:0034]',
    '[2606:2800:220:1::0.0.0.52]',
  ]) {
    for (const port of ['', ':8080', ':443', ':65535']) {
      assert.equal(vetUrl(`http://${host}${port}/`, machine).ok, false, `${host}${port}`)
    }
  }
  for (const host of ['93.184.216.33', '93.184.216.35', '[2606:2800:220:1::35]', 'example.com']) {
    assert.equal(vetUrl(`http://${host}/`, machine).ok, true, host)
  }
})

test('a name that stands for an address of the machine is refused', async () => {
  const allowList = machineWith(publicOnes)
  for (const address of publicOnes) {
    const resolve = async () => [{ address, family: address.includes(':') ? 6 : 4 }]
    await assert.rejects(resolveTarget('site.example', 80, { resolve, allowList }), { code: 'unsafe_target' })
  }
})

test('an allow-listed address of the machine passes on its port, and a denied one does not', () => {
  const machine = machineWith(publicOnes, '93.184.216.34:8080,[2606:2800::]/32')
  assert.equal(vetUrl('http://93.184.216.34:8080/', machine).ok, true)
  assert.equal(vetUrl('http://93.184.216.34:8081/', machine).ok, false)
  assert.equal(vetUrl('http://[2606:2800:220:1::34]/', machine).ok, true)
  const denied = machineWith(publicOnes, '93.184.216.34:8080', '93.184.216.34')
  assert.equal(vetUrl('http://93.184.216.34:8080/', denied).ok, false)
})

test('answers do not distinguish an address of the machine from a private one', () => {
  const reasons = ['93.184.216.34', '10.0.0.1', '127.0.0.1'].map((host) => {
    const verdict = vetUrl(`http://${host}/`, machineWith(publicOnes))
    return verdict.ok ? 'ok' : verdict.reason
  })
  assert.equal(new Set(reasons).size, 1)
})

test('the list is read again once it is old, and kept when it cannot be read', () => {
  let nowMs = 0
  let reads = 0
  let read = (): Interfaces => withAddresses('93.184.216.34')
  const own = new OwnAddresses(
    () => {
      reads += 1
      return read()
    },
    () => nowMs,
  )
  assert.equal(own.has('93.184.216.34'), true)
  read = () => withAddresses('93.184.216.35', 'fe80::1%eth0')
  nowMs = egressLimits.ownAddressesMaxAgeMs - 1
  assert.equal(own.has('93.184.216.34'), true)
  assert.equal(reads, 1)
  nowMs = egressLimits.ownAddressesMaxAgeMs
  assert.deepEqual([own.has('93.184.216.34'), own.has('93.184.216.35'), own.has('fe80::1')], [false, true, true])
  read = () => {
    throw new Error('EPERM')
  }
  nowMs *= 3
  assert.equal(own.has('93.184.216.35'), true)
  assert.equal(own.has('no address'), false)
})

test('every address of this machine is known without configuration', () => {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  assert.deepEqual(
    all.filter(({ address }) => !ownAddresses.has(address)),
    [],
  )
})
