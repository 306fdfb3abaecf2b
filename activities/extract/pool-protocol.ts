/** Messages between the pool and its threads. */
import type { Redaction } from '@seine/shared/pages/redaction.ts'
import type { ContentFault, ExtractRequest, GivenText, PackedResult } from '@seine/shared/pages/extraction.ts'

/** To a thread: one page. `plain` asks for the cheap way, with the reason for it. */
export interface PageTask {
  request: ExtractRequest
  plain: string | null
}

/** To a thread: texts that are redacted apart from a page. */
export interface TextsTask {
  texts: readonly GivenText[]
  redaction: Redaction
}

export type ThreadTask = PageTask | TextsTask

/** From a thread: `ready` once after its start, then one answer a task. */
export type ThreadMessage = { kind: 'ready' } | TaskAnswer

/** What a thread makes of a task. */
export type TaskAnswer = (
  | { kind: 'result'; result: PackedResult }
  | { kind: 'unreadable'; code: ContentFault; message: string }
  | { kind: 'texts'; texts: string[] }
) & {
  /** What pages have left behind in the thread (a fault nobody waited for, a timer), or null; it should take no further page. */
  residue: string | null
}
