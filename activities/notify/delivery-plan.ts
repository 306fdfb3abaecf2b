/**
 * The retry rules, as pure functions: how a finished try changes the chain of events.
 *
 * Events are sent in order, so an event that is retried delays those after it. A receiver that is away would delay each
 * of them for an hour. Therefore the event after one that was given up probes quickly whether the receiver is still
 * away, and events that have meanwhile waited their hour are then given up as well. From then on each event is tried
 * for its hour, and events that have waited as long are given up with it.
 */
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import type { DeliveryState, DeliveryTrouble } from '@seine/shared/temporal/shapes.ts'
import type { Pauses, WebhookSchedule } from './webhook-schedule.ts'

/** The outcome of a try. */
export type TryOutcome =
  | { kind: 'delivered' }
  /** @param retryAfterMs the pause the receiver requested; set for 429 and 503 only. */
  | { kind: 'failed'; retryAfterMs: number | null }
  /** The receiver answered 410. */
  | { kind: 'gone' }

/** A finished try. */
export interface EndedTry {
  outcome: TryOutcome
  /** True when the event is `completed` or `failed`. */
  terminal: boolean
  /** When it began, epoch milliseconds. */
  startedAtMs: number
  /** When it ended, epoch milliseconds. */
  endedAtMs: number
}

export interface PlanPorts {
  schedule: WebhookSchedule
  /** Returns a number from 0 to 1, for the jitter of pauses. */
  random: () => number
}

/** The consequence of a try. */
export interface DeliveryStep {
  state: DeliveryState
  /** Whether the event was delivered, is retried or was given up. */
  verdict: 'delivered' | 'retrying' | 'given_up'
  /** Number of the finished try, from 1. */
  tryNumber: number
  /** Pause until the next try, of this event or of the one after it, milliseconds. */
  waitMs: number
  /** True when the receiver is away: page events that have waited their hour are given up as well. */
  away: boolean
}

/** Returns the chain after events were given up. @param count number of events, including the next one. */
export function afterGivingUp(state: DeliveryState, count: number, nowMs: number): DeliveryState {
  const givenUpBefore = (state.trouble?.givenUpBefore ?? 0) + count
  return { ...state, next: state.next + count, trouble: { tries: 0, firstTryAtMs: nowMs, givenUpBefore } }
}

/** Returns the chain after an event that could not be read was given up; this says nothing about the receiver. */
export const afterSkipping = (state: DeliveryState): DeliveryState => ({
  ...state,
  next: state.next + 1,
  trouble: state.trouble === null ? null : { ...state.trouble, tries: 0 },
})

/**
 * Returns a pause with jitter, so that receivers that failed together are not called together. @param random from 0 to
 * 1.
 */
export function jittered(pauseMs: number, random: number): number {
  return Math.round(pauseMs * (1 + webhookLimits.jitterShare * (2 * random - 1)))
}

const pausesOf = (schedule: WebhookSchedule, terminal: boolean, { givenUpBefore }: DeliveryTrouble): Pauses => {
  if (terminal) return schedule.terminal
  return givenUpBefore === 1 ? schedule.probe : schedule.page
}

/** Returns the pause the receiver requested, capped so that no receiver can delay a chain indefinitely. */
const askedPauseMs = (outcome: TryOutcome): number =>
  Math.min((outcome.kind === 'failed' ? outcome.retryAfterMs : null) ?? 0, webhookLimits.retryAfterMaxSecs * 1_000)

/**
 * Returns the pause after a failed try, milliseconds; null when it was the last try.
 * @param trouble the retry state, including the try that has just failed.
 */
export function pauseAfter(trouble: DeliveryTrouble, ended: EndedTry, { schedule, random }: PlanPorts): number | null {
  const { terminal, outcome, endedAtMs } = ended
  const pauseMs = pausesOf(schedule, terminal, trouble)[trouble.tries]
  const windowLeftMs = terminal ? Infinity : trouble.firstTryAtMs + webhookLimits.pageWindowSecs * 1_000 - endedAtMs
  if (pauseMs === undefined || windowLeftMs <= 0) return null
  return Math.max(Math.min(jittered(pauseMs, random()), windowLeftMs), askedPauseMs(outcome))
}

/** Returns the chain after a try of its next event. */
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
  // The receiver has just failed, so the next event starts after the second pause of a probe.
  const probeMs = jittered(ports.schedule.probe[1] ?? 0, ports.random())
  return {
    ...common,
    state: givenUp,
    verdict: 'given_up',
    waitMs: Math.max(askedPauseMs(outcome), probeMs),
    away: before.givenUpBefore > 0,
  }
}
