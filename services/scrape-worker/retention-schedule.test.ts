import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { ensureRetentionSchedule, keepRetentionSchedule, retentionScheduleId } from './retention-schedule.ts'

type ScheduleClient = Parameters<typeof ensureRetentionSchedule>[0]

/** A fake Temporal server for schedules. @param creations outcome of each attempt to create a schedule. */
function fakeServer(...creations: ('made' | 'there' | 'away')[]) {
  const calls: string[] = []
  const updated: Record<string, unknown>[] = []
  const client = {
    create: async ({ scheduleId }: { scheduleId: string }) => {
      calls.push(`create ${scheduleId}`)
      const end = creations.shift()
      if (end === 'there') throw Object.assign(new Error('exists'), { name: 'ScheduleAlreadyRunning' })
      if (end === 'away') throw new Error('no connection')
      return await Promise.resolve()
    },
    getHandle: (id: string) => ({
      update: async (change: (before: { state: object }) => Record<string, unknown>) => {
        calls.push(`update ${id}`)
        updated.push(change({ state: { paused: true } }))
        await Promise.resolve()
      },
    }),
  }
  return { client: client as unknown as ScheduleClient, calls, updated }
}

describe('the retention schedule', () => {
  it('is made by the worker that comes first', async () => {
    const { client, calls } = fakeServer('made')
    assert.equal(await ensureRetentionSchedule(client), 'made')
    assert.deepEqual(calls, [`create ${retentionScheduleId}`])
  })

  it('is brought up to date by the others; one that an operator has paused stays paused', async () => {
    const { client, calls, updated } = fakeServer('there')
    assert.equal(await ensureRetentionSchedule(client), 'updated')
    assert.deepEqual(calls, [`create ${retentionScheduleId}`, `update ${retentionScheduleId}`])
    assert.deepEqual(updated[0]?.['state'], { paused: true })
    assert.deepEqual(Object.keys(updated[0] ?? {}).toSorted(), ['action', 'policies', 'spec', 'state'])
  })

  it('is retried while the server is unavailable, and delays no shutdown of a worker', async () => {
    const { client, calls } = fakeServer('away')
    await assert.rejects(ensureRetentionSchedule(client), /no connection/)
    const leaving = new AbortController()
    let warnings = 0
    const logger = { warn: () => (warnings += 1) } as unknown as Logger
    const again = fakeServer('away', 'made')
    const keeping = keepRetentionSchedule(again.client, logger, leaving.signal)
    await new Promise((resolve) => setImmediate(resolve))
    leaving.abort()
    await keeping
    assert.deepEqual([calls.length, again.calls.length, warnings], [1, 1, 1])
  })

  it('gives each try a deadline, and is tried again after one that the server let pass', async () => {
    const { client, calls } = fakeServer('made', 'there')
    const leaving = new AbortController()
    let tries = 0
    await keepRetentionSchedule(
      client,
      { warn: () => undefined, debug: () => undefined } as unknown as Logger,
      leaving.signal,
      { scheduleCheckMs: 1, scheduleRetryMs: 1 },
      async (made) => {
        tries += 1
        if (tries === 1) throw new Error('DEADLINE_EXCEEDED')
        if (tries === 3) leaving.abort()
        return await made()
      },
    )
    assert.equal(tries, 3)
    const made = `create ${retentionScheduleId}`
    assert.deepEqual(calls, [made, made])
  })

  it('is made again when the server has lost it, and is left alone while it stands', async () => {
    const { client, calls } = fakeServer('there', 'there', 'made')
    const said: string[] = []
    const leaving = new AbortController()
    const warn = (_: unknown, words: string): void => {
      said.push(words)
      leaving.abort()
    }
    const logger = { debug: () => undefined, warn } as unknown as Logger
    await keepRetentionSchedule(client, logger, leaving.signal, { scheduleCheckMs: 1, scheduleRetryMs: 1 })
    const made = `create ${retentionScheduleId}`
    assert.deepEqual(calls, [made, `update ${retentionScheduleId}`, made, made])
    assert.deepEqual(said, ['the retention schedule was missing and has been created again'])
  })
})
