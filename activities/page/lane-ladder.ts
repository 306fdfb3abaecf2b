/**
 * The ladder of a page: classifies an answer by HTTP and decides the next step. Pure. It decides on the first
 * real answer, so that nothing is fetched twice merely to decide.
 */
import type { RenderMode } from '@seine/shared/tasks/job-input.ts'
import { blockSignal, type BlockSignal } from '../judge/block-signals.ts'
import { asksForPause } from '@seine/shared/pages/pause-request.ts'
import type { Verdict } from '@seine/shared/pages/verdict.ts'
import type { LaneAnswer, LaneRequest } from '@seine/shared/pages/lane.ts'

/** Classification of an answer by HTTP. */
export type AnswerClass =
  /** The page, or an answer of the site that no other lane or tier would change. */
  | { kind: 'page' }
  | { kind: 'js_shell'; reasons: string[] }
  /** No body, or no text in it. */
  | { kind: 'empty' }
  /** A protection in front of the site blocks the service. */
  | { kind: 'blocked'; signal: BlockSignal }
  /** A 401 or 403 without further signs: from the site itself, or from a firewall that gives no reason. */
  | { kind: 'refused'; signal: BlockSignal | null }
  /** The host asks clients to slow down. */
  | { kind: 'throttled' }
  | { kind: 'proxy_error' }
  /** No answer, or one that must not be used. */
  | { kind: 'failed' }

export type HttpStep =
  /** The current answer is the result. */
  | 'settle'
  /** Request it again by HTTP through a stronger tier. */
  | 'next_tier'
  | 'browser'

/** What decides the next step. */
export interface StepContext {
  render: RenderMode
  errorPages: LaneRequest['errorPages']
  /** Whether a stronger tier is left. */
  hasTierLeft: boolean
}

type Choice = (ways: StepContext) => HttpStep

const settle: Choice = () => 'settle'
const climb: Choice = ({ hasTierLeft }) => (hasTierLeft ? 'next_tier' : 'settle')
const browserIfOpen: Choice = ({ render }) => (render === 'auto' ? 'browser' : 'settle')

const ladder: Readonly<Record<AnswerClass['kind'], Choice>> = {
  page: settle,
  failed: settle,
  js_shell: browserIfOpen,
  empty: browserIfOpen,
  refused: browserIfOpen,
  blocked: (ways) => (ways.render === 'auto' ? 'browser' : climb(ways)),
  // Jobs stop asking the host for a while instead.
  throttled: (ways) => (ways.errorPages === 'read' ? climb(ways) : 'settle'),
  proxy_error: climb,
}

/** Returns the step that follows an answer by HTTP. */
export const afterHttp = (answerClass: AnswerClass['kind'], ways: StepContext): HttpStep => ladder[answerClass](ways)

/** Marks of a block page appear near its beginning. */
const headMaxBytes = 256 * 1024

/** Whether the body may be the markup of a block page; a body without a type counts as HTML. */
const mayBeMarkup = (contentType: string | undefined): boolean =>
  contentType === undefined || /^\s*(?:text\/|application\/xhtml)/i.test(contentType)

/**
 * Classifies an answer by its status, its headers and, for a refusal, the beginning of its body.
 * @param body after Content-Encoding is removed.
 */
export function classifyAnswer({ status, headers }: LaneAnswer, body: Uint8Array): AnswerClass {
  const isMarkup = mayBeMarkup(headers['content-type'])
  const isRefused = status >= 400
  const html = isRefused && isMarkup ? new TextDecoder().decode(body.subarray(0, headMaxBytes)) : null
  const signal = blockSignal({ status, headers, html })
  const asksPause = asksForPause({ status, headers })
  // An answer that throttles may have any body; only the mark of a known vendor says more than the status does.
  if (signal !== null && signal.confidence !== 'low' && !(asksPause && signal.vendor === 'generic')) {
    return { kind: 'blocked', signal }
  }
  if (asksPause) return { kind: 'throttled' }
  const asksForCredentials = headers['www-authenticate'] !== undefined
  if ((status === 401 || status === 403) && isMarkup && !asksForCredentials) return { kind: 'refused', signal }
  if (!isRefused && body.byteLength === 0 && status !== 204 && status !== 205) return { kind: 'empty' }
  return { kind: 'page' }
}

/**
 * Classifies a page by the verdict of the judge.
 * @param verdict null when there was nothing to judge: plain text, documents.
 */
export function classifyVerdict(verdict: Verdict | null, status: number): AnswerClass {
  if (verdict === null || verdict.kind === 'success') return { kind: 'page' }
  if (verdict.kind === 'js_shell') return verdict
  // `classifyAnswer` has handled refusals by their status; an error page may be as short as the site likes.
  if (status >= 400) return { kind: 'page' }
  if (verdict.kind === 'empty') return verdict
  return verdict.signal.confidence === 'low' ? { kind: 'page' } : verdict
}

/** Faults of the browser itself, or of how it talks to servers: HTTP may still get the page. */
const enginesFaults = [
  'browser_crashed',
  'browser_message_too_large',
  'browser_unavailable',
  'connection_reset',
  'decode_error',
  'invalid_response',
  'timeout',
]

const mayComeByHttp = new Set(enginesFaults)

/** The faults above, and those that concern the connection to the site and not the page. */
const leaveStanding = new Set([
  ...enginesFaults,
  'budget_exceeded',
  'connect_error',
  'dns_failure',
  'empty',
  'proxy_failure',
  'proxy_not_configured',
  'target_blocked',
  'tls_failure',
])

/** Whether the answer by HTTP may be the result when the browser failed with this fault. */
export const leavesHttpStanding = (browserFault: string): boolean => leaveStanding.has(browserFault)

/** Whether to try HTTP, if it has not been tried yet, when the browser failed with this fault. */
export const isWorthHttp = (browserFault: string): boolean => mayComeByHttp.has(browserFault)
