/** What one way of loading a page has found; the page's result is built from it. */
import type { LaneAnswer, LaneContent, LoadedPage } from '@seine/shared/pages/lane.ts'
import type { PackedResult } from '@seine/shared/pages/extraction.ts'
import type { PageFault } from '@seine/shared/pages/page-faults.ts'
import type { PagePrint, UnchangedBy } from '@seine/shared/pages/stored-page.ts'

export interface PageFind extends Pick<LoadedPage, 'redirects' | 'actions' | 'screenshot'> {
  /** null when there was no answer. */
  answer: LaneAnswer | null
  /** Content of the answer, for the cache; null when it is not needed. */
  content: LaneContent | null
  extracted: PackedResult | null
  /** null when the answer is a result. */
  fault: PageFault | null
  /** Number of the attempt that brought the answer. */
  winner: number | null
  /** Warnings in addition to those derived from the content. */
  warnings: string[]
  /** As in `PageScrape`. */
  print?: PagePrint
  unchanged?: UnchangedBy
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
