/** What one way of loading a page has found: the makings of its result. */
import type { LaneAnswer, LaneContent, LoadedPage } from './lane.ts'
import type { PackedResult } from './extraction.ts'
import type { PageFault } from './page-faults.ts'

export interface PageFind extends Pick<LoadedPage, 'redirects' | 'actions' | 'screenshot'> {
  /** Null when there was no answer. */
  answer: LaneAnswer | null
  /** What the answer brought, for the cache; null where it is not wanted. */
  content: LaneContent | null
  extracted: PackedResult | null
  /** Null when the answer is a result. */
  fault: PageFault | null
  /** Number of the attempt that brought the answer. */
  winner: number | null
  /** Beside what the content itself makes one say. */
  warnings: string[]
}

export const nothingFound: PageFind = {
  answer: null,
  content: null,
  extracted: null,
  fault: null,
  winner: null,
  redirects: [],
  actions: [],
  screenshot: null,
  warnings: [],
}
