import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { stackLimits } from '../checkout/stack-limits.ts'
import { canListen, choosePorts, reservePorts } from './ports.ts'

const preferred = stackLimits.preferredPorts

test('free preferred ports are taken as they are', async () => {
  assert.deepEqual(await choosePorts(preferred, async () => true), preferred)
})

test('a taken port yields to the next free one, and no port is given twice', async () => {
  const taken = new Set([8420, 7070, 7071])
  const ports = await choosePorts(preferred, async (port) => !taken.has(port))
  assert.deepEqual(ports, { ...preferred, gateway: 8421, gatewayOps: 8422, objectStore: 7072 })
})

test('when no port is left the error names the part', async () => {
  await assert.rejects(
    choosePorts({ ...preferred, gateway: 65_530 }, async () => false),
    /no free port for gateway from 65530 on/,
  )
})

test('a port in use is not available, on loopback or on all addresses', async () => {
  for (const host of ['127.0.0.1', '0.0.0.0']) {
    const server = createServer().listen(0, host)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    assert.equal(await canListen(port), false, host)
    server.close()
    await once(server, 'close')
    assert.equal(await canListen(port), true, host)
  }
})

test('stacks that choose at once share no port', async () => {
  const reservations = await Promise.all([reservePorts('preferred'), reservePorts('preferred'), reservePorts('free')])
  const ports = reservations.flatMap((reservation) => Object.values(reservation.ports))
  assert.equal(new Set(ports).size, ports.length)
  const { gateway } = reservations[2].ports
  assert.ok(gateway >= stackLimits.freePortsFirst && gateway < stackLimits.freePortsLast + 1_000)
  for (const reservation of reservations) reservation.release()
})
