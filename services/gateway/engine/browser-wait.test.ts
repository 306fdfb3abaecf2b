import assert from 'node:assert/strict'
import { test } from 'node:test'
import { browserWaitWarning } from './browser-wait.ts'
import { JobEngineUnavailableError } from './job-engine.ts'
import { runView } from '../testing/fake-ports.ts'

const nowMs = Date.parse('2026-01-01T00:10:00.000Z')
const counters = { total: 0, completed: 0, failed: 0, pending: 1 }
const ago = (ms: number): Date => new Date(nowMs - ms)
const waiting = (ms: number) => runView(counters, { browserWaitSince: ago(ms) })

/** Returns the warning when a browser worker last polled that long ago; null: no worker polled at all. */
const warned = async (run: ReturnType<typeof waiting> | null, heardMs: number | null): Promise<string | null> => {
  const browserPolledAt = async () => await Promise.resolve(heardMs === null ? null : ago(heardMs))
  return await browserWaitWarning(run, { browserPolledAt }, nowMs)
}

test('waiting pages cause a warning once no browser worker has polled for longer than one poll takes', async () => {
  assert.equal(await warned(waiting(20_000), null), 'pages wait for a browser: there is no browser worker')
  assert.equal(
    await warned(waiting(20_000), 300_000),
    'pages wait for a browser: no browser worker since 2026-01-01T00:05:00.000Z',
  )
})

test('a worker that polls, or waits for the answer to a poll, causes no warning', async () => {
  assert.equal(await warned(waiting(20_000), 65_000), null)
})

test('workers are not queried for pages that wait for a moment only, and for runs that wait for nothing or are over', async () => {
  const asked = { browserPolledAt: () => Promise.reject(new Error('asked')) }
  for (const run of [
    null,
    runView(counters),
    waiting(1_000),
    runView(counters, { browserWaitSince: ago(60_000), state: 'completed' }),
  ]) {
    assert.equal(await browserWaitWarning(run, asked, nowMs), null)
  }
})

test('an engine that does not answer costs the warning alone', async () => {
  const browserPolledAt = () => Promise.reject(new JobEngineUnavailableError('away'))
  assert.equal(await browserWaitWarning(waiting(60_000), { browserPolledAt }, nowMs), null)
})
