/** How a chain of webhook events moves on, as pure functions: what the workflow keeps between calls. */
import type { DeliveryState, JobEnded, WebhookPlan } from '@seine/shared/temporal/shapes.ts'
import { lastSequence } from '@seine/shared/temporal/webhook-sequence.ts'

/** The chain of a job that has just been accepted: `started` is due, if it is wanted. */
export const firstState = (plan: WebhookPlan): DeliveryState => ({
  next: 1,
  due: lastSequence(plan, 0),
  ended: false,
  calls: 0,
  trouble: null,
  gone: false,
})

/** The chain once so many pages have come to their end. Signals that come late change nothing. */
export function afterPagesDue(state: DeliveryState, plan: WebhookPlan, finishedPages: number): DeliveryState {
  if (state.ended) return state
  return { ...state, due: Math.max(state.due, lastSequence(plan, finishedPages)) }
}

/** The chain once the job is over. Of a cancelled job nothing more is due than was due before. */
export function afterJobEnded(
  state: DeliveryState,
  plan: WebhookPlan,
  { finishedPages, outcome }: JobEnded,
): DeliveryState {
  if (state.ended) return state
  if (outcome === 'cancelled') return { ...state, ended: true }
  const pages = Math.max(state.due, lastSequence(plan, finishedPages))
  return { ...state, due: pages + (plan[outcome] ? 1 : 0), ended: true }
}

/** The chain of a job that must be over by now and has told nobody: nothing more is due. */
export const afterSilence = (state: DeliveryState): DeliveryState => ({ ...state, ended: true })

/**
 * The chain after a call of the activity.
 * @param state as it is now: signals may have come while the activity was working.
 * @param returned what the activity has made of the state it was given.
 */
export function afterCall(state: DeliveryState, returned: DeliveryState): DeliveryState {
  const { next, trouble, gone } = returned
  return { ...state, next, trouble, gone, calls: Math.max(returned.calls, state.calls + 1) }
}

/** True while an event is due. */
export const hasDue = ({ next, due, gone }: DeliveryState): boolean => !gone && next <= due

/** True once nothing will be sent any more. */
export const isOver = ({ next, due, ended, gone }: DeliveryState): boolean => gone || (ended && next > due)

/** What operators see as "current details" of a chain in the Web UI. @param resumeAtMs of the next try; 0 = at once. */
export function chainDetails(state: DeliveryState, resumeAtMs: number): string {
  const { next, due, ended, trouble, gone } = state
  const troubled =
    trouble === null
      ? []
      : [
          `\n- ${trouble.tries} vain tries of event ${next}` +
            (trouble.givenUpBefore > 0 ? `, ${trouble.givenUpBefore} events given up before it` : ''),
        ]
  return [
    '| next event | events due | job |',
    '| ---: | ---: | --- |',
    `| ${next} | ${Math.max(0, due - next + 1)} | ${ended ? 'over' : 'running'} |`,
    ...troubled,
    ...(hasDue(state) && resumeAtMs > 0 ? [`\n- next try at ${new Date(resumeAtMs).toISOString()}`] : []),
    ...(gone ? ['\n- the receiver has said that it is gone: nothing more is sent'] : []),
  ].join('\n')
}
