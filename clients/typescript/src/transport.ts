/** Sends requests: key, time limits, retries, errors. */
import { Deadline, sleep } from './abort.ts'
import { ApiError, apiErrorOf, ConnectionError, SeineError, TimeoutError } from './errors.ts'
import { clientLimits } from './limits.ts'
import type { Repeat } from './operations.ts'
import { retryDelayMs } from './retry.ts'
import { clientVersion } from './version.ts'

/** Settings of a client. */
export interface ClientOptions {
  /** Address of the service. @default the environment variable SEINE_URL */
  baseUrl?: string
  /** API key. @default the environment variable SEINE_KEY */
  apiKey?: string
  /** Time for one try of a request, milliseconds. @default 60 s; 330 s for requests that load pages */
  timeoutMs?: number
  /** Repetitions of a request after its first try. @default 2 */
  maxRetries?: number
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>>
  /** @default the global `fetch` */
  fetch?: typeof fetch
  /** Called before each try. The key is not among the headers. */
  onRequest?: (request: { method: string; url: string; headers: Readonly<Record<string, string>>; try: number }) => void
  /** Called after each answer. */
  onResponse?: (response: { method: string; url: string; status: number; headers: Headers; try: number }) => void
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call: its promise rejects with the reason of the signal. */
  signal?: AbortSignal
  /** Time for one try, milliseconds. */
  timeoutMs?: number
  /** Repetitions after the first try. */
  maxRetries?: number
  /** Key under which a request that makes something is made once. @default a new one for each call */
  idempotencyKey?: string
  /** Version that a change requires, from `version` or `playbook_version`; `*` for any. */
  ifMatch?: number | string
  /** Headers of this call. */
  headers?: Readonly<Record<string, string>>
}

/** A request that is ready to be sent. */
export interface PreparedRequest {
  method: string
  /** Path with query, below the address of the service. */
  path: string
  /** JSON text. */
  body?: string
  headers?: Readonly<Record<string, string>>
  repeat: Repeat
  alsoAnswers?: readonly number[]
  timeoutMs: number
}

/** An answer whose body is still to be read. */
export interface OpenAnswer {
  response: Response
  /** Extended by the reader of a stream; ended after its last byte. */
  deadline: Deadline
}

type Environment = { process?: { env?: Record<string, string | undefined> } }

/** Returns a variable of the environment; undefined if none exists, as in a browser. */
function environmentValue(name: string): string | undefined {
  try {
    return (globalThis as Environment).process?.env?.[name]
  } catch {
    // Deno asks for permission and throws when it is refused.
    return undefined
  }
}

/**
 * Returns the address of a service without a slash at its end. The error does not repeat it: it may contain a password
 * or, where two arguments are exchanged, the key.
 * @throws TypeError when it cannot be the address of a service.
 */
function readAddress(base: string | undefined): string {
  if (base === undefined) throw new TypeError('baseUrl is missing; it can also be given as SEINE_URL')
  if (!/^https?:\/\/[^/]/.test(base) || !URL.canParse(base)) {
    throw new TypeError('baseUrl must be an http or https URL; it can also be given as SEINE_URL')
  }
  const { username, password, search, hash } = new URL(base)
  if (username !== '' || password !== '') throw new TypeError('baseUrl must not contain a user or a password')
  if (search !== '' || hash !== '') throw new TypeError('baseUrl must not contain a query or a fragment')
  return base.replace(/\/+$/, '')
}

/**
 * Returns an API key without white space around it. A key that no header can carry would be repeated in the error of
 * the platform.
 * @returns the key; empty if none is given.
 * @throws TypeError when it cannot be sent; the error does not repeat it.
 */
function readKey(given: string | undefined): string {
  const key = given?.trim() ?? ''
  if (!/^[\x21-\x7e]*$/.test(key)) throw new TypeError('apiKey must consist of visible ASCII characters')
  return key
}

/** In a browser the header is the browser's own. */
const ownAgent = 'document' in globalThis ? {} : { 'user-agent': `seine-client-ts/${clientVersion}` }

/** Sends the requests of one client. */
export class Transport {
  readonly #base: string
  readonly #options: ClientOptions
  /** Kept in a closure, so that no print of the client shows it. */
  readonly #authorization: () => Record<string, string>

  /** @throws TypeError when the address is missing or no URL, or the key cannot be sent. It contains neither. */
  constructor(options: ClientOptions) {
    const key = readKey(options.apiKey ?? environmentValue('SEINE_KEY'))
    this.#base = readAddress(options.baseUrl ?? environmentValue('SEINE_URL'))
    const { apiKey: _apiKey, ...rest } = options
    this.#options = rest
    this.#authorization = () => (key === '' ? {} : { authorization: `Bearer ${key}` })
  }

  /** Address of the service, without a slash at its end. */
  get baseUrl(): string {
    return this.#base
  }

  /** Time for one try, milliseconds. @param slow whether the request loads pages. */
  timeoutMs(slow: boolean): number {
    return this.#options.timeoutMs ?? (slow ? clientLimits.pageTimeoutMs : clientLimits.timeoutMs)
  }

  /**
   * Sends a request, again when that may help, and reads its answer.
   * @param read reads the answer; when the connection breaks meanwhile, the request is sent again. It ends the
   * deadline, or hands it on with the stream.
   * @throws ApiError, ConnectionError, TimeoutError, or the reason of the caller's signal.
   */
  async send<Value>(
    request: PreparedRequest,
    options: CallOptions,
    read: (answer: OpenAnswer) => Promise<Value>,
  ): Promise<Value> {
    const retriesMax = options.maxRetries ?? this.#options.maxRetries ?? clientLimits.retriesMax
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#try(request, options, read, tries)
      } catch (error) {
        const delayMs = tries > retriesMax ? null : retryDelayMs(error, request.repeat, tries)
        if (delayMs === null) throw error
        await sleep(delayMs, options.signal)
      }
    }
  }

  async #try<Value>(
    request: PreparedRequest,
    options: CallOptions,
    read: (answer: OpenAnswer) => Promise<Value>,
    tries: number,
  ): Promise<Value> {
    const { method, path, body, alsoAnswers = [] } = request
    const timeoutMs = options.timeoutMs ?? request.timeoutMs
    options.signal?.throwIfAborted()
    const deadline = new Deadline(timeoutMs, options.signal)
    const url = this.#base + path
    const headers = {
      accept: 'application/json',
      ...ownAgent,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...this.#options.headers,
      ...request.headers,
      ...options.headers,
    }
    try {
      this.#options.onRequest?.({ method, url, headers, try: tries })
      const send = this.#options.fetch ?? fetch
      const response = await send(url, {
        method,
        headers: { ...headers, ...this.#authorization() },
        signal: deadline.signal,
        ...(body === undefined ? {} : { body }),
      })
      this.#options.onResponse?.({ method, url, status: response.status, headers: response.headers, try: tries })
      if (!response.ok && !alsoAnswers.includes(response.status)) {
        throw apiErrorOf(response.status, response.headers, await response.text())
      }
      return await read({ response, deadline })
    } catch (error) {
      deadline.end()
      throw this.#failureOf(error, deadline, options.signal, timeoutMs)
    }
  }

  #failureOf(error: unknown, deadline: Deadline, signal: AbortSignal | undefined, timeoutMs: number): unknown {
    if (error instanceof SeineError) return error
    if (signal?.aborted === true) return signal.reason
    const place = new URL(this.#base).host
    if (deadline.passed) return new TimeoutError(`no answer from ${place} within ${timeoutMs} ms`, { cause: error })
    return new ConnectionError(`${place} could not be reached: ${reasonOf(error)}`, { cause: error })
  }
}

/** Returns the reason that the platform gives; Node puts it into the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
  return cause.message === '' ? code : cause.message
}

/** Reads JSON. @throws ApiError with the code `unexpected_answer` when it is invalid. */
export async function readJson({ response, deadline }: OpenAnswer): Promise<unknown> {
  const text = await response.text()
  deadline.end()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    const message = `the answer is no JSON: ${response.headers.get('content-type') ?? 'no content type'}`
    throw new ApiError({ status: response.status, code: 'unexpected_answer', message, body: text })
  }
}
