/** Sends 20,000 generated requests: every answer must match the API description. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { contractGateway } from './contract-gateway.ts'
import { fuzzRuns } from './fuzz-settings.ts'
import { oddRequest } from './odd-requests.ts'
import { RawClient, type RawRequest } from './raw-client.ts'
import { secretMark } from './request-bodies.ts'

/** Number of concurrent requests. */
const together = 25

/** @throws Error that names the request. */
function blame({ method, path, headers, body }: RawRequest, error: unknown): never {
  const sent = JSON.stringify({ headers, body: body?.toString().slice(0, 2_000) })
  throw new Error(`${method} ${path} ${sent}\n${String(error)}`, { cause: error })
}

test('no request is answered by a fault of ours, by what is not described, or by a secret of its own', async (t) => {
  const gateway = await contractGateway(t)
  const client = new RawClient(gateway.url)
  t.after(() => client.close())
  const known = Object.values(gateway.jobs).flatMap(({ running, over }) => [running, over])
  const statuses = new Map<number, number>()
  const look = async (asked: RawRequest): Promise<void> => {
    const { status, text } = await client.checked(asked)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    assert.notEqual(status, 500, text)
    assert.ok(!text.includes(secretMark), `a secret is repeated: ${text.slice(0, 1_000)}`)
  }
  const some = fc.array(oddRequest(known), { minLength: together, maxLength: together, size: 'max' })
  const property = fc.asyncProperty(some, async (asked) => {
    await Promise.all(asked.map((each) => look(each).catch((error: unknown) => blame(each, error))))
  })
  // The failure names its request, so no shrinking is needed.
  const outcome = await fc.check(property, { ...fuzzRuns(20_000 / together), endOnFailure: true })
  assert.ok(!outcome.failed, `seed ${outcome.seed}: ${String(outcome.errorInstance)}`)
  t.diagnostic(JSON.stringify(Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b))))
  for (const status of [200, 202, 400, 401, 404, 405, 413, 415, 422]) {
    assert.ok((statuses.get(status) ?? 0) > 0, `no answer had status ${status}`)
  }
})
