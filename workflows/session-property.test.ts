/** Checks invariants of the session entity that hold for every order of events. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
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
  released,
  reloginBegun,
  replaced,
  runBegun,
  runEnded,
  runLeaseMs,
  headDecision,
  viewOf,
} from './sessions/session-entity.ts'

const t0 = Date.UTC(2026, 10, 22)
const graceMs = 5_000
const pauseMs = 3_000
const sequences = 3_000
const eventsEach = 60

/** Numbers from 0 to below 1; the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A session as the workflow runs it, and the promises made to its users. */
class Model {
  entity: SessionEntity
  nowMs = t0
  readonly random: () => number
  readonly input: SessionWorkflowInput
  /** Fences that were issued, in order. */
  readonly fences: number[] = []
  grants = 0
  /** Latest time at which the session is free again if all its users die now. */
  freeAtMs = t0
  /** A run in progress: the entity as it was at the start, and the lease that its holder gets afterwards. */
  run: { begun: SessionEntity; leaseMs: number | null } | null = null

  constructor(seed: number) {
    this.random = randomOf(seed)
    this.input = {
      tenant: 'acme',
      id: 'shop',
      incarnation: 'one',
      domain: 'example.com',
      implicit: false,
      ttlSecs: 1 + this.below(60),
      maxUses: this.random() < 0.3 ? 1 + this.below(8) : null,
      tag: [],
      playbook: this.playbookOf(1),
      stateKey: null,
    }
    this.entity = firstEntity(this.input, t0)
  }

  below(end: number): number {
    return Math.floor(this.random() * end)
  }

  playbookOf(version: number): PlaybookFacts {
    const runs = this.random() < 0.6
    const refreshEverySecs = this.random() < 0.3 ? 1 + this.below(30) : null
    return { version, runs, refreshEverySecs, refreshOnLogout: true, runMaxMs: 1 + this.below(20_000) }
  }

  /** Returns a current or earlier fence, or one that was never issued. */
  someFence(): number {
    return this.random() < 0.5 ? (this.entity.lease?.fence ?? 1) : 1 + this.below(this.entity.fence + 2)
  }

  acquire(): void {
    const turn = headDecision(this.entity, this.nowMs, pauseMs)
    if (turn.kind === 'run') this.entity = { ...this.entity, dueRun: turn.trigger }
    if (turn.kind !== 'grant') return
    assert.ok(!isHeld(this.entity, this.nowMs), 'never two at a time')
    assert.ok(!isExpired(this.entity, this.nowMs), 'never an expired one')
    assert.ok(this.entity.isReady, 'never one whose playbook has not succeeded')
    const leaseMs = 1 + this.below(30_000)
    this.entity = granted(this.entity, 'a user', leaseMs, this.nowMs)
    this.fences.push(this.entity.fence)
    this.grants += 1
    this.freeAtMs = this.nowMs + leaseMs
    const { maxUses, useCount } = this.entity
    assert.ok(maxUses === null || useCount <= maxUses, 'never more often than it may be')
  }

  release(): void {
    const fence = this.someFence()
    if (!hasLease(this.entity, fence, this.nowMs)) return
    const { lease, stateKey: before, useCount } = this.entity
    const stateKey = `state-${fence}-of-${this.entity.playbook.version}`
    const unused = this.random() < 0.2
    this.entity = released(this.entity, { fence, stateKey, unused }, this.nowMs)
    const isTakenBack = unused && lease?.holder === 'a user' && lease.outdated !== true
    assert.equal(this.entity.useCount, useCount - (isTakenBack ? 1 : 0))
    assert.ok(lease !== null && this.nowMs < lease.endsAtMs, 'a lease that is over is good for nothing')
    assert.equal(this.entity.stateKey, lease?.outdated === true ? before : stateKey)
    assert.ok(!isHeld(this.entity, this.nowMs), 'it is free at once')
    this.freeAtMs = this.nowMs
  }

  begin(begun: SessionEntity, leaseMs: number | null): void {
    this.run = { begun, leaseMs }
    this.entity = begun
    this.fences.push(begun.fence)
    this.freeAtMs = this.nowMs + runLeaseMs(begun)
  }

  runDue(): void {
    if (this.run === null && canRun(this.entity, this.nowMs) && this.entity.dueRun !== null) {
      this.begin(runBegun(this.entity, this.entity.dueRun, this.nowMs), null)
    }
  }

  relogin(): void {
    const { lease, playbook } = this.entity
    const isUser = lease !== null && lease.holder === 'a user' && hasLease(this.entity, lease.fence, this.nowMs)
    if (this.run === null && isUser && playbook.runs) this.begin(reloginBegun(this.entity, this.nowMs), 1_000)
  }

  endRun(): void {
    if (this.run === null) return
    const { begun, leaseMs } = this.run
    this.run = null
    const keeps = this.entity.lease?.fence === begun.lease?.fence && this.entity.lease !== null
    const before = this.entity
    const isOutdated = before.lease?.outdated === true
    const result =
      this.random() < 0.7
        ? { ok: true as const, stateKey: `run-${begun.fence}` }
        : { ok: false as const, error: 'no form' }
    const ended = runEnded(before, result, keeps, this.nowMs)
    this.entity = keeps ? leaseAfterRun(ended, leaseMs, this.nowMs) : ended
    if (keeps) this.freeAtMs = leaseMs === null ? this.nowMs : this.nowMs + leaseMs
    if (!keeps || isOutdated || !result.ok) assert.equal(this.entity.stateKey, before.stateKey)
    if (!keeps) assert.deepEqual({ ...this.entity, lastRun: null }, { ...before, lastRun: null })
    else {
      const isUsedUp = this.entity.maxUses !== null && this.entity.useCount >= this.entity.maxUses
      assert.ok(isUsedUp || !isExpired(this.entity, this.nowMs), 'a run does not outlast its session')
    }
  }

  replace(): void {
    if (isExpired(this.entity, this.nowMs)) return
    const playbook = this.playbookOf(this.entity.playbook.version + 1)
    const maxUses = this.random() < 0.5 ? 1 + this.below(8) : null
    const request = { ifVersion: null, ttlSecs: 1 + this.below(60), maxUses, tag: [], playbook }
    this.entity = replaced(this.entity, request, this.nowMs)
    assert.ok(!isExpired(this.entity, this.nowMs), 'a replaced session may be used')
    assert.equal(this.entity.stateKey, null, 'nothing of the playbook before is left')
  }

  step(): void {
    const events = [
      () => this.acquire(),
      () => this.acquire(),
      () => this.release(),
      () => this.relogin(),
      () => this.endRun(),
      () => this.runDue(),
      () => this.replace(),
      () => (this.entity = { ...this.entity, dueRun: this.entity.playbook.runs ? 'requested' : null }),
      () => (this.nowMs += this.below(this.random() < 0.2 ? 40_000 : 2_000)),
    ]
    const weights = [0.2, 0.35, 0.5, 0.56, 0.66, 0.78, 0.81, 0.84, 1]
    const drawn = this.random()
    events[weights.findIndex((weight) => drawn < weight)]?.()
  }

  check(before: SessionEntity): void {
    const { entity, nowMs } = this
    assert.ok(entity.fence >= before.fence, 'fences never decrease')
    assert.ok(entity.useCount >= 0)
    assert.ok(entity.lease === null || entity.lease.fence <= entity.fence)
    assert.ok(!isHeld(entity, Math.max(nowMs, this.freeAtMs)), 'nothing is locked for longer than its lease')
    assert.ok(isGone(entity, nowMs, graceMs) || alarmAtMs(entity, nowMs, graceMs) > nowMs || canRun(entity, nowMs))
    assert.ok(isGone(entity, Math.max(entity.expiresAtMs, entity.lease?.endsAtMs ?? 0) + graceMs, graceMs))
    const isHalted = entity.dueRun !== null && !isHeld(entity, nowMs) && !isExpired(entity, nowMs)
    assert.equal(canRun(entity, nowMs), isHalted, 'a run that is due begins as soon as it can')
    viewOf(this.input, entity, nowMs)
  }
}

test('no order of events leases a session twice, blocks it, or lets a former holder change it', () => {
  let grants = 0
  for (let seed = 1; seed <= sequences; seed += 1) {
    const model = new Model(seed)
    try {
      for (let at = 0; at < eventsEach; at += 1) {
        const before = model.entity
        model.step()
        model.check(before)
      }
      assert.deepEqual(
        model.fences,
        [...new Set(model.fences)].toSorted((a, b) => a - b),
        'fences strictly rise',
      )
    } catch (error) {
      throw new Error(`seed ${seed}`, { cause: error })
    }
    grants += model.grants
  }
  assert.ok(grants > sequences, `the sequences do give the session out: ${grants}`)
})
