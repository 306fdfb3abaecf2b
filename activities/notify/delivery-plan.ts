/**
 * The rule of retries, as pure functions: what a try that has ended means for the chain of events.
 *
 * Events go out in order, so an event that is tried again holds up those after it. A receiver that is
 * away would hold them up for an hour each; therefore the event after one that was given up shows quickly
 * whether it is away, and what has waited its hour meanwhile is then given up as well. From there on one
 * event after another has its hour, and those that waited as long go with it.
 */
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import type { DeliveryState, DeliveryTrouble } from '@seine/shared/temporal/shapes.ts'
import type { Pauses, WebhookSchedule } from './webhook-schedule.ts'

/** What came of a try. */
export type TryOutcome =
  | { kind: 'delivered' }
  /** @param retryAfterMs what the receiver asked for, 429 and 503 alone. */
  | { kind: 'failed'; retryAfterMs: number | null }
  /** It answered 410. */
  | { kind: 'gone' }

/** A try that has ended. */
export interface EndedTry {
  outcome: TryOutcome
  /** The event is `completed` or `failed`. */
  terminal: boolean
  /** When it began, epoch milliseconds. */
  startedAtMs: number
  /** When it ended, epoch milliseconds. */
  endedAtMs: number
}

export interface PlanPorts {
  schedule: WebhookSchedule
  /** A number from 0 to 1, for the spread of pauses. */
  random: () => number
}

/** What follows from a try. */
export interface DeliveryStep {
  state: DeliveryState
  /** What has become of the event. */
  verdict: 'delivered' | 'retrying' | 'given_up'
  /** Number of the try that has ended, from 1. */
  tryNumber: number
  /** Until the next try, of this event or of the one after it, milliseconds. */
  waitMs: number
  /** The receiver is away: page events that have waited their hour are to be given up as well. */
  away: boolean
}

/** The chain after events were given up. @param count how many, the one that is next included. */
export function afterGivingUp(state: DeliveryState, count: number, nowMs: number): DeliveryState {
  const givenUpBefore = (state.trouble?.givenUpBefore ?? 0) + count
  return { ...state, next: state.next + count, trouble: { tries: 0, firstTryAtMs: nowMs, givenUpBefore } }
}

/** A pause, spread so that receivers that came down together are not called together. @param random from 0 to 1. */
export function jittered(pauseMs: number, random: number): number {
  return Math.round(pauseMs * (1 + webhookLimits.jitterShare * (2 * random - 1)))
}

const pausesOf = (schedule: WebhookSchedule, terminal: boolean, { givenUpBefore }: DeliveryTrouble): Pauses => {
  if (terminal) return schedule.terminal
  return givenUpBefore === 1 ? schedule.probe : schedule.page
}

/** Capped: no chain waits for ever because it was asked to. */
const askedPauseMs = (outcome: TryOutcome): number =>
  Math.min((outcome.kind === 'failed' ? outcome.retryAfterMs : null) ?? 0, webhookLimits.retryAfterMaxSecs * 1_000)

/**
 * How long to wait after a try in vain; null = it was the last one.
 * @param trouble with the try that has just failed.
 */
export function pauseAfter(trouble: DeliveryTrouble, ended: EndedTry, { schedule, random }: PlanPorts): number | null {
  const { terminal, outcome, endedAtMs } = ended
  const pauseMs = pausesOf(schedule, terminal, trouble)[trouble.tries]
  const windowLeftMs = terminal ? Infinity : trouble.firstTryAtMs + webhookLimits.pageWindowSecs * 1_000 - endedAtMs
  if (pauseMs === undefined || windowLeftMs <= 0) return null
  return Math.max(Math.min(jittered(pauseMs, random()), windowLeftMs), askedPauseMs(outcome))
}

/** The chain after a try of the event that is next. */
export function afterTry(state: DeliveryState, ended: EndedTry, ports: PlanPorts): DeliveryStep {
  const { outcome, endedAtMs } = ended
  const before = state.trouble ?? { tries: 0, firstTryAtMs: 0, givenUpBefore: 0 }
  const trouble: DeliveryTrouble = {
    tries: before.tries + 1,
    firstTryAtMs: before.tries === 0 ? ended.startedAtMs : before.firstTryAtMs,
    givenUpBefore: before.givenUpBefore,
  }
  const common = { tryNumber: trouble.tries, waitMs: 0, away: false }
  if (outcome.kind === 'delivered') {
    return { ...common, state: { ...state, next: state.next + 1, trouble: null }, verdict: 'delivered' }
  }
  const tried = { ...state, trouble }
  const givenUp = afterGivingUp(tried, 1, endedAtMs)
  if (outcome.kind === 'gone') return { ...common, state: { ...givenUp, gone: true }, verdict: 'given_up', away: true }
  const waitMs = pauseAfter(trouble, ended, ports)
  if (waitMs !== null) return { ...common, state: tried, verdict: 'retrying', waitMs }
  // The receiver has only just failed: the next event begins as a probe goes on.
  const probeMs = jittered(ports.schedule.probe[1] ?? 0, ports.random())
  return {
    ...common,
    state: givenUp,
    verdict: 'given_up',
    waitMs: Math.max(askedPauseMs(outcome), probeMs),
    away: before.givenUpBefore > 0,
  }
}
