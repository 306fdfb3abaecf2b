import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import type { DeliveryState } from '@seine/shared/temporal/shapes.ts'
import { afterTry, jittered, type DeliveryStep, type TryOutcome } from './delivery-plan.ts'
import { scheduleOf } from './webhook-schedule.ts'

const first: DeliveryState = { next: 4, due: 9, ended: false, calls: 0, trouble: null, gone: false }
const failed: TryOutcome = { kind: 'failed', retryAfterMs: null }
const standard = scheduleOf(webhookLimits.scheduleSecsDefault)

/** Tries one event until it is over. @returns each step and when it ended, seconds. */
function tries(options: {
  state?: DeliveryState
  terminal?: boolean
  outcome?: TryOutcome
  schedule?: typeof standard
  tryTakesMs?: number
}): { steps: DeliveryStep[]; atSecs: number[] } {
  let state = options.state ?? first
  let nowMs = 0
  const steps: DeliveryStep[] = []
  const atSecs: number[] = []
  for (;;) {
    const startedAtMs = nowMs
    nowMs += options.tryTakesMs ?? 0
    const ended = {
      outcome: options.outcome ?? failed,
      terminal: options.terminal ?? false,
      startedAtMs,
      endedAtMs: nowMs,
    }
    const step = afterTry(state, ended, { schedule: options.schedule ?? standard, random: () => 0.5 })
    steps.push(step)
    atSecs.push(Math.round(startedAtMs / 1_000))
    if (step.verdict !== 'retrying') return { steps, atSecs }
    state = step.state
    nowMs += step.waitMs
  }
}

describe('afterTry', () => {
  it('goes to the next event after a success and forgets what went before', () => {
    const state = { ...first, trouble: { tries: 3, firstTryAtMs: 1, givenUpBefore: 2 } }
    const ended = { outcome: { kind: 'delivered' as const }, terminal: false, startedAtMs: 5, endedAtMs: 6 }
    const step = afterTry(state, ended, { schedule: standard, random: () => 0 })
    assert.deepEqual(step, {
      state: { ...first, next: 5 },
      verdict: 'delivered',
      tryNumber: 4,
      waitMs: 0,
      away: false,
    })
  })

  it('tries a page five times within an hour', () => {
    const { steps, atSecs } = tries({})
    assert.deepEqual(atSecs, [0, 5, 305, 2_105, 3_600])
    assert.equal(steps.at(-1)?.verdict, 'given_up')
    assert.equal(steps.at(-1)?.away, false)
    assert.deepEqual(steps.at(-1)?.state.next, 5)
  })

  it('begins the fifth try within the hour however long each takes', () => {
    const { atSecs } = tries({ tryTakesMs: 15_000 })
    assert.equal(atSecs.length, 5)
    assert.equal(atSecs.at(-1), 3_600)
  })

  it('tries a terminal event ten times over 75 hours, also of a receiver that has been away', () => {
    const away = { ...first, trouble: { tries: 0, firstTryAtMs: 0, givenUpBefore: 7 } }
    for (const state of [first, away]) {
      const { atSecs } = tries({ terminal: true, state })
      assert.deepEqual(atSecs, [0, 5, 305, 2_105, 9_305, 27_305, 63_305, 113_705, 185_705, 272_105])
    }
  })

  it('probes with the next event after one that was given up, then treats the receiver as unavailable', () => {
    const { state, waitMs } = tries({}).steps.at(-1)!
    assert.equal(waitMs, 5_000)
    const { steps, atSecs } = tries({ state })
    assert.deepEqual(atSecs, [0, 5, 10, 15, 20])
    assert.equal(steps.at(-1)?.away, true)
    const later = tries({ state: steps.at(-1)!.state })
    assert.deepEqual(later.atSecs, [0, 5, 305, 2_105, 3_600])
    assert.equal(later.steps.at(-1)?.away, true)
  })

  it('waits as long as the receiver asks when that is longer, and at most a day', () => {
    const asked = (retryAfterMs: number) => tries({ terminal: true, outcome: { kind: 'failed', retryAfterMs } }).atSecs
    assert.deepEqual(asked(60_000).slice(0, 4), [0, 60, 360, 2_160])
    assert.deepEqual(asked(1e12).slice(0, 3), [0, 86_400, 172_800])
  })

  it('makes the try after an asked pause that ends beyond the hour of a page the last one', () => {
    const { atSecs } = tries({ outcome: { kind: 'failed', retryAfterMs: 7_200_000 } })
    assert.deepEqual(atSecs, [0, 7_200])
  })

  it('stops the chain when the receiver says that it is gone', () => {
    const { steps } = tries({ outcome: { kind: 'gone' } })
    assert.equal(steps.length, 1)
    assert.equal(steps[0]?.verdict, 'given_up')
    assert.equal(steps[0]?.state.gone, true)
  })

  it('goes by schedules of fewer than five steps', () => {
    assert.deepEqual(tries({ schedule: scheduleOf([0, 1]) }).atSecs, [0, 1])
    assert.deepEqual(tries({ schedule: scheduleOf([0]) }).atSecs, [0])
    assert.deepEqual(tries({ schedule: scheduleOf([0, 1, 1, 1, 1, 1, 1]), terminal: true }).atSecs.length, 7)
  })
})

describe('jittered', () => {
  it('stays within a tenth either way', () => {
    assert.equal(jittered(1_000, 0), 900)
    assert.equal(jittered(1_000, 0.5), 1_000)
    assert.equal(jittered(1_000, 1), 1_100)
  })
})
