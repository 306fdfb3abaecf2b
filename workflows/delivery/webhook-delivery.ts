/**
 * `webhookDelivery`: sends the events of a job to its webhook receiver, one after another. It runs independently of the
 * job, so a slow or failing receiver never delays the job.
 */
import {
  condition,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  sleep,
  workflowInfo,
} from '@temporalio/workflow'
import type { Activities } from '@seine/activities/registry.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import type { JobEnded, WebhookDeliveryInput } from '@seine/shared/temporal/shapes.ts'
import { notifyOptions } from '../activity-calls/activity-options.ts'
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
import { jobEnded, pagesDue } from './webhook-signals.ts'

const { deliverWebhooks } = proxyActivities<Activities>(notifyOptions)

/** Result of a chain. */
export interface ChainResult {
  delivered: number
  givenUp: number
  /** The receiver has answered that it is gone. */
  gone: boolean
}

/**
 * Delivers the events of one job. The schedule of tries determines how long that takes; for a deleted job nothing is
 * sent.
 * @returns when the job has ended and each of its events has been delivered or given up, or when the receiver is gone.
 */
export async function webhookDelivery(input: WebhookDeliveryInput): Promise<ChainResult> {
  const { jobId, tenant, plan } = input
  let state = input.state ?? firstState(plan)
  let outcome: JobEnded['outcome'] | null = input.outcome ?? null
  let unrecorded = input.unrecorded
  let resumeAtMs = input.resumeAtMs ?? 0
  let { delivered, givenUp } = input.told ?? { delivered: 0, givenUp: 0 }
  const show = (): void => setCurrentDetails(chainDetails(state, resumeAtMs))
  setHandler(pagesDue, ({ finishedPages }) => {
    state = afterPagesDue(state, plan, finishedPages)
    show()
  })
  setHandler(jobEnded, (ended) => {
    if (!state.ended) ({ outcome, unrecorded } = ended)
    state = afterJobEnded(state, plan, ended)
    show()
  })
  const silence = (): void => {
    state = afterSilence(state)
    show()
  }
  sleep(Math.max(1, input.jobEndsByMs - Date.now()), { summary: 'latest possible end of the job' }).then(
    silence,
    () => undefined,
  )
  show()

  // When a job runs for days while its receiver is unavailable, signals fill the history.
  const historyIsLong = (): boolean =>
    workflowInfo().historyLength > (input.historyEventsMax ?? webhookLimits.historyEventsMax)
  for (;;) {
    await condition(() => hasDue(state) || isOver(state) || historyIsLong())
    const pauseMs = resumeAtMs - Date.now()
    if (hasDue(state) && pauseMs > 0)
      await condition(historyIsLong, pauseMs, { summary: `next try of event ${state.next}` })
    if (isOver(state)) return { delivered, givenUp, gone: state.gone }
    if (historyIsLong()) {
      const counts = { delivered, givenUp }
      const ended = { ...(outcome === null ? {} : { outcome }), ...(unrecorded === undefined ? {} : { unrecorded }) }
      const carried = { ...input, state, resumeAtMs, told: counts, ...ended }
      await continueAsNew<typeof webhookDelivery>(carried)
    }
    const { next, due } = state
    const summary = next === due ? `event ${next}` : `events ${next} to ${due}`
    const call = { jobId, tenant, plan, state, outcome, ...(unrecorded === undefined ? {} : { unrecorded }) }
    const result = await deliverWebhooks.executeWithOptions({ summary }, [call])
    state = afterCall(state, result.state)
    delivered += result.delivered
    givenUp += result.givenUp
    resumeAtMs = result.waitMs > 0 ? Date.now() + result.waitMs : 0
    show()
  }
}
