/**
 * The fixture website: serves the declared graph over plain HTTP and logs every request. Several sites may run at once;
 * each has its own log and its own state of pages that fail once.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { answer, fillIn, sendNotFound } from './answer.ts'
import type { Address } from './answer.ts'
import { siteGraph } from './graph.ts'
import type { SiteGraph } from './graph.ts'
import type { Exchange } from './route.ts'

export interface SiteOptions {
  /** 0 (the default) selects a free port. */
  port?: number
  /** Address to bind; 127.0.0.1 by default. Each 127.0.0.x makes the site a separate host. */
  host?: string
  /** Wait before every answer, in milliseconds. */
  latencyMs?: number
  /** Factor for the declared waits of slow pages; 1 by default, 0 for no waits. */
  slowFactor?: number
  /** Requests above this number per second get 429 with `Retry-After: 1`; no limit by default. */
  requestsPerSecond?: number
  /** Answer of /robots.txt instead of the declared rules. */
  robots?: { status: number; body?: string }
  /** What is served; the whole site by default. */
  graph?: SiteGraph
}

/** One received request. */
export interface LoggedRequest {
  method: string
  /** Request target as sent: path and query, not normalised. */
  path: string
  /** Epoch milliseconds. */
  time: number
  /** Names in lower case. */
  headers: Record<string, string>
  /** Status sent; null while unanswered and for answers that are not HTTP. */
  status: number | null
  /** Number of open requests when it arrived, itself included. */
  inFlight: number
}

export interface Site {
  /** URL of the start page: origin and a slash. */
  url: string
  origin: string
  port: number
  /** Every request since start or reset, in order of arrival. */
  requests: LoggedRequest[]
  /** Number of requests for exactly this path and query, as sent. */
  countOf(path: string): number
  /** Clears the log, and makes pages that fail once fail again. */
  reset(): void
  /** Ends every connection. Idempotent. */
  close(): Promise<void>
}

/** Allows this many requests per second; the bucket holds the tokens of one second. */
function rateGate(perSecond: number): () => boolean {
  let tokens = perSecond
  let filledAt = performance.now()
  return () => {
    const now = performance.now()
    tokens = Math.min(perSecond, tokens + ((now - filledAt) / 1000) * perSecond)
    filledAt = now
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}

class RunningSite implements Site {
  requests: LoggedRequest[] = []
  origin = ''
  url = ''
  port = 0
  readonly #visits = new Map<string, number>()
  readonly #closing = new AbortController()
  readonly #options: SiteOptions
  readonly #graph: SiteGraph
  readonly #server: Server
  readonly #grants: () => boolean
  #address: Address = { origin: '', host: '' }
  #inFlight = 0

  constructor(options: SiteOptions) {
    this.#options = options
    this.#graph = options.graph ?? siteGraph
    this.#grants = options.requestsPerSecond === undefined ? () => true : rateGate(options.requestsPerSecond)
    this.#server = createServer({ keepAliveTimeout: 30_000 }, (request, response) => {
      void this.#serve(request, response)
    })
  }

  async listen(): Promise<this> {
    const host = this.#options.host ?? '127.0.0.1'
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(this.#options.port ?? 0, host, resolve)
    })
    this.port = (this.#server.address() as AddressInfo).port
    const shown = host.includes(':') ? `[${host}]` : host
    this.#address = { origin: `http://${shown}:${this.port}`, host: `${shown}:${this.port}` }
    this.origin = this.#address.origin
    this.url = `${this.origin}/`
    return this
  }

  countOf(path: string): number {
    return this.requests.filter((request) => request.path === path).length
  }

  reset(): void {
    this.requests = []
    this.#visits.clear()
  }

  async close(): Promise<void> {
    this.#closing.abort()
    if (!this.#server.listening) return
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
    })
    this.#server.closeAllConnections()
    await closed
  }

  #log(request: IncomingMessage, response: ServerResponse): string {
    const path = request.url ?? '/'
    this.#inFlight += 1
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const entry: LoggedRequest = {
      method: request.method ?? 'GET',
      path,
      time: Date.now(),
      headers,
      status: null,
      inFlight: this.#inFlight,
    }
    this.requests.push(entry)
    response.once('close', () => {
      this.#inFlight -= 1
      if (response.headersSent) entry.status = response.statusCode
    })
    return path
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = this.#log(request, response)
    const gone = new AbortController()
    response.once('close', () => gone.abort())
    const signal = AbortSignal.any([gone.signal, this.#closing.signal])
    const visit = (this.#visits.get(path) ?? 0) + 1
    this.#visits.set(path, visit)
    try {
      await this.#answer({ request, response, visit, slowFactor: this.#options.slowFactor ?? 1, signal }, path)
    } catch (error) {
      response.destroy()
      // Waits end with this error when the client disconnects or the site closes. Any other error is a fault of the
      // declaration and must be reported.
      if (!signal.aborted) throw error
    }
  }

  async #answer(exchange: Exchange, path: string): Promise<void> {
    const { response, signal } = exchange
    const { latencyMs = 0, robots } = this.#options
    if (latencyMs > 0) await wait(latencyMs, undefined, { signal })
    if (!this.#grants()) {
      response.writeHead(429, { 'retry-after': '1', 'content-type': 'text/plain' }).end('Too many requests\n')
      return
    }
    if (robots !== undefined && path === '/robots.txt') {
      response.writeHead(robots.status, { 'content-type': 'text/plain' })
      response.end(fillIn(robots.body ?? '', this.#address))
      return
    }
    const route = this.#graph.routeFor(path)
    if (route === null) sendNotFound(exchange)
    else await answer(exchange, route, this.#address)
  }
}

/**
 * Starts a site.
 * @returns the listening site. Close it when done, or the process stays alive.
 * @throws Error when the address cannot be bound.
 */
export async function startSite(options: SiteOptions = {}): Promise<Site> {
  return await new RunningSite(options).listen()
}
