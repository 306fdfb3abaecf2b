/** Messages between the pool and its threads. */
import type { ContentFault, ExtractRequest, PackedResult } from './contract.ts'

/** To a thread: one page. `plain` asks for the cheap way, with the reason for it. */
export interface PageTask {
  request: ExtractRequest
  plain: string | null
}

/** From a thread: `ready` once after its start, then one answer a task. */
export type ThreadMessage = { kind: 'ready' } | TaskAnswer

/** What a thread makes of a task. */
export type TaskAnswer = (
  | { kind: 'result'; result: PackedResult }
  | { kind: 'unreadable'; code: ContentFault; message: string }
) & {
  /** What pages have left behind in the thread (a fault nobody waited for, a timer), or null; it should take no further page. */
  residue: string | null
}
