/**
 * The ladder of a page: what an answer by HTTP turned out to be, and what follows. Pure; it decides on
 * the first real answer, so that nothing is fetched twice merely to decide.
 */
import type { RenderMode } from '@seine/shared/tasks/job-input.ts'
import { blockSignal, type BlockSignal } from '../judge/block-signals.ts'
import type { Verdict } from '@seine/shared/pages/verdict.ts'
import type { LaneAnswer, LaneRequest } from '@seine/shared/pages/lane.ts'

/** What an answer by HTTP is to the ladder. */
export type HttpSight =
  /** The page, or an answer of the site that no other way would make another. */
  | { kind: 'page' }
  | { kind: 'js_shell'; reasons: string[] }
  /** Nothing came, or nothing to read. */
  | { kind: 'empty' }
  /** Somebody in front of the site keeps us out. */
  | { kind: 'blocked'; signal: BlockSignal }
  /** A bare 401 or 403: the site's own, or a firewall that says no more. */
  | { kind: 'refused'; signal: BlockSignal | null }
  /** The host asks for rest. */
  | { kind: 'throttled' }
  | { kind: 'proxy_error' }
  /** No answer, or one that is not to be looked at. */
  | { kind: 'failed' }

export type HttpStep =
  /** What there is is the result. */
  | 'settle'
  /** The same by HTTP through a stronger tier. */
  | 'next_tier'
  | 'browser'

/** What decides about a way on. */
export interface Ways {
  render: RenderMode
  errorPages: LaneRequest['errorPages']
  /** Whether there is a stronger tier. */
  hasTierLeft: boolean
}

type Choice = (ways: Ways) => HttpStep

const settle: Choice = () => 'settle'
const climb: Choice = ({ hasTierLeft }) => (hasTierLeft ? 'next_tier' : 'settle')
const browserIfOpen: Choice = ({ render }) => (render === 'auto' ? 'browser' : 'settle')

const ladder: Readonly<Record<HttpSight['kind'], Choice>> = {
  page: settle,
  failed: settle,
  js_shell: browserIfOpen,
  empty: browserIfOpen,
  refused: browserIfOpen,
  blocked: (ways) => (ways.render === 'auto' ? 'browser' : climb(ways)),
  // Jobs give the host its rest instead.
  throttled: (ways) => (ways.errorPages === 'read' ? climb(ways) : 'settle'),
  proxy_error: climb,
}

/** The ladder: what follows an answer by HTTP. */
export const afterHttp = (sight: HttpSight['kind'], ways: Ways): HttpStep => ladder[sight](ways)

/** Answers by which a host asks for rest: 429, and 503 that says for how long (RFC 6585, section 4; RFC 9110, section 15.6.4). */
export const asksForRest = ({ status, headers }: Pick<LaneAnswer, 'status' | 'headers'>): boolean =>
  status === 429 || (status === 503 && headers['retry-after'] !== undefined)

/** Block pages carry their marks early. */
const headMaxBytes = 256 * 1024

/** What may hold the markup of a block page; what names no type is taken for HTML. */
const mayBeMarkup = (contentType: string | undefined): boolean =>
  contentType === undefined || /^\s*(?:text\/|application\/xhtml)/i.test(contentType)

/**
 * What an answer is by its status, its headers and, where it is a refusal, the head of its body.
 * @param body decoded by Content-Encoding.
 */
export function sightOfAnswer({ status, headers }: LaneAnswer, body: Uint8Array): HttpSight {
  const isMarkup = mayBeMarkup(headers['content-type'])
  const isRefused = status >= 400
  const html = isRefused && isMarkup ? new TextDecoder().decode(body.subarray(0, headMaxBytes)) : null
  const signal = blockSignal({ status, headers, html })
  const rests = asksForRest({ status, headers })
  // Who is asked too often answers as it likes; only a vendor's own mark says more than that.
  if (signal !== null && signal.confidence !== 'low' && !(rests && signal.vendor === 'generic')) {
    return { kind: 'blocked', signal }
  }
  if (rests) return { kind: 'throttled' }
  const asksForCredentials = headers['www-authenticate'] !== undefined
  if ((status === 401 || status === 403) && isMarkup && !asksForCredentials) return { kind: 'refused', signal }
  if (!isRefused && body.byteLength === 0 && status !== 204 && status !== 205) return { kind: 'empty' }
  return { kind: 'page' }
}

/**
 * What a page is once the judge has read it.
 * @param verdict null where there was nothing to judge: text, documents.
 */
export function sightOfVerdict(verdict: Verdict | null, status: number): HttpSight {
  if (verdict === null || verdict.kind === 'success') return { kind: 'page' }
  if (verdict.kind === 'js_shell') return verdict
  // What the status says of refusals has been looked at; error pages may be as short as they like.
  if (status >= 400) return { kind: 'page' }
  if (verdict.kind === 'empty') return verdict
  return verdict.signal.confidence === 'low' ? { kind: 'page' } : verdict
}

/** Faults of the browser itself, or of how it talks to servers: by HTTP the page may be had all the same. */
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

/** Those, and what says something of the way to the site, and nothing of the page. */
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

/** Whether the answer that HTTP has brought may stand where a browser has failed. */
export const leavesHttpStanding = (browserFault: string): boolean => leaveStanding.has(browserFault)

/** Whether HTTP, which has not been asked yet, is worth asking where a browser has failed. */
export const isWorthHttp = (browserFault: string): boolean => mayComeByHttp.has(browserFault)
