/** The `scrapeSlice` activity: scrapes the pages of one slice. */
import { sliceLimits } from '@seine/shared/config/slice-limits.ts'
import type { SliceSummary, SliceTask } from '@seine/shared/temporal/shapes.ts'
import { whileBeating } from '../faults/while-beating.ts'
import { readSliceInput, readSliceList, summaryWithoutList } from '../segments/slice-list.ts'
import { boundedBeats } from './bounded-beats.ts'
import type { SliceContext, SliceDeps } from './slice-deps.ts'
import { endedSlice } from '../segments/slice-result.ts'
import { SliceRun } from './slice-run.ts'

/**
 * Runs one slice.
 * @returns counters; outcomes and links are in the slice's result object.
 * @throws SliceInterruptedError when the worker shuts down, StoreUnavailableError, SealError; they are retried, and the
 *   next attempt resumes from the last heartbeat.
 */
export async function scrapeSlice(deps: SliceDeps, task: SliceTask, context: SliceContext): Promise<SliceSummary> {
  // A damaged object is read again after pauses, which may be longer than the heartbeat timeout.
  const beat = (): void => context.heartbeat(context.previous)
  const { input, list, ended } = await whileBeating(beat, sliceLimits.heartbeatIntervalMs, async () => {
    const job = await readSliceInput(deps.inputs, task, context.attempt)
    const [pages, summary] = await Promise.all([
      readSliceList(deps.store, job, task),
      endedSlice(deps.store, job, task.slice),
    ])
    return { input: job, list: pages, ended: summary }
  })
  if (ended !== null) return ended
  if (list === null) return summaryWithoutList(task)
  // Fails the attempt instead of handing the pages back: another worker of the queue may have a browser, whereas pages
  // handed back would return to this lane again and again.
  if (task.lane === 'browser' && deps.browser === null)
    throw new Error('the slice needs a browser, and this worker has none')
  const heartbeat = boundedBeats(context.heartbeat, context.previous)
  return await new SliceRun(deps, task, { ...context, heartbeat }, input, list).run()
}
