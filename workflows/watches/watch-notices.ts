/**
 * `watchNotices`: sends the notices of the runs of a watch to its webhook, one run after another. It runs independently
 * of the runs, so a slow or failing receiver never delays them.
 */
import { continueAsNew, defineSignal, proxyActivities, setHandler, sleep, workflowInfo } from '@temporalio/workflow'
import type { Activities } from '@seine/activities/registry.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import type { NoticePlace, SentNotices, WatchNoticesInput } from '@seine/shared/temporal/watch-shapes.ts'
import { notifyOptions } from '../activity-calls/activity-options.ts'

const { sendWatchNotices } = proxyActivities<Activities>(notifyOptions)

/** Signals to the chain that the notices of a run are due. */
export const watchRunEnded = defineSignal<[number]>('watchRunEnded')

const beginning: NoticePlace = { next: 0, tries: 0, firstTryAtMs: 0 }

const historyIsLong = (): boolean => workflowInfo().historyLength > webhookLimits.historyEventsMax

/** @returns number of notices that were delivered and given up. */
export async function watchNotices(input: WatchNoticesInput): Promise<{ delivered: number; givenUp: number }> {
  const { tenant, watchId } = input
  const due = [...input.due]
  setHandler(watchRunEnded, (n) => {
    if (!due.includes(n)) due.push(n)
  })
  let delivered = 0
  let givenUp = 0
  let place: NoticePlace | null = input.place ?? beginning
  for (let n = due[0]; n !== undefined; n = due[0]) {
    while (place !== null) {
      const sent: SentNotices = await sendWatchNotices.executeWithOptions(
        { summary: `run ${n}, from notice ${place.next + 1}` },
        [{ tenant, watchId, n, place }],
      )
      delivered += sent.delivered
      givenUp += sent.givenUp
      place = sent.place
      if (sent.waitMs > 0) await sleep(sent.waitMs, { summary: `next try of a notice of run ${n}` })
      if (place !== null && historyIsLong()) await continueAsNew<typeof watchNotices>({ tenant, watchId, due, place })
    }
    due.shift()
    place = beginning
    if (due.length > 0 && historyIsLong()) await continueAsNew<typeof watchNotices>({ tenant, watchId, due })
  }
  return { delivered, givenUp }
}
