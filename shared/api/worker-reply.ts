/** What a browser worker answers the gateway. It knows neither request ids nor tags; the gateway adds them. */
import type { ActionResult, AttemptReport } from './attempt-schema.ts'
import type { Har } from './har-schema.ts'
import type { HeaderRecord } from './network-call-schema.ts'
import type { NetworkResult } from './network-result.ts'

/** The call could not be carried out. */
export interface WorkerProblem {
  kind: 'problem'
  code: 'unsafe_target' | 'budget_exceeded' | 'browser_unavailable' | 'proxy_not_configured' | 'internal_error'
  detail: string
  /** Those that were made before, or that were cut short. */
  attempts: AttemptReport[]
}

/** What the worker contributes to the answer of `POST /browser/network`. */
export type CapturedPage = Omit<NetworkResult, 'request_id' | 'session_id' | 'tag'>

/** Answer of `POST /browser/network` on a worker. */
export type NetworkReply = { kind: 'result'; result: CapturedPage } | { kind: 'har'; har: Har } | WorkerProblem

/** A page as the browser has it. */
export interface RenderedPage {
  kind: 'rendered'
  attempts: AttemptReport[]
  /** `index` of the attempt that succeeded; null without one. */
  winningAttempt: number | null
  finalUrl: string | null
  status: number | null
  headers: HeaderRecord
  /** Null when it was not asked for, or there is no document. */
  html: string | null
  /** PNG; null when it was not asked for, or could not be taken. */
  screenshotBase64: string | null
  actions: ActionResult[]
  warnings: string[]
}

/** Answer of `POST /render` on a worker. */
export type RenderReply = RenderedPage | WorkerProblem
