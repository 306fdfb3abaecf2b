/** The HTTP lane: one attempt over plain HTTP. */
import { pageCode } from '@seine/shared/api/schemas/page-codes.ts'
import { egressLimits } from '@seine/shared/config/limits.ts'
import {
  type EgressClient,
  type EgressRequest,
  type EgressResponse,
} from '@seine/shared/egress/connections/contract.ts'
import { EgressError } from '@seine/shared/egress/connections/egress-error.ts'
import { createCookieJar, underCallersCookies, type CookieJar } from '@seine/shared/egress/connections/cookie-jar.ts'
import type { ProxyRoute } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { headerBytes } from '@seine/shared/pages/header-size.ts'
import { givenCookies, headersOfSession, identityHeaders } from './identity-headers.ts'
import type { LaneRequest, LoadedPage } from '@seine/shared/pages/lane.ts'
import { loadWith } from '@seine/shared/pages/load-watch.ts'
import { answeredAttempt, unansweredAttempt, type AttemptStart } from './page-attempt-http.ts'
import type { PageFault } from '@seine/shared/pages/page-faults.ts'
import { cookiesOfDomain } from '@seine/shared/sessions/session-cookies.ts'

/** How one attempt requests the page. */
export interface HttpWay {
  route: ProxyRoute
  /** Number of the attempt. */
  index: number
  timeoutMs: number
  /** Headers that make the request conditional, for a hop; null or absent: none. */
  conditions?: ((to: URL) => Record<string, string>) | null
}

/** The result of one attempt: an answer of any status, or the fault in its place. */
export interface HttpLoad extends Omit<LoadedPage, 'screenshot' | 'actions' | 'attempts'> {
  attempt: LoadedPage['attempts'][number]
}

/**
 * Fetches one page.
 * @returns the answer, whatever its status; targets never make it throw. `content` is present whenever there is
 *   an answer that may be used, even with zero bytes.
 * @throws the abort reason of the request's signal when it aborts the fetch.
 */
export async function fetchPage(request: LaneRequest, way: HttpWay, egress: EgressClient): Promise<HttpLoad> {
  const { url, body, browser } = request
  const headers = {
    ...(body === null ? {} : { 'content-type': body.contentType }),
    ...identityHeaders(browser, url),
  }
  const { session = null } = request
  const ofSession = session === null ? null : headersOfSession(session, browser.headers, url)
  const { conditions = null } = way
  const headersFor = conditions === null ? ofSession : (to: URL) => ({ ...ofSession?.(to), ...conditions(to) })
  const start: AttemptStart = {
    index: way.index,
    tier: way.route.tier,
    geolocation: browser.geolocation,
    startedAtMs: Date.now(),
    beganMs: performance.now(),
    sentBytes: Object.entries({ ...headers, ...headersFor?.(new URL(url)) }).reduce(
      (sum, [name, value]) => sum + headerBytes(name, value),
      Buffer.byteLength(body?.text ?? ''),
    ),
  }
  let refusal: PageFault | null = null
  let response: EgressResponse
  // A new jar for each attempt: cookies set for one exit address mean nothing to another, unless a session
  // keeps them.
  const jar = createCookieJar()
  jar.add(session?.state.cookies ?? [])
  try {
    response = await send(request, { headers, headersFor, jar }, way, egress, async (next) => {
      refusal = await request.judgeRedirect(next)
      return refusal === null
    })
  } catch (error) {
    request.signal.throwIfAborted()
    if (!(error instanceof EgressError)) throw error
    const fault: PageFault = { code: pageCode(error.code), message: error.message }
    const attempt = unansweredAttempt(start, error, fault)
    return { answer: null, content: null, fault, attempt, redirects: error.redirects, warnings: [] }
  } finally {
    if (session !== null) {
      session.state = { ...session.state, cookies: cookiesOfDomain(jar.all(), session.domain, Date.now()) }
    }
  }
  const { status, redirects, url: finalUrl, truncated } = response
  const answer = { finalUrl, status, headers: response.headers, truncated }
  const attempt = answeredAttempt(start, response)
  if (refusal !== null) return { answer, content: null, fault: refusal, attempt, redirects, warnings: [] }
  const content = { bytes: response.body, contentType: response.headers['content-type'] ?? null, url: finalUrl }
  return { answer, content, fault: null, attempt, redirects, warnings: [] }
}

/** The identity with which a page is requested. */
interface Asker {
  headers: Record<string, string>
  /** Further headers for a hop, such as those of a session; null: none. */
  headersFor: ((url: URL) => Record<string, string>) | null
  jar: CookieJar
}

async function send(
  request: LaneRequest,
  asker: Asker,
  way: HttpWay,
  egress: EgressClient,
  mayFollow: (next: URL) => Promise<boolean>,
): Promise<EgressResponse> {
  return await loadWith(request.stalls, request.signal, async (signal, watch) => {
    let wait = watch.waiting()
    const judge = async (next: URL): Promise<boolean> => {
      wait.over()
      const may = await mayFollow(next)
      wait = watch.waiting()
      return may
    }
    try {
      const exchange = exchangeOf({ ...request, signal }, asker, way, judge)
      return await egress.fetch({ ...exchange, onReceived: () => wait.received() })
    } finally {
      wait.over()
    }
  })
}

function exchangeOf(
  { url, method, body, browser, keepBrokenOff, signal, onExchange = null }: LaneRequest,
  { headers, headersFor, jar }: Asker,
  { route, timeoutMs }: HttpWay,
  mayFollow: (next: URL) => Promise<boolean>,
): EgressRequest {
  const given = givenCookies(browser.headers)
  return {
    url,
    method,
    headers,
    ...(body === null ? {} : { body: body.text }),
    cookies: given === '' ? jar : underCallersCookies(jar, new URL(url), given),
    ...(headersFor === null ? {} : { headersFor }),
    ...(route.upstream === null ? {} : { proxy: route.upstream }),
    timeoutMs,
    keepBrokenOff,
    maxDecodedBytes: egressLimits.pageMaxDecodedBytes,
    maxRedirects: egressLimits.redirectsMax,
    ...(onExchange === null ? {} : { onExchange }),
    onRedirect: async (next) => ((await mayFollow(next)) ? 'follow' : 'stop'),
    signal,
  }
}
