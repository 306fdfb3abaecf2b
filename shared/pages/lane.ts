/** What a lane is: a way to get from a URL to bytes that can be extracted. There are two, HTTP and a browser. */
import type { ActionResult, PageAttempt } from '../api/schemas/attempt-schema.ts'
import type { BrowserPageOptions } from '../tasks/browser-page.ts'
import type { PageBody, PageMethod, ScreenshotFormat } from '../tasks/job-input.ts'
import type { RedirectHop } from '../egress/connections/egress-error.ts'
import type { PageStalls } from './load-watch.ts'
import type { PageFault } from './page-faults.ts'
import type { PageSession } from './page-session.ts'

/** One page, as a lane is asked for it. */
export interface LaneRequest {
  url: string
  method: PageMethod
  /** Null with GET. */
  body: PageBody | null
  /** How a browser is to load it; its time, headers, country and proxy hold for HTTP as well. */
  browser: BrowserPageOptions
  /** Whose cookies and headers it has; null or absent = nobody's. */
  session?: PageSession | null
  /** Null = none; a browser alone takes one. */
  screenshot: ScreenshotFormat | null
  /** End of everything that is done for the page, epoch milliseconds. */
  deadlineMs: number
  /** Whether a body that breaks off is better than nothing. */
  keepBrokenOff: boolean
  /** What an answer with a status from 400 on is: a page like any other, or a fault. */
  errorPages: 'read' | 'fail'
  signal: AbortSignal
  /** Cuts loads that are silent; null or absent = none does. */
  stalls?: PageStalls | null
  /** Asked before each redirect is followed, in a browser after it; a fault ends the attempt with it. */
  judgeRedirect: (next: URL) => Promise<PageFault | null>
}

/** End of everything that is done for a page, epoch milliseconds: loads that were cut do not count. */
export const deadlineOf = ({ deadlineMs, stalls }: Pick<LaneRequest, 'deadlineMs' | 'stalls'>): number =>
  deadlineMs + (stalls?.lostMs ?? 0)

/** What an answer was, whatever its status. */
export interface LaneAnswer {
  finalUrl: string
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  /** True when the body broke off and its beginning was kept. */
  truncated: boolean
}

/** What is to be extracted, its type, and what its links are relative to. */
export interface LaneContent {
  bytes: Uint8Array<ArrayBuffer>
  contentType: string | null
  url: string
}

/** What a lane has of a page. */
export interface LoadedPage {
  /** Null when there was no answer. */
  answer: LaneAnswer | null
  /** Null with a fault. */
  content: LaneContent | null
  /** PNG. */
  screenshot: Uint8Array | null
  /** Null when there is content. */
  fault: PageFault | null
  attempts: PageAttempt[]
  /** Redirects that were answered on the way, also to no answer. */
  redirects: readonly RedirectHop[]
  /** Of the last attempt, in a browser. */
  actions: ActionResult[]
  warnings: string[]
}

/** The attempts of a page, the last with what turned out to be wrong with the answer it was glad of. */
export function failLast(
  attempts: readonly PageAttempt[],
  fault: PageFault,
  outcome: PageAttempt['outcome'],
): PageAttempt[] {
  const last = attempts.at(-1)
  if (last === undefined || !last.success) return [...attempts]
  const error = { code: fault.code, message: fault.message }
  // A download has been named already.
  const named = last.outcome === 'success' ? outcome : last.outcome
  return [...attempts.slice(0, -1), { ...last, success: false, outcome: named, error }]
}
