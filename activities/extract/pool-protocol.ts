/** Messages between the pool and its threads. */
import type { Redaction } from '@seine/shared/pages/redaction.ts'
import type { ContentFault, ExtractRequest, GivenText, PackedResult } from '@seine/shared/pages/extraction.ts'

/** To a thread: one page. `plain` requests the cheap way and holds the reason. */
export interface PageTask {
  request: ExtractRequest
  plain: string | null
}

/** To a thread: texts that are redacted separately from a page. */
export interface TextsTask {
  texts: readonly GivenText[]
  redaction: Redaction
}

export type ThreadTask = PageTask | TextsTask

/** From a thread: `ready` once after its start, then one answer per task. */
export type ThreadMessage = ReadyMessage | TaskAnswer

/** CPU time that a thread has used so far, from which the time of its next task counts; absent: it is asked. */
interface UsedTime {
  used?: NodeJS.CpuUsage
}

export interface ReadyMessage extends UsedTime {
  kind: 'ready'
}

/** Answer of a thread to a task. */
export type TaskAnswer = (
  | { kind: 'result'; result: PackedResult }
  | { kind: 'unreadable'; code: ContentFault; message: string }
  | { kind: 'texts'; texts: string[] }
) &
  UsedTime & {
    /**
     * What pages have left behind in the thread (an unhandled rejection, a timer), or null; such a thread should take no
     * further page.
     */
    residue: string | null
  }
