/** Defines lanes. A lane turns a URL into bytes that can be extracted. There are two: HTTP and a browser. */
import type { ActionResult, Attempt } from '../api/schemas/attempt-schema.ts'
import type { BrowserPageOptions } from '../tasks/browser-page.ts'
import type { PageBody, PageMethod } from '../tasks/job-input.ts'
import type { ScreenshotFormat } from '../tasks/formats.ts'
import type { RedirectHop } from '../egress/connections/egress-error.ts'
import type { OnExchange } from '../egress/connections/wire-exchange.ts'
import type { PageStalls } from './load-watch.ts'
import type { PageFault } from './page-faults.ts'
import type { PageSession } from './page-session.ts'

/** Request for one page to a lane. */
export interface LaneRequest {
  url: string
  method: PageMethod
  /** null with GET. */
  body: PageBody | null
  /** How a browser loads it; its timeout, headers, country and proxy apply to HTTP as well. */
  browser: BrowserPageOptions
  /** Session with the cookies and headers to use; null or absent: none. */
  session?: PageSession | null
  /** null: none. Only a browser takes screenshots. */
  screenshot: ScreenshotFormat | null
  /** Deadline of all work for the page, milliseconds of `monotonicNow`. */
  deadlineMs: number
  /** Whether an incomplete body is kept instead of failing. */
  keepBrokenOff: boolean
  /** How an answer with a status of 400 or above is treated: read like any page, or failed. */
  errorPages: 'read' | 'fail'
  signal: AbortSignal
  /** Cuts loads that are silent; null or absent: silent loads are not cut. */
  stalls?: PageStalls | null
  /** Called with everything that goes over the wire for the page; null or absent: it is not recorded. */
  onExchange?: OnExchange | null
  /** Called before each redirect is followed, in a browser after it; a returned fault ends the attempt. */
  judgeRedirect: (next: URL) => Promise<PageFault | null>
}

/** Returns the deadline of all work for a page, milliseconds of `monotonicNow`; time spent on cut loads is added. */
export const deadlineOf = ({ deadlineMs, stalls }: Pick<LaneRequest, 'deadlineMs' | 'stalls'>): number =>
  deadlineMs + (stalls?.lostMs ?? 0)

/** The head of an answer, whatever its status. */
export interface LaneAnswer {
  finalUrl: string
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  /** True when the body was incomplete and its beginning was kept. */
  truncated: boolean
}

/** The bytes to extract, their type, and the base URL of relative links. */
export interface LaneContent {
  bytes: Uint8Array<ArrayBuffer>
  contentType: string | null
  url: string
}

/** Result of a lane for a page. */
export interface LoadedPage {
  /** null when there was no answer. */
  answer: LaneAnswer | null
  /** null with a fault. */
  content: LaneContent | null
  /** PNG. */
  screenshot: Uint8Array | null
  /** null when there is content. */
  fault: PageFault | null
  attempts: Attempt[]
  /** Redirects that were answered on the way, even when there was no final answer. */
  redirects: readonly RedirectHop[]
  /** Actions of the last attempt, in a browser. */
  actions: ActionResult[]
  warnings: string[]
}

/** Returns the attempts with the last one marked as failed, when its successful answer proved unusable. */
export function failLast(attempts: readonly Attempt[], fault: PageFault, outcome: Attempt['outcome']): Attempt[] {
  const last = attempts.at(-1)
  if (last === undefined || !last.success) return [...attempts]
  const error = { code: fault.code, message: fault.message }
  // The outcome of a download is set already.
  const named = last.outcome === 'success' ? outcome : last.outcome
  return [...attempts.slice(0, -1), { ...last, success: false, outcome: named, error }]
}
