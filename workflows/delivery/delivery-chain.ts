/**
 * The state transitions of a chain of webhook events, as pure functions. The workflow keeps the state between calls.
 */
import type { DeliveryState, JobEnded, WebhookPlan } from '@seine/shared/temporal/shapes.ts'
import { lastSequence } from '@seine/shared/temporal/webhook-sequence.ts'

/** Returns the state of the chain of a job that has just been accepted: `started` is due if the webhook receives it. */
export const firstState = (plan: WebhookPlan): DeliveryState => ({
  next: 1,
  due: lastSequence(plan, 0),
  ended: false,
  calls: 0,
  trouble: null,
  gone: false,
})

/** Returns the state after this many pages have finished. Signals that arrive late change nothing. */
export function afterPagesDue(state: DeliveryState, plan: WebhookPlan, finishedPages: number): DeliveryState {
  if (state.ended) return state
  return { ...state, due: Math.max(state.due, lastSequence(plan, finishedPages)) }
}

/**
 * Returns the state after the end of the job. When a job is cancelled, no further event becomes due, unless the webhook
 * receives the cancellation.
 */
export function afterJobEnded(
  state: DeliveryState,
  plan: WebhookPlan,
  { finishedPages, outcome }: JobEnded,
): DeliveryState {
  if (state.ended) return state
  if (outcome === 'cancelled' && plan.cancelled !== true) return { ...state, ended: true }
  const pages = Math.max(state.due, lastSequence(plan, finishedPages))
  return { ...state, due: pages + (plan[outcome] === true ? 1 : 0), ended: true }
}

/** Returns the state for a job that must have ended by now without a signal: no further event becomes due. */
export const afterSilence = (state: DeliveryState): DeliveryState => ({ ...state, ended: true })

/**
 * Returns the state after a call of the activity.
 * @param state the current state: signals may have arrived while the activity was running.
 * @param returned the state that the activity returned, based on the state it was given.
 */
export function afterCall(state: DeliveryState, returned: DeliveryState): DeliveryState {
  const { next, trouble, gone } = returned
  return { ...state, next, trouble, gone, calls: Math.max(returned.calls, state.calls + 1) }
}

/** Returns true while an event is due. */
export const hasDue = ({ next, due, gone }: DeliveryState): boolean => !gone && next <= due

/** Returns true when nothing more will be sent. */
export const isOver = ({ next, due, ended, gone }: DeliveryState): boolean => gone || (ended && next > due)

/**
 * Returns the "current details" of a chain for operators in the Web UI. @param resumeAtMs time of the next try; 0:
 * immediately.
 */
export function chainDetails(state: DeliveryState, resumeAtMs: number): string {
  const { next, due, ended, trouble, gone } = state
  const troubled =
    trouble === null
      ? []
      : [
          `\n- ${trouble.tries} failed tries of event ${next}` +
            (trouble.givenUpBefore > 0 ? `, ${trouble.givenUpBefore} earlier events given up` : ''),
        ]
  return [
    '| next event | events due | job |',
    '| ---: | ---: | --- |',
    `| ${next} | ${Math.max(0, due - next + 1)} | ${ended ? 'over' : 'running'} |`,
    ...troubled,
    ...(hasDue(state) && resumeAtMs > 0 ? [`\n- next try at ${new Date(resumeAtMs).toISOString()}`] : []),
    ...(gone ? ['\n- the receiver answered 410 Gone: no further events are sent'] : []),
  ].join('\n')
}
