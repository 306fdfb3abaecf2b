/** Messages between the process and the thread that matches paths. */
import type { BrokenPathRule, PathLists } from './path-rules.ts'

/** Paths of one job to match. */
export interface PathCall {
  lists: PathLists
  /** Results of `matchedText`. */
  texts: readonly string[]
  /** Steps that the job may still spend on matching. */
  steps: number
}

/** Indexed by the numbers in `verdicts` of a `matched` message. */
export const pathVerdicts: readonly (BrokenPathRule | null)[] = [
  null,
  { rule: 'excludePaths' },
  { rule: 'includePaths' },
]

/** Messages from the thread: `ready` once after its start, then one answer per call. */
export type PathMessage =
  | { kind: 'ready' }
  | {
      kind: 'matched'
      /** Verdicts on the first texts of the call, as many as there was time for; at least one. */
      verdicts: Uint8Array<ArrayBuffer>
      spent: number
    }
  /** The lists cannot be matched: too many steps, or more than can be compiled. */
  | { kind: 'refused'; reason: string }
