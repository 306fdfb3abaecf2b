/**
 * The workers of one kind, as seen by their callers. A call goes to one worker, and to a second one when the first is
 * full, unreachable or lost during the call.
 */
import { deadlineHeaders } from './deadline-headers.ts'
import type { WorkerProblem } from '../pages/worker-reply.ts'
import { renderLimits, workerCallLimits } from '../config/browser-limits.ts'
import { activeTraceParent } from '../observability/spans.ts'
import { monotonicNow } from '../values/monotonic-now.ts'
import { WorkerAnswer } from './worker-answer.ts'
import type { WorkerKind } from './worker-call-error.ts'
import { callWorker, WorkerAgents, WorkerFault } from './worker-call.ts'
import { chooseWorker } from './worker-choice.ts'
import { readWorkerState, type WorkerState } from './worker-state.ts'
import type { WorkerTls } from './worker-tls.ts'
import { WorkerEndpoints, type AddressLookup, type WorkerEndpoint } from './worker-endpoints.ts'
import {
  isAway,
  isReply,
  overBudget,
  readReply,
  refusal,
  settled,
  unavailable,
  type ProblemReply,
  type WorkerOutcome,
  type WorkerReply,
} from './worker-outcome.ts'

export interface WorkerSetOptions {
  kind: WorkerKind
  urls: readonly URL[]
  /** Secret that workers require; empty: none. */
  token: string
  /** Certificates for calls over TLS. @default null */
  tls?: WorkerTls | null
  lookup?: AddressLookup
}

export interface WorkerCall {
  /** Path of the call on a worker. */
  path: string
  /** The task as JSON. */
  task: string
  /** Id of the request for which the call is made; null: none. */
  requestId: string | null
  /** Session that stays on its worker, or null. */
  affinity: string | null
  /** End of the caller's budget, milliseconds of `monotonicNow`. */
  deadlineMs: number
  /** Aborts when the caller disconnects. */
  signal: AbortSignal
  /**
   * True when its effect must not happen twice (RFC 9110, section 9.2.2): no other worker is asked once one may have
   * started. @default false
   */
  onlyOnce?: boolean
}

/** @typeParam Problem answer of this kind of worker when it cannot carry out a call. */
export class WorkerSet<Problem extends ProblemReply = WorkerProblem> {
  readonly kind: WorkerKind
  readonly #token: string
  readonly #endpoints: WorkerEndpoints
  readonly #agents: WorkerAgents
  readonly #inFlight = new Map<string, number>()
  #closed = false
  /** Endpoints that did not answer, and until when others are preferred, on the monotonic clock. */
  readonly #avoided = new Map<string, number>()

  constructor({ kind, urls, token, tls = null, lookup }: WorkerSetOptions) {
    this.kind = kind
    this.#token = token
    this.#agents = new WorkerAgents(tls)
    this.#endpoints = new WorkerEndpoints(urls, lookup)
  }

  /** True when workers are configured. */
  get configured(): boolean {
    return this.#endpoints.configured
  }

  /** Returns the number of our calls in progress at a worker, by the key of its endpoint. */
  inFlight(key: string): number {
    return this.#inFlight.get(key) ?? 0
  }

  /**
   * Calls a worker.
   * @returns its answer as soon as the beginning has arrived; the caller reads the rest.
   * @throws WorkerCallError when no worker accepts the call or the budget ends; the reason of `signal`.
   */
  async call(call: WorkerCall): Promise<WorkerReply<Problem>> {
    const over = new AbortController()
    const overMs = call.deadlineMs + workerCallLimits.graceMs - monotonicNow()
    // The timer does not limit an answer that has begun: its duration depends on the caller's own connection.
    const timer = setTimeout(() => over.abort(new Error('the budget ended')), Math.max(0, overMs))
    try {
      return await this.#callOneOrOther({ ...call, signal: AbortSignal.any([call.signal, over.signal]) })
    } catch (error) {
      call.signal.throwIfAborted()
      throw over.signal.aborted ? overBudget(this.kind, error) : error
    } finally {
      clearTimeout(timer)
    }
  }

  /** Resolves when a worker can accept calls. @throws when no worker is ready in time. */
  async ping(deadlineMs: number): Promise<void> {
    const signal = AbortSignal.timeout(deadlineMs)
    const endpoints = await this.#endpoints.read()
    await Promise.any(
      endpoints.map(async (endpoint) => {
        const asked = { method: 'GET', path: '/readyz', headers: {}, body: null, signal } as const
        const response = await callWorker(this.#agents, endpoint, asked)
        response.resume()
        if (response.statusCode !== 200) throw new Error('the worker is not ready')
      }),
    )
  }

  /**
   * Asks every known worker for its state. Never rejects; a worker that does not answer in time has no state.
   * @param max number of workers.
   */
  async survey(max: number, deadlineMs: number): Promise<WorkerState[]> {
    const endpoints = this.#closed ? [] : await this.#endpoints.read()
    return await Promise.all(
      endpoints.slice(0, max).map(async (endpoint) => await readWorkerState(this.#agents, endpoint, deadlineMs)),
    )
  }

  /** Closes every connection; later calls find no workers. */
  close(): void {
    this.#closed = true
    this.#agents.close()
  }

  async #callOneOrOther(call: WorkerCall): Promise<WorkerReply<Problem>> {
    const endpoints = this.#closed ? [] : await this.#endpoints.read()
    const first = this.#choose(endpoints, call)
    if (first === null) throw unavailable(this.kind)
    const outcome = await this.#try(first, call)
    if (isReply(outcome) && !isAway(outcome, this.kind)) return outcome
    if (call.onlyOnce === true && outcome.kind === 'away' && outcome.mayHaveActed)
      return settled<Problem>(this.kind, [outcome])
    const others = this.#closed ? [] : endpoints.filter(({ key }) => key !== first.key)
    const other = this.#choose(others, call)
    if (other === null) return settled(this.kind, [outcome])
    if (monotonicNow() + renderLimits.attemptMinMs > call.deadlineMs) throw overBudget(this.kind)
    return settled(this.kind, [await this.#try(other, call), outcome])
  }

  #choose(endpoints: readonly WorkerEndpoint[], { affinity }: WorkerCall): WorkerEndpoint | null {
    const nowMs = performance.now()
    const well = endpoints.filter(({ key }) => (this.#avoided.get(key) ?? 0) <= nowMs)
    return chooseWorker(well.length === 0 ? endpoints : well, {
      affinity,
      inFlight: (key) => this.inFlight(key),
      random: Math.random,
    })
  }

  async #try(endpoint: WorkerEndpoint, call: WorkerCall): Promise<WorkerOutcome<Problem>> {
    const outcome = await this.#ask(endpoint, call)
    if (isAway(outcome, this.kind)) this.#avoid(endpoint.key)
    else this.#avoided.delete(endpoint.key)
    return outcome
  }

  /** Prefers other endpoints for a while. Pod addresses change, so expired entries are removed. */
  #avoid(key: string): void {
    const nowMs = performance.now()
    for (const [old, untilMs] of this.#avoided) if (untilMs <= nowMs) this.#avoided.delete(old)
    this.#avoided.set(key, nowMs + workerCallLimits.endpointsTtlMs)
  }

  async #ask(endpoint: WorkerEndpoint, call: WorkerCall): Promise<WorkerOutcome<Problem>> {
    const done = this.#count(endpoint.key)
    const traceparent = activeTraceParent()
    try {
      const response = await callWorker(this.#agents, endpoint, {
        method: 'POST',
        path: call.path,
        headers: {
          ...deadlineHeaders(call.deadlineMs),
          ...(call.requestId === null ? {} : { 'x-request-id': call.requestId }),
          ...(traceparent === null ? {} : { traceparent }),
          ...(this.#token === '' ? {} : { authorization: `Bearer ${this.#token}` }),
        },
        body: call.task,
        signal: call.signal,
        onlyOnce: call.onlyOnce ?? false,
      })
      response.once('close', done)
      if (response.statusCode === 200) return await readReply<Problem>(await WorkerAnswer.open(response))
      response.resume()
      return refusal(this.kind, response.statusCode, response.headers['retry-after'])
    } catch (error) {
      done()
      call.signal.throwIfAborted()
      if (error instanceof WorkerFault) return { kind: 'away', cause: error, mayHaveActed: error.kind === 'lost' }
      throw error
    }
  }

  /** @returns a function that ends the count of the call; it may be called twice. */
  #count(key: string): () => void {
    this.#inFlight.set(key, this.inFlight(key) + 1)
    let counted = true
    return () => {
      if (!counted) return
      counted = false
      const left = this.inFlight(key) - 1
      if (left > 0) this.#inFlight.set(key, left)
      else this.#inFlight.delete(key)
    }
  }
}
