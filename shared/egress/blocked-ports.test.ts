import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isBlockedPort } from './blocked-ports.ts'

/** Whether the Fetch implementation of Node refuses the port; it does so before it resolves anything. */
async function refusedByFetch(port: number): Promise<boolean> {
  const url = `http://127.0.0.1:${port}/`
  const reason = await fetch(url, { signal: AbortSignal.abort() }).catch((error: Error) => error)
  if (reason instanceof DOMException) return false
  const outcome = await fetch(url).catch((error: Error) => error)
  return outcome instanceof Error && outcome.cause instanceof Error && outcome.cause.message === 'bad port'
}

test('web ports are open', () => {
  assert.deepEqual([80, 443, 3000, 8080, 8443, 65_535].filter(isBlockedPort), [])
})

test('ports of mail, shells and name servers are blocked', () => {
  assert.deepEqual(
    [0, 22, 25, 53, 110, 6000, 6667, 10_080].filter((port) => !isBlockedPort(port)),
    [],
  )
})
