/** The stack on a developer's machine: what it opens is reachable only from this machine and requires credentials. */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { before, describe, it } from 'node:test'
import { listeningAddresses } from '../listening-sockets.ts'
import type { TestStack } from '../test-stack.ts'

/** 127.0.0.0/8, `::1`, and 127.0.0.0/8 mapped into IPv6. */
const loopback = /^(?:127\.\d+\.\d+\.\d+|0{24}01000000|0{16}ffff0000[0-9a-f]{6}7f):\d+$/

export function testLocalPorts(shared: () => TestStack): void {
  describe('the ports of a local stack', () => {
    let stack: TestStack
    before(() => void (stack = shared()))

    it('are all on loopback', (t) => {
      for (const [part, pid] of Object.entries(stack.stack.file.pids)) {
        if (pid === null) continue
        const addresses = listeningAddresses(pid)
        t.diagnostic(`${part}: ${addresses.join(', ')}`)
        if (part !== 'supervisor') assert.ok(addresses.length > 0, `${part} listens nowhere`)
        assert.deepEqual(
          addresses.filter((address) => !loopback.test(address)),
          [],
          part,
        )
      }
    })

    it('would be noticed on another address', async () => {
      const server = createServer()
      await once(server.listen(0, '0.0.0.0'), 'listening')
      try {
        const other = listeningAddresses(process.pid).filter((address) => !loopback.test(address))
        assert.equal(other.length, 1)
      } finally {
        server.close()
      }
    })

    it('of the store answer nothing to a call without credentials', async () => {
      const { s3, bucket } = stack.stack.file
      for (const path of ['', `/${bucket}`, `/${bucket}/?list-type=2`, `/${bucket}/jobs/default/x/input.json`]) {
        assert.equal((await fetch(`${s3}${path}`)).status, 403, path)
      }
      assert.equal((await fetch(`${s3}/${bucket}/x`, { method: 'PUT', body: 'x' })).status, 403)
    })
  })
}
