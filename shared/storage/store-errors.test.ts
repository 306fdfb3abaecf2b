import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { test, type TestContext } from 'node:test'
import { isSilence, StoreUnavailableError } from './store-errors.ts'
import { withinDeadline } from './store-deadline.ts'
import { servedStore } from './testing/served-store.ts'

/** Returns whether a write to a store with this behaviour fails because the store is silent. */
async function isSilent(t: TestContext, behaviour: RequestListener): Promise<boolean> {
  const timeouts = { SEINE_S3_REQUEST_TIMEOUT_MS: 300, SEINE_S3_SOCKET_TIMEOUT_MS: 300 }
  const store = await servedStore(t, behaviour, timeouts)
  const fault = await store.put('a', 'text').then(
    () => null,
    (error: unknown) => error,
  )
  assert.ok(fault instanceof StoreUnavailableError, String(fault))
  return isSilence(fault)
}

test('a store that says no refuses, in whatever form it says it', async (t) => {
  const answers = [
    [403, 'application/xml', '<Error><Code>AccessDenied</Code></Error>'],
    [413, 'text/html', '<html><body><h1>413 Request Entity Too Large</h1></body></html>'],
    [502, 'application/json', '{"error":"bad gateway"}'],
    [507, 'text/plain', 'no room'],
  ] as const
  for (const [status, type, body] of answers) {
    const silent = await isSilent(t, (req, res) => {
      req.resume().on('end', () => res.writeHead(status, { 'content-type': type }).end(body))
    })
    assert.equal(silent, false, String(status))
  }
})

test('a store that gives no answer is silent', async (t) => {
  assert.equal(await isSilent(t, (req) => void req.resume()), true)
  assert.equal(await isSilent(t, (req) => void req.socket.destroy()), true)
  const late = withinDeadline('reading', new Promise<never>(() => undefined), 1)
  await assert.rejects(late, (error) => error instanceof StoreUnavailableError && isSilence(error))
})

test('answers that do not fit together, and faults of this process, are no silence', () => {
  assert.equal(isSilence(new StoreUnavailableError('exists for writes and not for reads')), false)
  assert.equal(isSilence(new StoreUnavailableError('failed', { cause: new TypeError('no function') })), false)
})
