import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DeliveryState, WebhookPlan } from '@seine/shared/temporal/shapes.ts'
import {
  afterCall,
  afterJobEnded,
  afterPagesDue,
  afterSilence,
  chainDetails,
  firstState,
  hasDue,
  isOver,
} from './delivery-chain.ts'

const all: WebhookPlan = { started: true, page: true, completed: true, failed: true }
const only = (...names: (keyof WebhookPlan)[]): WebhookPlan => ({
  started: names.includes('started'),
  page: names.includes('page'),
  completed: names.includes('completed'),
  failed: names.includes('failed'),
})
const delivered = (state: DeliveryState): DeliveryState => ({ ...state, next: state.due + 1 })

describe('a chain of webhook events', () => {
  it('begins with `started`, or with nothing when that is not wanted', () => {
    assert.equal(hasDue(firstState(all)), true)
    assert.equal(hasDue(firstState(only('page', 'completed'))), false)
    assert.equal(isOver(firstState(only('completed'))), false)
  })

  it('numbers events without a gap, whatever is wanted', () => {
    const due = (plan: WebhookPlan, outcome: 'completed' | 'failed' | 'cancelled') =>
      afterJobEnded(afterPagesDue(firstState(plan), plan, 3), plan, { finishedPages: 5, outcome }).due
    assert.equal(due(all, 'completed'), 7)
    assert.equal(due(all, 'failed'), 7)
    assert.equal(due(only('page'), 'completed'), 5)
    assert.equal(due(only('completed'), 'completed'), 1)
    assert.equal(due(only('completed'), 'failed'), 0)
    assert.equal(due(only('started', 'failed'), 'failed'), 2)
  })

  it('sends what is due of a job that must be over and has not said so, and then ends', () => {
    const silent = afterSilence(afterPagesDue(firstState(all), all, 3))
    assert.deepEqual([silent.due, isOver(silent)], [4, false])
    assert.equal(isOver(delivered(silent)), true)
    assert.equal(afterJobEnded(silent, all, { finishedPages: 9, outcome: 'completed' }), silent)
    const ended = afterJobEnded(firstState(all), all, { finishedPages: 1, outcome: 'completed' })
    assert.deepEqual(afterSilence(ended), ended)
  })

  it('has no more events of a cancelled job than were due before', () => {
    const running = afterPagesDue(firstState(all), all, 3)
    const ended = afterJobEnded(running, all, { finishedPages: 9, outcome: 'cancelled' })
    assert.equal(ended.due, 4)
    assert.equal(isOver(ended), false)
    assert.equal(isOver(delivered(ended)), true)
  })

  it('sends the pages and the cancellation of a job to those who want it', () => {
    const plan = { ...all, cancelled: true }
    const running = afterPagesDue(firstState(plan), plan, 3)
    const ended = afterJobEnded(running, plan, { finishedPages: 9, outcome: 'cancelled' })
    assert.deepEqual([ended.due, ended.ended], [11, true])
    assert.equal(afterJobEnded(running, plan, { finishedPages: 9, outcome: 'failed' }).due, 11)
  })

  it('takes signals in any order and more than once', () => {
    const five = afterPagesDue(firstState(all), all, 5)
    assert.deepEqual(afterPagesDue(five, all, 2), five)
    const ended = afterJobEnded(five, all, { finishedPages: 8, outcome: 'completed' })
    assert.deepEqual(afterPagesDue(ended, all, 12), ended)
    assert.deepEqual(afterJobEnded(ended, all, { finishedPages: 8, outcome: 'completed' }), ended)
  })

  it('keeps what signals have said while a call was under way', () => {
    const given = afterPagesDue(firstState(all), all, 2)
    const meanwhile = afterJobEnded(given, all, { finishedPages: 4, outcome: 'completed' })
    const trouble = { tries: 1, firstTryAtMs: 9, givenUpBefore: 0 }
    const after = afterCall(meanwhile, { ...given, next: 3, trouble, calls: 1 })
    assert.deepEqual(after, { next: 3, due: 6, ended: true, calls: 1, trouble, gone: false })
  })

  it('is over when the receiver is gone, whatever is due', () => {
    const gone = afterCall(firstState(all), { ...firstState(all), gone: true })
    assert.equal(isOver(gone), true)
    assert.equal(hasDue(gone), false)
  })

  it('never gives two calls one number', () => {
    assert.equal(afterCall(firstState(all), firstState(all)).calls, 1)
  })
})

describe('chainDetails', () => {
  it('shows what is due and what the trouble is', () => {
    const trouble = { tries: 2, firstTryAtMs: 1, givenUpBefore: 3 }
    const text = chainDetails({ next: 7, due: 9, ended: false, calls: 4, trouble, gone: false }, 1_000)
    assert.match(text, /\| 7 \| 3 \| running \|/)
    assert.match(text, /2 failed tries of event 7, 3 earlier events given up/)
    assert.match(text, /next try at 1970-01-01T00:00:01\.000Z/)
  })
})
