import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { emptyState } from '@seine/shared/sessions/state.ts'
import type { SessionRef } from '@seine/shared/storage/session-ref.ts'
import { sessionWorkflowIdOf } from '@seine/shared/temporal/names.ts'
import { asksOnce, grantedOf, refOf, SessionLab, until } from './session-lab.ts'

const login = { version: 1, runs: true, refreshEverySecs: null, refreshOnLogout: true, runMaxMs: 60_000 }

describe('the entity of a session', { concurrency: false }, () => {
  let lab: SessionLab

  before(async () => {
    lab = await SessionLab.start()
  })
  after(async () => {
    await lab?.close()
  })

  /** Number of pending updates: accepted in the history and not completed. */
  async function openUpdates(ref: SessionRef): Promise<number> {
    const { events } = await lab.t.temporal.workflow.getHandle(sessionWorkflowIdOf(ref)).fetchHistory()
    const count = (name: string): number => (events ?? []).filter((event) => Object.hasOwn(event, name)).length
    return (
      count('workflowExecutionUpdateAcceptedEventAttributes') - count('workflowExecutionUpdateCompletedEventAttributes')
    )
  }

  it('have one user at a time, and a state that only the holder of the lease sets', { timeout: 600_000 }, async () => {
    const id = await lab.register()
    const ref = refOf(id)
    const first = grantedOf(await lab.sessions.acquire(ref, asksOnce))
    const second = await lab.sessions.acquire(ref, asksOnce)
    assert.deepEqual(second, { kind: 'busy', retryAfterSecs: 5 })
    assert.equal((await lab.read(id))['status'], 'busy')
    const refused = await lab.call('DELETE', `/sessions/${id}`)
    assert.deepEqual([refused.status, refused.body['code']], [429, 'session_busy'])
    assert.equal(refused.headers.get('retry-after'), '5')

    const stateKey = await lab.objects.writeState({ ...ref, ...first }, first.fence, emptyState())
    assert.deepEqual(await lab.sessions.release(ref, { fence: first.fence, stateKey }), { kind: 'released' })
    assert.deepEqual(await lab.sessions.release(ref, { fence: first.fence, stateKey: 'late' }), { kind: 'lost' })
    const third = grantedOf(await lab.sessions.acquire(ref, asksOnce))
    assert.deepEqual([third.fence, third.stateKey], [first.fence + 1, stateKey])

    assert.equal((await lab.call('DELETE', `/sessions/${id}?force=true`)).status, 204)
    assert.equal(await lab.sessions.release(ref, { fence: third.fence, stateKey: 'gone' }), null)
  })

  it('are free again when a lease ends whose holder has died', { timeout: 600_000 }, async () => {
    const ref = refOf(await lab.register())
    const dead = grantedOf(await lab.sessions.acquire(ref, { ...asksOnce, leaseMs: 1_000 }))
    const next = grantedOf(await lab.sessions.acquire(ref, { ...asksOnce, waitMs: 50_000 }))
    assert.equal(next.fence, dead.fence + 1)
    assert.deepEqual(await lab.sessions.release(ref, { fence: dead.fence, stateKey: 'stale' }), { kind: 'lost' })
    assert.deepEqual(await lab.sessions.release(ref, { fence: next.fence, stateKey: null }), { kind: 'released' })
  })

  it('are leased to each waiting user in turn', { timeout: 600_000 }, async () => {
    const ref = refOf(await lab.register())
    let users = 0
    const use = async (): Promise<number> => {
      const { fence } = grantedOf(await lab.sessions.acquire(ref, { ...asksOnce, waitMs: 50_000 }))
      users += 1
      assert.equal(users, 1, 'nobody else has it')
      await sleep(20)
      users -= 1
      assert.deepEqual(await lab.sessions.release(ref, { fence, stateKey: null }), { kind: 'released' })
      return fence
    }
    const fences = await Promise.all(Array.from({ length: 16 }, use))
    assert.equal(new Set(fences).size, 16)
    assert.equal((await lab.sessions.view(ref))?.useCount, 16)
    const unused = grantedOf(await lab.sessions.acquire(ref, asksOnce))
    await lab.sessions.release(ref, { fence: unused.fence, stateKey: null, unused: true })
    assert.equal((await lab.sessions.view(ref))?.useCount, 16)
  })

  it(
    'expire after their last use, are answered as expired for a while, and are then unknown',
    { timeout: 600_000 },
    async () => {
      // One session reports its expiry for as long as the test needs, the other only for a moment.
      const ref = await lab.startEntity({ ttlSecs: 5, bounds: { expiredGraceMs: 600_000 } })
      const gone = await lab.startEntity({ ttlSecs: 1, bounds: { expiredGraceMs: 1_000 } })
      const { fence } = grantedOf(await lab.sessions.acquire(ref, asksOnce))
      await lab.sessions.release(ref, { fence, stateKey: null })
      const shown = await until(async () => {
        const view = await lab.sessions.view(ref)
        return view?.status === 'expired' ? view : null
      })
      assert.equal(shown.useCount, 1)
      assert.deepEqual(await lab.sessions.acquire(ref, asksOnce), { kind: 'expired' })
      await until(async () => ((await lab.sessions.view(gone)) === null ? true : null))
      // It reports that it has expired until its objects are deleted.
      await until(async () => ((await lab.sessions.facts(gone)) === null ? true : null))
      assert.equal(await lab.sessions.acquire(gone, asksOnce), null)
    },
  )

  it('whose playbook fails are not leased, and are tried again after a pause', { timeout: 600_000 }, async () => {
    lab.outcome = async () => ({ ok: false, error: 'the form is not there' })
    const ref = await lab.startEntity({ bounds: { retryPauseMs: 600_000 }, playbook: login })
    const waits = { ...asksOnce, waitMs: 50_000 }
    const failed = { kind: 'failed', error: 'the form is not there' }
    assert.deepEqual(await lab.sessions.acquire(ref, waits), failed)
    assert.equal((await lab.sessions.view(ref))?.status, 'failed')
    const runsBefore = lab.runs.length
    assert.deepEqual(await lab.sessions.acquire(ref, waits), failed)
    assert.equal(lab.runs.length, runsBefore, 'not so soon')

    const other = await lab.startEntity({ bounds: { retryPauseMs: 1_000 }, playbook: login })
    assert.deepEqual(await lab.sessions.acquire(other, waits), failed)
    const runsInVain = lab.runs.length
    lab.outcome = lab.succeed
    await until(async () => ((await lab.sessions.acquire(other, waits))?.kind === 'granted' ? true : null))
    assert.equal(lab.runs.length, runsInVain + 1)
  })

  it('log in again under the lease of the user that found them logged out', { timeout: 600_000 }, async () => {
    const ref = refOf(await lab.register({ start_url: 'https://example.com/login' }))
    const { fence, playbook } = grantedOf(await lab.sessions.acquire(ref, { ...asksOnce, waitMs: 50_000 }))
    const renewed = await lab.sessions.relogin(ref, { fence, leaseMs: 60_000 }, playbook.runMaxMs)
    assert.equal(renewed?.kind, 'renewed')
    assert.deepEqual(await lab.sessions.acquire(ref, asksOnce), { kind: 'busy', retryAfterSecs: 5 })
    lab.outcome = async () => ({ ok: false, error: 'wrong password' })
    const failed = await lab.sessions.relogin(ref, { fence, leaseMs: 60_000 }, playbook.runMaxMs)
    lab.outcome = lab.succeed
    assert.deepEqual(failed, { kind: 'failed', error: 'wrong password' })
    assert.deepEqual(await lab.sessions.relogin(ref, { fence: fence + 7, leaseMs: 1 }, 0), { kind: 'lost' })
    assert.deepEqual(await lab.sessions.release(ref, { fence, stateKey: null }), { kind: 'released' })
  })

  it(
    'continue when their history starts again, with their holder and those who wait',
    { timeout: 600_000 },
    async () => {
      const ref = await lab.startEntity({ bounds: { historyEventsMax: 40 } })
      const use = async (): Promise<number> => {
        const { fence } = grantedOf(await lab.sessions.acquire(ref, { ...asksOnce, waitMs: 60_000 }))
        await sleep(5)
        assert.deepEqual(await lab.sessions.release(ref, { fence, stateKey: null }), { kind: 'released' })
        return fence
      }
      const users = Array.from({ length: 4 }, async () => {
        const fences: number[] = []
        for (let times = 0; times < 10; times += 1) fences.push(await use())
        return fences
      })
      const fences = (await Promise.all(users)).flat()
      assert.equal(new Set(fences).size, 40, 'no fence is given twice')
      assert.equal((await lab.sessions.view(ref))?.useCount, 40)
      const { raw } = await lab.t.temporal.workflow.getHandle(sessionWorkflowIdOf(ref)).describe()
      assert.notEqual(raw.workflowExecutionInfo?.firstRunId, raw.workflowExecutionInfo?.execution?.runId)
      assert.equal((await lab.sessions.facts(ref))?.domain, 'example.com', 'facts go with it')
    },
  )

  it('are leased to the next waiting user when a holder has died', { timeout: 600_000 }, async () => {
    const ref = refOf(await lab.register())
    const first = grantedOf(await lab.sessions.acquire(ref, asksOnce))
    const dies = lab.sessions.acquire(ref, { ...asksOnce, leaseMs: 500, waitMs: 50_000 })
    await until(async () => ((await openUpdates(ref)) === 1 ? true : null))
    const waits = lab.sessions.acquire(ref, { ...asksOnce, waitMs: 50_000 })
    await until(async () => ((await openUpdates(ref)) === 2 ? true : null))
    await lab.sessions.release(ref, { fence: first.fence, stateKey: null })
    assert.equal(grantedOf(await dies).fence, first.fence + 1)
    assert.equal(grantedOf(await waits).fence, first.fence + 2, 'long before his time to wait is over')
  })

  it('live at least until their playbook has run', { timeout: 600_000 }, async () => {
    const run = lab.hold()
    const ref = await lab.startEntity({ ttlSecs: 1, playbook: login })
    await run.begun
    const waits = lab.sessions.acquire(ref, { ...asksOnce, waitMs: 50_000 })
    await sleep(1_100)
    run.end()
    grantedOf(await waits)
  })

  it('are deleted at once by force while a run follows one that was called off', { timeout: 600_000 }, async () => {
    const ref = await lab.startEntity({ playbook: login })
    const { fence } = grantedOf(await lab.sessions.acquire(ref, { ...asksOnce, waitMs: 50_000 }))
    const run = lab.hold()
    const relogin = lab.sessions.relogin(ref, { fence, leaseMs: 60_000 }, login.runMaxMs)
    await run.begun
    await lab.sessions.refresh(ref)
    const follows = lab.hold()
    await lab.sessions.release(ref, { fence, stateKey: null })
    assert.equal((await relogin)?.kind, 'lost')
    await follows.begun
    const { lastRun } = (await lab.sessions.view(ref)) ?? {}
    assert.deepEqual([lastRun?.trigger, lastRun?.outcome], ['requested', 'running'])
    await lab.sessions.remove(ref, { force: true })
    assert.equal(await lab.sessions.facts(ref), null, 'it is over when the answer comes')
    run.end()
    follows.end()
  })

  it('are deleted at once, however long their history is', { timeout: 600_000 }, async () => {
    for (let asked = 1; asked <= 6; asked += 1) {
      const ref = await lab.startEntity({ bounds: { historyEventsMax: 20 } })
      grantedOf(await lab.sessions.acquire(ref, asksOnce))
      for (let times = 1; times < asked; times += 1) await lab.sessions.acquire(ref, asksOnce)
      await lab.sessions.remove(ref, { force: true })
      assert.equal(await lab.sessions.facts(ref), null, `after ${asked} calls`)
    }
  })

  it('are not deleted in place of one of the same id', { timeout: 600_000 }, async () => {
    const ref = await lab.startEntity({})
    assert.deepEqual(await lab.sessions.remove(ref, { force: true, incarnation: 'one before' }), { kind: 'removed' })
    const { incarnation = '' } = (await lab.sessions.view(ref)) ?? {}
    assert.notEqual(incarnation, '')
    await lab.sessions.remove(ref, { force: true, incarnation })
    assert.equal(await lab.sessions.view(ref), null)
  })

  it('replay without a difference', { timeout: 600_000 }, async () => {
    const replayed = await lab.replayAll()
    assert.ok(replayed > 3, String(replayed))
  })
})
