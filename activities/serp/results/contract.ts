/** Input and output of a search, the same for every engine and every back-end. */
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import type { SerpResult } from '@seine/shared/api/schemas/serp-result.ts'

/** The parts of a result page. A back-end that cannot supply a part leaves it out. */
export type SerpParts = Pick<
  SerpResult,
  'organic' | 'ads' | 'knowledge_graph' | 'answer_box' | 'people_also_ask' | 'related_searches' | 'total_results'
> & {
  /** Whether another page follows; null when the back-end does not say. */
  hasNext: boolean | null
}

/** Parts as returned by a back-end. */
export type FoundParts = Partial<SerpParts> & Pick<SerpParts, 'organic'>

/** The engine blocks requests. */
export interface Refusal {
  kind: 'blocked'
  why: 'captcha' | 'denied' | 'rate_limited'
  /** How long the back-end is not queried after the first refusal, seconds; longer after repeated ones. */
  suspendSecs: number
  detail: string
  attempts?: Attempt[]
}

/** The search failed without being refused. */
export interface Failure {
  kind: 'failed'
  code: 'timeout' | 'unreachable' | 'bad_answer'
  detail: string
  attempts?: Attempt[]
}

/** A page with results on which the selectors find none. */
export interface Drift {
  kind: 'drift'
  /** Version of the selector set. */
  version: number
  /** Other parts found on the page. */
  parts: FoundParts
  detail: string
  attempts?: Attempt[]
}

/** Answer of a back-end. */
export type BackendAnswer =
  | {
      kind: 'results'
      parts: FoundParts
      warnings: string[]
      /** Set when a later page was refused: the answer consists of the pages before it. */
      refused?: Refusal
    }
  | Refusal
  | Failure
  | Drift

export interface SerpBounds {
  /** Deadline of the call's budget, milliseconds of `monotonicNow`. */
  deadlineMs: number
  signal: AbortSignal
}

/** One way of querying an engine. */
export interface SerpBackend {
  name: 'searxng' | 'brave' | 'html'
  /** Does not throw because of an engine's behaviour. @throws the reason of the signal. */
  search(task: SerpTask, bounds: SerpBounds): Promise<BackendAnswer>
}
