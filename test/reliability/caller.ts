/** A caller of the API whose calls always end: a missing answer is recorded as a figure, not thrown. */
import { reliabilityLimits } from './reliability-limits.ts'

export interface CallAnswer {
  /** 0 when there was no answer in time or the connection broke. */
  status: number
  headers: Headers
  text: string
  /** Empty when the answer is not a JSON object. */
  body: Record<string, unknown>
  elapsedMs: number
}

export interface Call {
  body?: unknown
  headers?: Record<string, string>
  /** @default reliabilityLimits.callMs */
  timeoutMs?: number
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value = JSON.parse(text) as unknown
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** One key on one gateway. */
export class Caller {
  readonly #base: string
  readonly #key: string

  /** @param base URL of the gateway. */
  constructor(base: string, key: string) {
    this.#base = base
    this.#key = key
  }

  /** Sends one request. Never rejects. */
  async ask(method: string, path: string, call: Call = {}): Promise<CallAnswer> {
    const { body, headers = {}, timeoutMs = reliabilityLimits.callMs } = call
    const startedAt = performance.now()
    try {
      const answer = await fetch(`${this.#base}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await answer.text()
      const elapsedMs = performance.now() - startedAt
      return { status: answer.status, headers: answer.headers, text, body: parsed(text), elapsedMs }
    } catch {
      return { status: 0, headers: new Headers(), text: '', body: {}, elapsedMs: performance.now() - startedAt }
    }
  }

  async post(path: string, body: unknown, call: Omit<Call, 'body'> = {}): Promise<CallAnswer> {
    return await this.ask('POST', path, { ...call, body })
  }

  async get(path: string, call: Call = {}): Promise<CallAnswer> {
    return await this.ask('GET', path, call)
  }
}

/** Returns the `code` of an answer, or its status. */
export function codeOf({ status, body }: CallAnswer): string {
  const { code } = body
  return typeof code === 'string' ? code : String(status)
}

/** Returns how often each code occurred, as text: `3 unsafe_target, 1 200`. */
export function codesOf(answers: readonly CallAnswer[]): string {
  const kinds = [...Map.groupBy(answers, codeOf)].map(([code, all]) => `${all.length} ${code}`)
  return kinds.join(', ') || 'none'
}
