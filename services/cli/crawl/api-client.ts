/**
 * The gateway client of the crawl command: start, status, cancel.
 *
 * The supervisor of a local stack restarts parts that died, so the client waits for a gateway that is gone or answers
 * 503; only a long outage is an error.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiErrorOf, ServiceUnreachableError } from './api-error.ts'
import { readJobStatus, type JobStatus } from './progress/job-status.ts'
import type { CrawlBody } from './arguments.ts'
import type { CrawlPace } from './crawl-pace.ts'
import { jsonOrNull } from '@seine/shared/values/json-or-null.ts'

type ClientLimits = Pick<CrawlPace, 'requestTimeoutMs' | 'unreachableGiveUpMs' | 'retryFirstMs' | 'retryMaxMs'>

/** The gateway's address, and callbacks for outages. */
export interface ApiClientOptions {
  gateway: string
  apiKey: string
  limits: ClientLimits
  /** Called once per outage with the reason. */
  onOutage: (reason: string) => void
  /** Called when an outage is over, with its length in milliseconds. */
  onRecovery: (outageMs: number) => void
}

/** The outcome of one try: a response of the service, or a reason to try again. */
type Outcome = { kind: 'answer'; body: unknown } | { kind: 'away'; reason: string; retryAfterMs: number }

/** What a request carries besides the API key. */
interface Sent {
  headers?: Record<string, string>
  body?: string
}

const transientStatuses = new Set([429, 502, 503, 504])

/** Describes why a request that threw did not reach the gateway. */
function networkReason(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return 'the connection failed'
  if (error.name === 'TimeoutError') return `no answer within ${Math.round(timeoutMs / 1_000)} s`
  const cause = error.cause instanceof Error ? error.cause : error
  const code = 'code' in cause ? cause.code : undefined
  if (code === 'ECONNREFUSED') return 'connection refused'
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') return 'the connection was closed'
  return cause.message
}

/** Returns `Retry-After` in milliseconds; reads only the form in seconds, which is the one the gateway sends. */
const retryAfterMsOf = (response: Response): number => {
  const seconds = Number(response.headers.get('retry-after') ?? 0)
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : 0
}

export class ApiClient {
  readonly #options: ApiClientOptions

  constructor(options: ApiClientOptions) {
    this.#options = options
  }

  /**
   * Starts a crawl. A repeated request after a lost response finds the same job, by its idempotency key.
   * @param signal ends the wait for an unavailable gateway.
   * @returns the id of the job.
   * @throws ApiError when the request is refused; ServiceUnreachableError after a long outage.
   */
  async start(url: string, body: CrawlBody, signal: AbortSignal): Promise<string> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const answer = await this.#request('POST', '/crawl', { headers, body: JSON.stringify({ url, ...body }) }, signal)
    const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined
    if (typeof id !== 'string') throw new Error('the gateway started a crawl but named no id')
    return id
  }

  /** Reads the status of a job. @throws as in `start`. */
  async status(id: string): Promise<JobStatus> {
    return readJobStatus(await this.#request('GET', `/crawl/${encodeURIComponent(id)}`, {}))
  }

  /** Cancels a job; has no effect on one that has ended. @throws as in `start`. */
  async cancel(id: string): Promise<void> {
    await this.#request('DELETE', `/crawl/${encodeURIComponent(id)}`, {})
  }

  async #request(method: string, path: string, init: Sent, signal?: AbortSignal): Promise<unknown> {
    const { limits, onOutage, onRecovery } = this.#options
    const beganMs = performance.now()
    let delayMs = limits.retryFirstMs
    for (let tries = 0; ; tries += 1) {
      const outcome = await this.#attempt(method, path, init)
      const waitedMs = performance.now() - beganMs
      if (outcome.kind === 'answer') {
        if (tries > 0) onRecovery(waitedMs)
        return outcome.body
      }
      if (waitedMs >= limits.unreachableGiveUpMs) {
        const waited = `${Math.round(waitedMs / 1_000)} s`
        throw new ServiceUnreachableError(`the gateway gave no answer for ${waited} (${outcome.reason}); giving up`)
      }
      if (tries === 0) onOutage(outcome.reason)
      signal?.throwIfAborted()
      const pauseMs = Math.min(Math.max(delayMs, outcome.retryAfterMs), limits.retryMaxMs)
      await sleep(Math.min(pauseMs, limits.unreachableGiveUpMs - waitedMs), undefined, signal && { signal })
      delayMs *= 2
    }
  }

  async #attempt(method: string, path: string, init: Sent): Promise<Outcome> {
    const { gateway, apiKey, limits } = this.#options
    let response: Response
    let text: string
    try {
      response = await fetch(new URL(path, gateway), {
        ...init,
        method,
        headers: { ...init.headers, accept: 'application/json', authorization: `Bearer ${apiKey}` },
        signal: AbortSignal.timeout(limits.requestTimeoutMs),
      })
      text = await response.text()
    } catch (error) {
      return { kind: 'away', reason: networkReason(error, limits.requestTimeoutMs), retryAfterMs: 0 }
    }
    const body = jsonOrNull(text)
    if (response.ok) return { kind: 'answer', body }
    const permanent = typeof body === 'object' && body !== null && 'retryable' in body && body.retryable === false
    if (!transientStatuses.has(response.status) || permanent) throw apiErrorOf(response.status, body)
    return {
      kind: 'away',
      reason: apiErrorOf(response.status, body).message,
      retryAfterMs: retryAfterMsOf(response),
    }
  }
}
