/**
 * Calls of services that the operator has configured: a language model, a search back-end. They may have any address,
 * so the address policy for targets does not apply here, and no URL comes from a caller.
 */
import got, { RequestError, TimeoutError, type Response } from 'got'

export interface JsonCall {
  url: string
  method: 'GET' | 'POST'
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  /** Sent as JSON; absent for GET. */
  body?: unknown
  /** Timeout of the whole exchange, milliseconds. */
  timeoutMs: number
  /** Longest answer after decoding, bytes. */
  maxBytes: number
  signal: AbortSignal
}

export interface JsonAnswer {
  status: number
  /** Names in lower case; values of repeated headers are joined by a comma. */
  headers: Record<string, string>
  /** undefined when the body is not JSON. */
  json: unknown
  text: string
}

/** Thrown when there is no usable answer. The message contains no URL and no key. */
export class ServiceCallError extends Error {
  override readonly name = 'ServiceCallError'
  readonly kind: 'timeout' | 'unreachable' | 'too_large'

  constructor(kind: ServiceCallError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/**
 * Makes one call, without redirects or retries.
 * @returns the answer, whatever its status.
 * @throws ServiceCallError when there is no usable answer.
 * @throws the reason of the signal.
 */
export async function jsonCall(call: JsonCall): Promise<JsonAnswer> {
  const { url, method, headers, body, timeoutMs, maxBytes, signal } = call
  signal.throwIfAborted()
  const request = got.stream(url, {
    method,
    headers: { accept: 'application/json', ...headers },
    // A stream request waits for its body unless one is given.
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
    // The listener sets it; the compiler cannot see that.
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

/** Reads the body as text. An error inside the loop destroys the stream and thereby the socket. */
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
