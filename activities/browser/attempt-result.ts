/** Types of the request for one attempt at a page, and of its result. */
import type { PageHtml } from './page/page-content.ts'
import type {
  BrowserOutcome,
  BrowserPageOptions,
  BrowserSession,
  RenderRequest,
} from '@seine/shared/tasks/browser-page.ts'
import type { ForwardProxy, UpstreamProxy } from '@seine/shared/egress/connections/proxy-contract.ts'
import type { BlockSignal } from '../judge/block-signals.ts'
import type { LoadWatch } from '@seine/shared/pages/load-watch.ts'
import type { LeftInSession } from '@seine/shared/pages/page-session.ts'
import type { ActionOutcome } from './actions/contract.ts'
import type { Rung } from './engine-ladder.ts'
import type { RecorderOptions } from './recorder/contract.ts'
import type { RecordedRequest, Recording } from './recorder/messages/model.ts'
import type { HeaderMap } from '@seine/shared/pages/headers.ts'

export interface AttemptRequest {
  url: string
  page: BrowserPageOptions
  rung: Rung
  /** Uses a browser that has no other page. @default false */
  alone?: boolean
  /** The proxy of the rung's tier; null = connect directly. */
  upstream: UpstreamProxy | null
  /** Budget for opening, navigation, waits and actions together, milliseconds. */
  budgetMs: number
  /** End of the budget of the whole call, milliseconds of `monotonicNow`: bounds `wait_ms` and collecting. */
  deadlineMs: number
  /** Which bodies the recorder keeps. */
  bodies: RecorderOptions['bodies']
  /** Of which requests they are read; absent = of all. */
  isWanted?: RecorderOptions['isWanted']
  want: RenderRequest
  /** Null without a session. */
  session: BrowserSession | null
  /** Aborts when the caller no longer waits for the page. */
  signal: AbortSignal
  /** Observes the waits for the site; absent = not observed. */
  watch?: LoadWatch
}

/** Milliseconds of each phase; 0 for a phase that was not reached. */
export interface PhaseTimes {
  acquire: number
  navigate: number
  wait: number
  actions: number
  settle: number
  collect: number
}

export interface AttemptResult {
  rung: Rung
  /** `156.0.8078.79`; empty when no browser was opened. */
  browserVersion: string
  /** Epoch milliseconds. */
  startedAtMs: number
  elapsedMs: number
  timings: PhaseTimes
  outcome: BrowserOutcome
  /** Null when the outcome is not a fault. */
  error: { code: string; message: string } | null
  /** Whether the renderer of this page crashed, and not a browser that it shared with other pages. */
  isPageCrash: boolean
  /** Status of the current document of the main frame. */
  httpStatus: number | null
  headers: HeaderMap
  finalUrl: string
  /** The request of that document; null when none was made. */
  document: RecordedRequest | null
  blockedBy: BlockSignal | null
  /** Null when the network was not waited for. */
  idle: 'idle' | 'timed_out' | null
  actions: ActionOutcome[]
  recording: Recording
  /** What the proxy of the attempt refused, and its byte counts. */
  proxy: ForwardProxy
  html: PageHtml | null
  /** PNG. */
  screenshot: Uint8Array | null
  warnings: string[]
  /** The state that the page left in its session; null without a session, or when the browser was lost. */
  session: LeftInSession | null
  /** Settles when the context and its proxy are closed; never rejects. */
  closed: Promise<void>
}
