/**
 * Fetches robots.txt and derives a verdict from the answer, by RFC 9309 section 2.3.1.
 */
import { LRUCache } from 'lru-cache'
import { pageCode } from '@seine/shared/api/schemas/page-codes.ts'
import { discoveryLimits } from '../limits/discovery-limits.ts'
import { egressLimits } from '@seine/shared/config/limits.ts'
import { type EgressClient, type EgressResponse } from '@seine/shared/egress/connections/contract.ts'
import type { OnExchange } from '@seine/shared/egress/connections/wire-exchange.ts'
import { EgressError } from '@seine/shared/egress/connections/egress-error.ts'
import { fetchPatiently, isTemporary, type Patience } from './patient-fetch.ts'
import { narrowTo, parseRobots, type RobotsFile } from './robots-rules.ts'

/**
 * What robots.txt of one origin allows; plain JSON.
 * - `rules`: it was read; contains the part that applies to our agent, with every sitemap.
 * - `allow_all`: it does not exist (`http_404` ..., `too_many_redirects`), or it is ignored (`ignored`).
 * - `unreachable`: nothing may be fetched; `http_503`, `http_429` or a page error code (`dns_failure` ...).
 */
export type RobotsVerdict =
  | { state: 'rules'; file: RobotsFile }
  | { state: 'allow_all'; reason: string }
  | { state: 'unreachable'; reason: string }

export interface RobotsLoaderOptions {
  egress: Pick<EgressClient, 'fetch'>
  /** Product token to look up in the file. */
  agentToken: string
  /** Value of the `User-Agent` header. */
  userAgent: string
  /** `ignore` still reads the file once, for its sitemaps, and drops its rules. */
  mode: 'respect' | 'ignore'
  /** Returns the current time, epoch milliseconds. */
  now: () => number
  sleep?: NonNullable<Patience['sleep']>
}

export interface RobotsLoader {
  /**
   * Returns the verdict on an origin: from the cache of this process, or after a fetch with bounded re-checks. Callers
   * that ask for the same origin at the same time share one fetch; it is aborted when all of them have stopped waiting.
   * @param origin any URL of the authority; the rules apply to it even if robots.txt redirects elsewhere.
   * @param readAfterMs epoch milliseconds; a verdict read before that time does not count unless robots.txt cannot be
   * reached. A job passes its request time, so that no job uses a file that the site has since replaced.
   * @param onExchange called with what goes over the wire when this call leads to a fetch.
   * @throws the reason of `signal` when it is aborted; nothing else.
   */
  load(
    origin: string,
    signal: AbortSignal,
    readAfterMs?: number,
    onExchange?: OnExchange | null,
  ): Promise<RobotsVerdict>
  /**
   * Returns true for a site that did not answer the first request for its robots.txt in this process, and answered the
   * second: it holds first requests. This is forgotten like a verdict. @param origin any URL of the site.
   */
  holdsFirst?(origin: string): boolean
}

/** Returns the text of a body. A line cut by the size cap is dropped: half a pattern would forbid too much. */
function wholeLines(response: EgressResponse): string {
  const text = new TextDecoder().decode(response.body)
  return response.truncated ? text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1) : text
}

/** Applies RFC 9309 section 2.3.1 to one answer; 429 is throttling and therefore not "unavailable". */
function verdictOn(outcome: EgressResponse | EgressError, agentToken: string): RobotsVerdict {
  if (outcome instanceof EgressError) {
    const state = outcome.code === 'too_many_redirects' ? 'allow_all' : 'unreachable'
    return { state, reason: pageCode(outcome.code) }
  }
  const { status } = outcome
  if (status >= 200 && status < 300)
    return { state: 'rules', file: narrowTo(parseRobots(wholeLines(outcome)), agentToken) }
  const unavailable = status >= 300 && !isTemporary(status)
  return { state: unavailable ? 'allow_all' : 'unreachable', reason: `http_${status}` }
}

/** Removes the rules from a verdict, for an operator who ignores robots.txt. */
function ignoring(verdict: RobotsVerdict): RobotsVerdict {
  return verdict.state === 'rules'
    ? { state: 'rules', file: { groups: [], sitemaps: verdict.file.sitemaps } }
    : { state: 'allow_all', reason: 'ignored' }
}

/** Returns the result of a promise, or rejects with the reason of a signal as soon as it is aborted. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

/** A fetch under way and the number of callers that wait for it. */
interface Flight {
  verdict: Promise<RobotsVerdict>
  waiting: number
  abort: AbortController
}

/** Creates a loader with a cache; one per process. Verdicts on unreachable files are never cached. */
export function createRobotsLoader(options: RobotsLoaderOptions): RobotsLoader {
  const { egress, agentToken, userAgent, mode, now, sleep } = options
  const cache = new LRUCache<string, { verdict: RobotsVerdict; readAtMs: number }>({
    max: discoveryLimits.robotsCacheEntriesMax,
  })
  const holding = new LRUCache<string, true>({
    max: discoveryLimits.robotsCacheEntriesMax,
    ttl: discoveryLimits.robotsCacheTtlMs,
  })
  const flights = new Map<string, Flight>()
  const patience: Patience = {
    retriesMax: mode === 'respect' ? discoveryLimits.robotsRechecksMax : 0,
    delayMs: discoveryLimits.robotsRecheckDelayMs,
    retryAfterMaxMs: discoveryLimits.retryAfterMaxMs,
    silenceMs: discoveryLimits.silenceMs,
    now,
    ...(sleep === undefined ? {} : { sleep }),
  }

  function fromCache(origin: string, readAfterMs: number): RobotsVerdict | null {
    const kept = cache.get(origin)
    if (kept === undefined) return null
    const isFresh = kept.readAtMs >= readAfterMs && kept.readAtMs + discoveryLimits.robotsCacheTtlMs > now()
    return isFresh ? kept.verdict : null
  }

  /** Returns the rules read last, which apply while robots.txt cannot be reached (RFC 9309, section 2.4). */
  function staleRules(origin: string): RobotsVerdict | null {
    const kept = cache.get(origin)
    if (kept?.verdict.state !== 'rules') return null
    return kept.readAtMs + discoveryLimits.robotsStaleMaxMs > now() ? kept.verdict : null
  }

  function keep(origin: string, verdict: RobotsVerdict): void {
    if (verdict.state === 'unreachable') return
    cache.set(origin, { verdict, readAtMs: now() })
  }

  async function fetchVerdict(
    origin: string,
    signal: AbortSignal,
    onExchange: OnExchange | null,
  ): Promise<RobotsVerdict> {
    const request = {
      url: `${origin}/robots.txt`,
      headers: { 'user-agent': userAgent, accept: 'text/plain, */*;q=0.1' },
      timeoutMs: egressLimits.robotsTimeoutMs,
      maxDecodedBytes: egressLimits.robotsMaxDecodedBytes,
      maxRedirects: egressLimits.robotsRedirectsMax,
      truncateAtCap: true,
      ...(onExchange === null ? {} : { onExchange }),
      signal,
    }
    const onSilence = (): void => void holding.set(origin, true)
    const verdict = verdictOn(await fetchPatiently(egress, request, { ...patience, onSilence }), agentToken)
    const stale = verdict.state === 'unreachable' ? staleRules(origin) : null
    if (stale !== null) return stale
    const answer = mode === 'ignore' ? ignoring(verdict) : verdict
    keep(origin, answer)
    return answer
  }

  function join(origin: string, onExchange: OnExchange | null): Flight {
    const running = flights.get(origin)
    if (running !== undefined) return running
    const abort = new AbortController()
    const flight: Flight = { verdict: fetchVerdict(origin, abort.signal, onExchange), waiting: 0, abort }
    // After all callers have left, nothing else handles the rejection that the abort causes.
    flight.verdict.catch(() => undefined)
    flights.set(origin, flight)
    return flight
  }

  return {
    holdsFirst: (url) => holding.has(URL.parse(url)?.origin ?? ''),
    async load(url, signal, readAfterMs = 0, onExchange = null) {
      signal.throwIfAborted()
      const origin = URL.parse(url)?.origin ?? 'null'
      if (origin === 'null') return { state: 'unreachable', reason: 'invalid_url' }
      const cached = fromCache(origin, readAfterMs)
      if (cached !== null) return cached
      const flight = join(origin, onExchange)
      flight.waiting += 1
      try {
        return await orAborted(flight.verdict, signal)
      } finally {
        flight.waiting -= 1
        if (flight.waiting === 0) {
          if (flights.get(origin) === flight) flights.delete(origin)
          flight.abort.abort()
        }
      }
    },
  }
}
