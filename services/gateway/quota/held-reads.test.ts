import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HeldReads } from './held-reads.ts'

const never = new AbortController().signal
const nothing = async (): Promise<void> => await Promise.resolve()
const caller = { keyId: 'k', quotas: {} }

/** Creates reads of a key whose first `refused` counts are beyond its rate; a window ends after 10 ms. */
function lab(refused: number, limit = 5, limits = { heldReadsMax: 2, heldReadMaxMs: 1_000 }) {
  let counted = 0
  const rates = {
    count: async () => {
      counted += 1
      return await Promise.resolve({ limit, remaining: 0, resetSecs: 0.01, exceeded: counted <= refused })
    },
  }
  return { reads: new HeldReads(rates, limits), counted: () => counted }
}

test('a read within the rate is admitted at once, without a check of its own', async () => {
  const { reads } = lab(0)
  await reads.admit(caller, async () => await Promise.reject(new Error('checked')), never)
})

test('a read beyond the rate waits for the next windows', async () => {
  const { reads, counted } = lab(2)
  await reads.admit(caller, nothing, never)
  assert.equal(counted(), 3)
})

test('a key that may read nothing is refused at once', async () => {
  const { reads, counted } = lab(Infinity, 0)
  await assert.rejects(reads.admit(caller, nothing, never), { code: 'rate_limited' })
  assert.equal(counted(), 1)
})

test('a read is refused when its wait is over', async () => {
  const { reads } = lab(Infinity, 5, { heldReadsMax: 2, heldReadMaxMs: 30 })
  await assert.rejects(reads.admit(caller, nothing, never), { code: 'rate_limited' })
})

test('a wrong request does not wait', async () => {
  const { reads, counted } = lab(Infinity)
  const check = async (): Promise<void> => await Promise.reject(new Error('no such job'))
  await assert.rejects(reads.admit(caller, check, never), { message: 'no such job' })
  assert.equal(counted(), 1)
})

test('so many reads of a key wait at a time, those of other keys beside them', async () => {
  const { reads } = lab(Infinity, 5, { heldReadsMax: 2, heldReadMaxMs: 60_000 })
  const gone = new AbortController()
  const held = [1, 2].map(() => reads.admit(caller, nothing, gone.signal))
  const ended = Promise.allSettled([...held, reads.admit({ ...caller, keyId: 'other' }, nothing, gone.signal)])
  await assert.rejects(reads.admit(caller, nothing, gone.signal), { code: 'rate_limited' })
  gone.abort()
  assert.deepEqual(
    (await ended).map((result) => result.status === 'rejected' && (result.reason as Error).name),
    ['AbortError', 'AbortError', 'AbortError'],
  )
  // Their places are free again.
  const later = new AbortController()
  const next = reads.admit(caller, nothing, later.signal)
  setTimeout(() => later.abort(), 30)
  await assert.rejects(next, { name: 'AbortError' })
})
