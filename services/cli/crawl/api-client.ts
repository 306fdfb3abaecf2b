/**
 * The gateway client of the crawl command: start, status, cancel.
 *
 * The supervisor of a local stack restarts parts that died, so the client waits for a gateway that is gone or answers
 * 503; only a long outage is an error. A gateway that limits its callers (429) is asked again after its `Retry-After`.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { SeineClient } from '@seine/client/src/client.ts'
import { ApiError, ConnectionError, TimeoutError } from '@seine/client/src/errors.ts'
import { apiErrorOf, ServiceUnreachableError, type ApiCallError } from './api-error.ts'
import { readJobStatus, type JobStatus } from './progress/job-status.ts'
import type { CrawlBody } from './arguments.ts'
import type { CrawlPace } from './crawl-pace.ts'

type ClientLimits = Pick<
  CrawlPace,
  'requestTimeoutMs' | 'unreachableGiveUpMs' | 'retryFirstMs' | 'retryMaxMs' | 'retryAfterMaxMs'
>

/** The gateway's address, and callbacks for outages. */
export interface ApiClientOptions {
  gateway: string
  apiKey: string
  limits: ClientLimits
  /** Called once per outage with the reason. */
  onOutage: (reason: string) => void
  /** Called when an outage is over, with its length in milliseconds. */
  onRecovery: (outageMs: number) => void
  /** Called once for each code with which the service asks its callers to wait, with the reason. */
  onLimited: (reason: string) => void
}

/** The outcome of one try: a response of the service, or a reason to try again, with the pause that it names. */
type Outcome =
  | { kind: 'answer'; body: unknown }
  | { kind: 'away'; reason: string; retryAfterMs: number | null }
  | { kind: 'limited'; refusal: ApiCallError; retryAfterMs: number | null }

/** What a request carries besides the API key. */
interface Sent {
  body?: unknown
  idempotencyKey?: string
}

const transientStatuses = new Set([429, 502, 503, 504])

/** Describes why a request did not reach the gateway. */
function networkReason(error: ConnectionError, timeoutMs: number): string {
  if (error instanceof TimeoutError) return `no answer within ${Math.round(timeoutMs / 1_000)} s`
  const { cause: failure } = error
  const cause = failure instanceof Error && failure.cause instanceof Error ? failure.cause : failure
  if (!(cause instanceof Error)) return 'the connection failed'
  const code = 'code' in cause ? cause.code : undefined
  if (code === 'ECONNREFUSED') return 'connection refused'
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET') return 'the connection was closed'
  return cause.message
}

export class ApiClient {
  readonly #options: ApiClientOptions
  /** Codes that were reported to `onLimited`. */
  readonly #limitedBy = new Set<string>()
  /** The client that sends the requests. */
  readonly service: SeineClient

  constructor(options: ApiClientOptions) {
    this.#options = options
    this.service = new SeineClient({ baseUrl: options.gateway, apiKey: options.apiKey })
  }

  /**
   * Starts a crawl. A repeated request after a lost response finds the same job, by its idempotency key.
   * @param signal ends the wait for an unavailable gateway.
   * @returns the id of the job.
   * @throws ApiError when the request is refused, also with 429 for too long; ServiceUnreachableError after a long
   * outage; AbortError.
   */
  async start(url: string, body: CrawlBody, signal: AbortSignal): Promise<string> {
    const sent = { body: { url, ...body }, idempotencyKey: randomUUID() }
    const answer = await this.#request('POST', '/crawl', sent, signal)
    const id = typeof answer === 'object' && answer !== null && 'id' in answer ? answer.id : undefined
    if (typeof id !== 'string') throw new Error('the gateway started a crawl, but its answer has no id')
    return id
  }

  /** Reads the status of a job. @param signal ends the wait for it. @throws as in `start`. */
  async status(id: string, signal?: AbortSignal): Promise<JobStatus> {
    return readJobStatus(await this.#request('GET', `/crawl/${encodeURIComponent(id)}`, {}, signal))
  }

  /** Cancels a job; has no effect on one that has ended. @throws as in `start`. */
  async cancel(id: string): Promise<void> {
    await this.#request('DELETE', `/crawl/${encodeURIComponent(id)}`, {})
  }

  async #request(method: string, path: string, init: Sent, signal?: AbortSignal): Promise<unknown> {
    const { limits, onOutage, onRecovery } = this.#options
    const beganMs = performance.now()
    let delayMs = limits.retryFirstMs
    let away = false
    for (;;) {
      const outcome = await this.#attempt(method, path, init)
      const waitedMs = performance.now() - beganMs
      if (outcome.kind === 'answer') {
        if (away) onRecovery(waitedMs)
        return outcome.body
      }
      const leftMs = limits.unreachableGiveUpMs - waitedMs
      const pauseMs = Math.max(outcome.retryAfterMs ?? 0, Math.min(delayMs, limits.retryMaxMs))
      if (outcome.kind === 'limited') this.#reportLimit(outcome.refusal, pauseMs, leftMs)
      else if (leftMs <= 0) {
        const waited = `${Math.round(waitedMs / 1_000)} s`
        throw new ServiceUnreachableError(`the gateway gave no answer for ${waited} (${outcome.reason}); giving up`)
      } else if (!away) {
        away = true
        onOutage(outcome.reason)
      }
      signal?.throwIfAborted()
      await sleep(Math.min(pauseMs, leftMs, limits.retryAfterMaxMs), undefined, signal && { signal })
      delayMs *= 2
    }
  }

  /** Reports a refusal for a time. @throws the refusal when its time is longer than the client waits. */
  #reportLimit(refusal: ApiCallError, pauseMs: number, leftMs: number): void {
    if (pauseMs > Math.min(leftMs, this.#options.limits.retryAfterMaxMs)) throw refusal
    if (this.#limitedBy.has(refusal.code)) return
    this.#limitedBy.add(refusal.code)
    this.#options.onLimited(refusal.message)
  }

  async #attempt(method: string, path: string, { body, idempotencyKey }: Sent): Promise<Outcome> {
    const timeoutMs = this.#options.limits.requestTimeoutMs
    try {
      const key = idempotencyKey === undefined ? {} : { idempotencyKey }
      return {
        kind: 'answer',
        body: await this.service.request(method, path, { body }, { maxRetries: 0, timeoutMs, ...key }),
      }
    } catch (error) {
      if (error instanceof ConnectionError) {
        return { kind: 'away', reason: networkReason(error, timeoutMs), retryAfterMs: null }
      }
      if (!(error instanceof ApiError)) throw error
      const refusal = apiErrorOf(error.status, error.body)
      if (!transientStatuses.has(error.status) || !error.retryable) throw refusal
      const retryAfterMs = error.retry_after === null ? null : error.retry_after * 1_000
      if (error.status === 429) return { kind: 'limited', refusal, retryAfterMs }
      return { kind: 'away', reason: refusal.message, retryAfterMs }
    }
  }
}
