import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBlockedPort } from './blocked-ports.ts'

const allPorts = Array.from({ length: 65_536 }, (_, port) => port)

/** Returns true when Node's implementation of Fetch refuses the port, which it does before it connects. */
async function refusedByFetch(port: number): Promise<boolean> {
  const outcome: unknown = await fetch(`http://127.0.0.1:${port}/`).catch((error: unknown) => error)
  return outcome instanceof Error && outcome.cause instanceof Error && outcome.cause.message === 'bad port'
}

test('every blocked port is one that Fetch blocks as well, and port 0', async () => {
  const disputed: number[] = []
  for (const port of allPorts.filter(isBlockedPort)) {
    if (!(await refusedByFetch(port))) disputed.push(port)
  }
  assert.deepEqual(disputed, [0])
})

test('there are as many as the standard lists', () => {
  assert.equal(allPorts.filter(isBlockedPort).length, 83)
})

test('web ports are open', () => {
  assert.deepEqual([80, 443, 3000, 8080, 8443, 10_081, 65_535].filter(isBlockedPort), [])
})
