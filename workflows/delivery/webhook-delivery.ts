/**
 * `webhookDelivery`: tells the receiver of a job's webhook of its events, one after another. It stands
 * beside the job: nothing that a receiver does, or leaves undone, holds the job up.
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

/** What a chain came to. */
export interface ChainResult {
  delivered: number
  givenUp: number
  /** The receiver said that it is gone. */
  gone: boolean
}

/**
 * Delivers the events of one job.
 * @returns when the job is over and each of its events is delivered or given up, or the receiver is gone.
 * How long that takes is for the schedule of tries to say; of a job that has been deleted nothing is sent.
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
  sleep(Math.max(1, input.jobEndsByMs - Date.now()), { summary: 'the job is over in any case' }).then(
    silence,
    () => undefined,
  )
  show()

  // A job that goes on for days while its receiver is away fills the history with signals.
  const historyIsLong = (): boolean =>
    workflowInfo().historyLength > (input.historyEventsMax ?? webhookLimits.historyEventsMax)
  for (;;) {
    await condition(() => hasDue(state) || isOver(state) || historyIsLong())
    const pauseMs = resumeAtMs - Date.now()
    if (hasDue(state) && pauseMs > 0)
      await condition(historyIsLong, pauseMs, { summary: `next try of event ${state.next}` })
    if (isOver(state)) return { delivered, givenUp, gone: state.gone }
    if (historyIsLong()) {
      const told = { delivered, givenUp }
      const ended = { ...(outcome === null ? {} : { outcome }), ...(unrecorded === undefined ? {} : { unrecorded }) }
      const carried = { ...input, state, resumeAtMs, told, ...ended }
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
