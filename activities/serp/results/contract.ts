/** What a search takes and gives: the same for every engine and every back-end. */
import type { PageAttempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import type { SerpResult } from '@seine/shared/api/schemas/serp-result.ts'

/** The parts of a result page. A back-end that cannot supply one leaves it out. */
export type SerpParts = Pick<
  SerpResult,
  'organic' | 'ads' | 'knowledge_graph' | 'answer_box' | 'people_also_ask' | 'related_searches' | 'total_results'
> & {
  /** Whether there is a page after this one; null where the back-end does not say. */
  hasNext: boolean | null
}

/** Parts as a back-end has them. */
export type FoundParts = Partial<SerpParts> & Pick<SerpParts, 'organic'>

/** The engine keeps us out. */
export interface Refusal {
  kind: 'blocked'
  why: 'captcha' | 'denied' | 'rate_limited'
  /** How long to leave it alone the first time; longer when it happens again. */
  suspendSecs: number
  detail: string
  attempts?: PageAttempt[]
}

/** Nothing came, and nobody meant it. */
export interface Failure {
  kind: 'failed'
  code: 'timeout' | 'unreachable' | 'bad_answer'
  detail: string
  attempts?: PageAttempt[]
}

/** A page with results whose selectors find none of them. */
export interface Drift {
  kind: 'drift'
  /** Of the selector set. */
  version: number
  /** What else is on the page. */
  parts: FoundParts
  detail: string
  attempts?: PageAttempt[]
}

/** What a back-end has said. */
export type BackendAnswer =
  | {
      kind: 'results'
      parts: FoundParts
      warnings: string[]
      /** Set when a later page was refused: what came before it is the answer. */
      refused?: Refusal
    }
  | Refusal
  | Failure
  | Drift

export interface SerpBounds {
  /** End of the call's budget, epoch milliseconds. */
  deadlineMs: number
  signal: AbortSignal
}

/** One way of asking an engine. */
export interface SerpBackend {
  name: 'searxng' | 'brave' | 'html'
  /** Never throws for what an engine does. @throws the reason of the signal. */
  search(task: SerpTask, bounds: SerpBounds): Promise<BackendAnswer>
}
