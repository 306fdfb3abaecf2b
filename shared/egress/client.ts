/**
 * The HTTP client of Seine: vets every hop, follows redirects itself, applies one deadline to the whole exchange, and
 * limits the decoded size of bodies.
 */
import type { Logger } from '../observability/logger.ts'
import { metrics } from '../observability/metrics.ts'
import type { AddressAllowance } from './policy/allow-list.ts'
import { readBody, type ReadBody } from './body-reader.ts'
import { type EgressClient, type EgressRequest, type EgressResponse } from './connections/contract.ts'
import { EgressError, type RedirectHop } from './connections/egress-error.ts'
import { mergedCookies } from './connections/cookie-jar.ts'
import { Deadline } from './deadline.ts'
import { discardBody, sendHop, type HopAnswer, type WayOut } from './exchange.ts'
import { fault, withRedirects } from './connections/faults.ts'
import { createPinnedAgents } from './connections/pinned-agent.ts'
import { isRedirect, locationTarget, nextHop, type Hop } from './redirects.ts'
import { firstHeaders, givenHeaders } from './request-headers.ts'
import {
  resolveTarget,
  shareInFlight,
  systemResolve,
  type DialPolicy,
  type ResolveName,
} from './connections/resolver.ts'
import { bareHost, portOf, vetUrl } from './policy/target-policy.ts'
import { tracedFetch } from './traced-fetch.ts'
import { handedHost } from './upstream-proxy/handed-target.ts'
import { ProxiedAgents } from './upstream-proxy/proxied-agents.ts'
import { egressLimits } from '../config/limits.ts'
import { HopRecorder, recordedAcceptEncoding } from './wire-recorder.ts'

export interface EgressClientOptions {
  /** Sent unless the request has a User-Agent of its own. */
  userAgent: string
  /** Private targets that the operator allows. */
  allowList: AddressAllowance
  /** @default the resolver of the operating system */
  resolve?: ResolveName
  /** Logs every failed exchange at level debug. */
  logger?: Pick<Logger, 'debug'>
  /** Longest body that is recorded, bytes; a longer one is cut. @default egressLimits.recordedBodyMaxBytes */
  recordedBodyMaxBytes?: number
}

/** State shared by all hops of one exchange. */
interface Exchange {
  request: EgressRequest
  way: WayOut
  policy: DialPolicy
  deadline: Deadline
  redirects: RedirectHop[]
  recordedBodyMaxBytes: number
}

/** The hop at which the chain of redirects ended. */
interface LastHop {
  hop: Hop
  answer: HopAnswer
  stoppedAt: URL | null
}

function firstHop(request: EgressRequest, userAgent: string, allowList: AddressAllowance): Hop {
  const verdict = vetUrl(request.url, allowList)
  if (!verdict.ok) throw fault(verdict.code === 'invalid_url' ? 'invalid_url' : 'unsafe_target', verdict.reason)
  const headers = firstHeaders(request.headers ?? {}, userAgent)
  return {
    url: verdict.url,
    method: request.method ?? 'GET',
    headers: request.onExchange === undefined ? headers : { ...headers, 'accept-encoding': recordedAcceptEncoding },
    body: request.body ?? null,
  }
}

/** Returns true for a redirect. One without a Location is an answer like any other, as in the Fetch standard. */
const isFollowed = ({ status, headers }: HopAnswer): boolean => isRedirect(status) && headers['location'] !== undefined

/** Records a redirect, vets its target, and returns the next hop. */
function followingHop(exchange: Exchange, hop: Hop, answer: HopAnswer): Hop {
  const target = locationTarget(answer.headers['location'], hop.url)
  if (target === null) throw fault('invalid_response', 'a redirect without a usable Location')
  exchange.redirects.push({ url: hop.url.href, status: answer.status, location: target.href })
  if (exchange.redirects.length > exchange.request.maxRedirects) {
    throw fault('too_many_redirects', `more than ${exchange.request.maxRedirects}`)
  }
  const verdict = vetUrl(target, exchange.policy.allowList)
  if (!verdict.ok) throw fault('unsafe_target', `after a redirect, ${verdict.reason}`)
  return nextHop(hop, answer.status, target)
}

/**
 * Returns the route of one hop. The direct agents vet what they dial. A proxy resolves the name again or receives a
 * vetted address, possibly a new one for every request, so the policy is applied to each hop.
 */
async function wayOf({ way, policy, deadline }: Exchange, { hostname }: URL, port: number): Promise<WayOut> {
  if (way.proxy === null) return way
  const vetted = await deadline.race(resolveTarget(hostname, port, policy))
  return { ...way, handedHost: handedHost(bareHost(hostname), vetted, way.proxy) }
}

/** Sends one hop with the headers and cookies for its URL, and stores the cookies that its answer sets. */
async function sendWithCookies(exchange: Exchange, hop: Hop): Promise<HopAnswer> {
  const { request, deadline } = exchange
  const way = await wayOf(exchange, hop.url, portOf(hop.url))
  const jar = request.cookies
  const headers = { ...hop.headers, ...givenHeaders(request.headersFor?.(hop.url) ?? {}) }
  if (jar === undefined) return await sendHop({ ...hop, headers }, way, deadline)
  const cookie = mergedCookies(headers['cookie'] ?? '', jar.header(hop.url))
  const sent = { ...hop, headers: cookie === '' ? headers : { ...headers, cookie } }
  const answer = await sendHop(sent, way, deadline)
  const lines = answer.headers['set-cookie']
  if (lines !== undefined) jar.store(hop.url, lines.split('\n'))
  return answer
}

/** Reads the body of a redirect, which is recorded when the exchange is. */
async function passOver({ request, recordedBodyMaxBytes }: Exchange, hop: Hop, answer: HopAnswer): Promise<void> {
  const { onExchange } = request
  if (onExchange === undefined) {
    await discardBody(answer.body)
    return
  }
  const recorder = new HopRecorder(hop, answer, onExchange, recordedBodyMaxBytes)
  recorder.passedOver(await discardBody(answer.body, recorder.received))
}

async function followRedirects(exchange: Exchange, first: Hop): Promise<LastHop> {
  const { request, deadline, redirects } = exchange
  for (let hop = first; ;) {
    const answer = await sendWithCookies(exchange, hop)
    request.onReceived?.()
    if (request.headOnly === true || !isFollowed(answer)) return { hop, answer, stoppedAt: null }
    await deadline.race(passOver(exchange, hop, answer))
    const next = followingHop(exchange, hop, answer)
    const decision = await deadline.race(Promise.resolve(request.onRedirect?.(next.url, redirects) ?? 'follow'))
    if (decision === 'stop') return { hop, answer, stoppedAt: next.url }
    hop = next
  }
}

async function bodyOf(exchange: Exchange, last: LastHop): Promise<ReadBody> {
  const { request } = exchange
  const nothing = { body: new Uint8Array(0), wireBytes: 0 }
  if (last.stoppedAt !== null) return { ...nothing, truncated: false }
  if (request.headOnly === true) {
    await discardBody(last.answer.body)
    return { ...nothing, truncated: true }
  }
  const { onExchange } = request
  const recorder =
    onExchange === undefined ? null : new HopRecorder(last.hop, last.answer, onExchange, exchange.recordedBodyMaxBytes)
  try {
    const read = await readLast(exchange, last, recorder)
    const isFull = read.body.byteLength >= request.maxDecodedBytes
    recorder?.end(read.body, read.truncated ? (isFull ? 'length' : 'disconnect') : null)
    return read
  } catch (error) {
    if (error instanceof EgressError) recorder?.fail(error)
    throw error
  }
}

/** Reads the body of the last hop. @throws EgressError */
async function readLast(exchange: Exchange, last: LastHop, recorder: HopRecorder | null): Promise<ReadBody> {
  const { request } = exchange
  const { status, headers, body } = last.answer
  const announcesBody = last.hop.method !== 'HEAD' && status !== 204 && status !== 304
  const reading = readBody(body, {
    contentEncoding: headers['content-encoding'],
    contentLength: announcesBody ? headers['content-length'] : undefined,
    maxDecodedBytes: request.maxDecodedBytes,
    truncateAtCap: request.truncateAtCap ?? false,
    keepBrokenOff: request.keepBrokenOff ?? false,
    ...(request.onReceived === undefined ? {} : { onReceived: request.onReceived }),
    ...(recorder === null ? {} : { onChunk: recorder.received }),
  })
  return await exchange.deadline.race(reading)
}

/**
 * Creates a client. It keeps cookies only in the jar of a request, takes no proxy from the environment, and never
 * repeats a request that the server has answered.
 * @returns a client whose `fetch` throws EgressError, and any error that `onRedirect` throws.
 */
export function createEgressClient(options: EgressClientOptions): EgressClient {
  const { allowList, userAgent, logger, recordedBodyMaxBytes = egressLimits.recordedBodyMaxBytes } = options
  const policy = { allowList, resolve: shareInFlight(options.resolve ?? systemResolve) }
  const straight = { agents: createPinnedAgents(policy), proxy: null }
  const proxied = new ProxiedAgents()

  const fetch = async (request: EgressRequest): Promise<EgressResponse> => {
    const startedAt = performance.now()
    request.onStarted?.()
    const redirects: RedirectHop[] = []
    const deadline = new Deadline(request.timeoutMs, request.signal)
    const lease = request.proxy === undefined ? null : proxied.lease(request.proxy)
    try {
      const way = lease === null ? straight : { agents: lease, proxy: request.proxy ?? null }
      const first = firstHop(request, userAgent, allowList)
      const exchange = { request, way, policy, deadline, redirects, recordedBodyMaxBytes }
      const last = await followRedirects(exchange, first)
      const body = await bodyOf(exchange, last)
      metrics.fetches.inc({ outcome: 'ok' })
      return {
        ...body,
        url: last.hop.url.href,
        status: last.answer.status,
        headers: last.answer.headers,
        redirects,
        stoppedAt: last.stoppedAt?.href ?? null,
        elapsedMs: Math.round(performance.now() - startedAt),
      }
    } catch (error) {
      if (!(error instanceof EgressError)) throw error
      metrics.fetches.inc({ outcome: error.code })
      logger?.debug({ code: error.code, detail: error.message, hops: redirects.length }, 'exchange failed')
      throw withRedirects(error, redirects)
    } finally {
      metrics.fetchSeconds.observe((performance.now() - startedAt) / 1_000)
      lease?.release()
      deadline.clear()
    }
  }

  return {
    fetch: tracedFetch(fetch),
    close: async () => {
      straight.agents.http.destroy()
      straight.agents.https.destroy()
      proxied.destroy()
    },
  }
}
