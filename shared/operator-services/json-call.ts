/**
 * Calls of services that the operator has named: a language model, a search back-end. They may be on any
 * address, so the address policy for targets does not hold here, and nothing a caller writes is ever a URL.
 */
import got, { RequestError, TimeoutError, type Response } from 'got'

export interface JsonCall {
  url: string
  method: 'GET' | 'POST'
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** Sent as JSON; absent with GET. */
  body?: unknown
  /** Of the whole exchange. */
  timeoutMs: number
  /** Longest answer, decoded. */
  maxBytes: number
  signal: AbortSignal
}

export interface JsonAnswer {
  status: number
  /** Names in lower case, repeated ones joined by a comma. */
  headers: Record<string, string>
  /** Undefined where the body is not JSON. */
  json: unknown
  text: string
}

/** There was no answer; the message names no URL and no key. */
export class ServiceCallError extends Error {
  override readonly name = 'ServiceCallError'
  readonly kind: 'timeout' | 'unreachable' | 'too_large'

  constructor(kind: ServiceCallError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/**
 * Makes one call: no redirects, no retries.
 * @returns the answer, whatever its status.
 * @throws ServiceCallError; the reason of the signal.
 */
export async function jsonCall(call: JsonCall): Promise<JsonAnswer> {
  const { url, method, headers, body, timeoutMs, maxBytes, signal } = call
  signal.throwIfAborted()
  const request = got.stream(url, {
    method,
    headers: { accept: 'application/json', ...headers },
    // A stream waits to be written unless it is given a body.
    ...(method === 'GET' ? {} : { json: body ?? {} }),
    timeout: { request: timeoutMs },
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    signal,
  })
  let head: Response | null = null
  request.once('response', (response: Response) => {
    head = response
  })
  try {
    const text = await textWithin(request, maxBytes)
    // Set by the listener, which the compiler does not see.
    const { statusCode, headers: answered } = head as unknown as Response
    return { status: statusCode, headers: joined(answered), json: parsed(text), text }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof ServiceCallError) throw error
    if (error instanceof TimeoutError) throw new ServiceCallError('timeout', `no answer within ${timeoutMs} ms`)
    if (error instanceof RequestError) throw new ServiceCallError('unreachable', error.code, { cause: error })
    throw error
  }
}

/** Leaving the loop by an error destroys the stream, and with it the socket. */
async function textWithin(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of body) {
    bytes += piece.length
    if (bytes > maxBytes) throw new ServiceCallError('too_large', `the answer has more than ${maxBytes} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

const joined = (headers: Record<string, string | string[] | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? []].flat().join(', ')]))

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
