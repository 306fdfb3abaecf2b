import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessionLimits } from '@seine/shared/config/session-limits.ts'
import type { PlaybookFacts, SessionEntity, SessionWorkflowInput } from '@seine/shared/sessions/shapes.ts'
import {
  alarmAtMs,
  canRun,
  firstEntity,
  granted,
  hasLease,
  isExpired,
  isGone,
  isHeld,
  leaseAfterRun,
  playbookHolder,
  released,
  reloginBegun,
  replaced,
  retryAfterSecs,
  runBegun,
  runEnded,
  runLeaseMs,
  headDecision,
  viewOf,
} from './session-entity.ts'

const t0 = Date.UTC(2026, 10, 22)
const ttlMs = 60_000
const graceMs = 5_000
const pauseMs = 30_000

const plain: PlaybookFacts = {
  version: 1,
  runs: false,
  refreshEverySecs: null,
  refreshOnLogout: true,
  runMaxMs: 10_000,
}
const login: PlaybookFacts = { ...plain, runs: true }

const inputOf = (own: Partial<SessionWorkflowInput> = {}): SessionWorkflowInput => ({
  tenant: 'acme',
  id: 'shop',
  incarnation: 'one',
  domain: 'example.com',
  implicit: false,
  ttlSecs: ttlMs / 1_000,
  maxUses: null,
  tag: [],
  playbook: plain,
  stateKey: null,
  ...own,
})

const entityOf = (own: Partial<SessionWorkflowInput> = {}): SessionEntity => firstEntity(inputOf(own), t0)

const statusAt = (entity: SessionEntity, ms: number): string => viewOf(inputOf(), entity, ms).status

/** Returns an entity whose playbook has run. */
const loggedIn = (own: Partial<SessionWorkflowInput> = {}): SessionEntity => {
  const begun = runBegun(entityOf({ playbook: login, ...own }), 'registered', t0)
  return leaseAfterRun(runEnded(begun, { ok: true, stateKey: 'first' }, true, t0 + 1), null, t0 + 1)
}

test('a session without a playbook is leased at once, with a new fence each time', () => {
  let entity = entityOf()
  for (const fence of [1, 2, 3]) {
    assert.deepEqual(headDecision(entity, t0, pauseMs), { kind: 'grant' })
    entity = granted(entity, 'a test', 1_000, t0)
    assert.equal(entity.fence, fence)
    assert.deepEqual(headDecision(entity, t0, pauseMs), { kind: 'wait' })
    entity = released(entity, { fence, stateKey: `state ${fence}` }, t0)
    assert.equal(entity.stateKey, `state ${fence}`)
  }
  assert.equal(entity.useCount, 3)
})

test('a lease ends when its time is over, and its fence is good for nothing then', () => {
  const entity = granted(entityOf(), 'a test', 1_000, t0)
  assert.ok(hasLease(entity, 1, t0 + 999) && !hasLease(entity, 2, t0 + 999))
  assert.ok(!hasLease(entity, 1, t0 + 1_000) && !isHeld(entity, t0 + 1_000))
  assert.deepEqual(headDecision(entity, t0 + 1_000, pauseMs), { kind: 'grant' })
  const next = granted(entity, 'another', 1_000, t0 + 1_000)
  assert.ok(hasLease(next, 2, t0 + 1_001) && !hasLease(next, 1, t0 + 1_001))
})

test('a session expires after its last use, but never during a lease', () => {
  const entity = granted(entityOf(), 'a test', 2 * ttlMs, t0 + 1_000)
  assert.ok(!isExpired(entity, t0 + 1_000 + 2 * ttlMs - 1))
  assert.ok(isExpired(entity, t0 + 1_000 + 2 * ttlMs))
  const given = released(entity, { fence: 1, stateKey: null }, t0 + 5_000)
  assert.ok(!isExpired(given, t0 + 5_000 + ttlMs - 1) && isExpired(given, t0 + 5_000 + ttlMs))
  assert.deepEqual(headDecision(given, t0 + 5_000 + ttlMs, pauseMs), { kind: 'expired' })
  assert.equal(statusAt(given, t0 + 5_000 + ttlMs), 'expired')
})

test('an expired session is answered as expired for a while, then it is unknown', () => {
  const entity = entityOf()
  assert.equal(alarmAtMs(entity, t0, graceMs), t0 + ttlMs + graceMs)
  assert.ok(!isGone(entity, t0 + ttlMs + graceMs - 1, graceMs) && isGone(entity, t0 + ttlMs + graceMs, graceMs))
})

test('a session that was used as often as it may be expires with its last use', () => {
  const entity = granted(entityOf({ maxUses: 1 }), 'a test', 1_000, t0)
  assert.equal(statusAt(entity, t0 + 999), 'busy')
  assert.ok(isExpired(entity, t0 + 1_000), 'also when its holder has died')
  assert.ok(isExpired(released(entity, { fence: 1, stateKey: null }, t0 + 10), t0 + 10))
})

test('a lease under which nothing was requested does not count as a use', () => {
  const entity = granted(entityOf({ maxUses: 1 }), 'a test', 1_000, t0)
  const given = released(entity, { fence: 1, stateKey: null, unused: true }, t0 + 10)
  assert.deepEqual([given.useCount, statusAt(given, t0 + 10)], [0, 'ready'])
  const run = runBegun(granted(entityOf({ playbook: login }), 'a test', 1_000, t0), 'requested', t0 + 1_000)
  assert.equal(released(run, { fence: 2, stateKey: null, unused: true }, t0 + 1_001).useCount, 1)
})

test('a session whose playbook is replaced may be used as often as a new one, also under a holder', () => {
  const request = { ifVersion: null, ttlSecs: 60, maxUses: 1, tag: [], playbook: { ...plain, version: 2 } }
  const held = granted(entityOf(), 'a test', 1_000, t0)
  const used = released(held, { fence: 1, stateKey: null }, t0 + 1)
  for (const unused of [false, true]) {
    const given = released(replaced(held, request, t0 + 1), { fence: 1, stateKey: null, unused }, t0 + 2)
    for (const entity of [given, replaced(used, request, t0 + 2)]) {
      assert.deepEqual([entity.useCount, statusAt(entity, t0 + 2)], [0, 'ready'])
      assert.deepEqual(headDecision(entity, t0 + 2, pauseMs), { kind: 'grant' })
    }
  }
})

test('a playbook runs before the session is leased', () => {
  const entity = entityOf({ playbook: login })
  assert.equal(statusAt(entity, t0), 'registered')
  assert.deepEqual(headDecision(entity, t0, pauseMs), { kind: 'wait' })
  assert.ok(canRun(entity, t0))
  const begun = runBegun(entity, 'registered', t0)
  assert.equal(statusAt(begun, t0), 'warming')
  assert.deepEqual([begun.lease?.holder, begun.lease?.fence, begun.fence], [playbookHolder, 1, 1])
  const ended = leaseAfterRun(runEnded(begun, { ok: true, stateKey: 'in' }, true, t0 + 1), null, t0 + 1)
  assert.equal(statusAt(ended, t0 + 1), 'ready')
  assert.deepEqual([ended.stateKey, ended.lease], ['in', null])
})

test('after a failed run the session is not leased, and the next try waits for a while', () => {
  const begun = runBegun(entityOf({ playbook: login }), 'registered', t0)
  const failed = leaseAfterRun(runEnded(begun, { ok: false, error: 'no form' }, true, t0 + 10), null, t0 + 10)
  assert.equal(statusAt(failed, t0 + 10), 'failed')
  assert.deepEqual(headDecision(failed, t0 + 9 + pauseMs, pauseMs), { kind: 'failed', error: 'no form' })
  assert.deepEqual(headDecision(failed, t0 + 10 + pauseMs, pauseMs), { kind: 'run', trigger: 'retry' })
})

test('an overdue playbook runs before the next use, not during a lease', () => {
  const entity = loggedIn({ playbook: { ...login, refreshEverySecs: 30 } })
  assert.deepEqual(headDecision(entity, t0 + 29_999, pauseMs), { kind: 'grant' })
  assert.deepEqual(headDecision(entity, t0 + 30_000, pauseMs), { kind: 'run', trigger: 'interval' })
  assert.deepEqual(headDecision(granted(entity, 'a test', 60_000, t0), t0 + 30_000, pauseMs), { kind: 'wait' })
})

test('a run under the lease of its holder has a fence of its own, and the holder keeps his', () => {
  const held = granted(loggedIn(), 'a test', 1_000, t0 + 2)
  const begun = reloginBegun(held, t0 + 3)
  assert.deepEqual([held.lease?.fence, begun.lease?.fence, begun.fence], [2, 2, 3])
  assert.equal(begun.lease?.endsAtMs, t0 + 3 + runLeaseMs(held))
  const ended = leaseAfterRun(runEnded(begun, { ok: true, stateKey: 'again' }, true, t0 + 4), 700, t0 + 4)
  assert.deepEqual([ended.lease?.fence, ended.lease?.endsAtMs, ended.stateKey], [2, t0 + 704, 'again'])
  assert.equal(granted({ ...ended, lease: null }, 'next', 1_000, t0 + 5).fence, 4)
})

test('a run that has lost the session changes nothing but its own record', () => {
  const begun = runBegun(loggedIn(), 'requested', t0 + 2)
  const taken = { ...begun, lease: null }
  const ended = runEnded(taken, { ok: true, stateKey: 'late' }, false, t0 + 3)
  assert.equal(ended.stateKey, 'first')
  assert.deepEqual([ended.lastRun?.outcome, ended.isReady], ['failed', true])
})

test('a playbook that is replaced under a holder starts again once he is done, and his state is not kept', () => {
  const held = granted(loggedIn(), 'a test', 1_000, t0 + 2)
  const playbook = { ...login, version: 2 }
  const entity = replaced(held, { ifVersion: 1, ttlSecs: 120, maxUses: 9, tag: ['b'], playbook }, t0 + 3)
  assert.ok(hasLease(entity, 2, t0 + 4), 'he keeps it')
  assert.ok(!canRun(entity, t0 + 4))
  assert.equal(alarmAtMs(entity, t0 + 4, graceMs), t0 + 1_002, 'the run waits for the end of his lease')
  const given = released(entity, { fence: 2, stateKey: 'old' }, t0 + 5)
  assert.equal(given.stateKey, null)
  assert.ok(canRun(given, t0 + 5))
  assert.deepEqual([given.dueRun, statusAt(given, t0 + 5)], ['replaced', 'registered'])
  assert.equal(given.expiresAtMs, t0 + 5 + 120_000)
})

test('a run of a playbook that has been replaced is not kept either', () => {
  const begun = runBegun(loggedIn(), 'requested', t0 + 2)
  const playbook = { ...login, version: 2 }
  const entity = replaced(begun, { ifVersion: null, ttlSecs: 60, maxUses: null, tag: [], playbook }, t0 + 3)
  const ended = leaseAfterRun(runEnded(entity, { ok: true, stateKey: 'old' }, true, t0 + 4), null, t0 + 4)
  assert.deepEqual([ended.stateKey, ended.isReady, ended.dueRun], [null, false, 'replaced'])
})

test('an alarm is never set for a time that is over', () => {
  const held = granted(loggedIn(), 'a test', 1_000, t0)
  const waiting = { ...held, dueRun: 'requested' as const }
  for (const nowMs of [t0, t0 + 999, t0 + 1_000, t0 + ttlMs, t0 + ttlMs + graceMs - 1]) {
    assert.ok(alarmAtMs(waiting, nowMs, graceMs) > nowMs, String(nowMs))
  }
})

test('asking again makes sense soon, however long a lease is', () => {
  const entity = granted(entityOf(), 'a test', 600_000, t0)
  assert.equal(retryAfterSecs(entity, t0), sessionLimits.retryAfterSecsMax)
  assert.equal(retryAfterSecs(entity, t0 + 598_500), 2)
  assert.equal(retryAfterSecs(entity, t0 + 700_000), 1)
})
