/** One hop: sends a request and receives the head of its answer. */
import type { ClientRequest } from 'node:http'
import type { Socket } from 'node:net'
import got, { type Request, type Response } from 'got'
import { egressLimits } from '../config/limits.ts'
import type { EgressError } from './connections/egress-error.ts'
import type { WireCut } from './connections/wire-exchange.ts'
import type { Deadline } from './deadline.ts'
import { fault, toEgressError } from './connections/faults.ts'
import type { UpstreamProxy } from './connections/proxy-contract.ts'
import type { PinnedAgents } from './connections/pinned-agent.ts'
import type { Hop } from './redirects.ts'
import { ProxyPassage } from './upstream-proxy/proxy-passage.ts'

/** The head of an answer; its body has not been read yet. */
export interface HopAnswer {
  status: number
  headers: Record<string, string>
  /** Reason phrase; may be empty. */
  reason: string
  /** Names and values as they were received, in turn. */
  rawHeaders: readonly string[]
  /** The headers of the request, without those for a proxy. */
  sent: Readonly<Record<string, string>>
  /** When the request was sent, epoch milliseconds. */
  startedAtMs: number
  body: Request
}

/** The route of a hop: direct, or through a proxy with the agents for it. */
export interface WayOut {
  agents: PinnedAgents
  proxy: UpstreamProxy | null
  /** Host that the proxy is asked for, when it differs from the host of the URL. */
  handedHost?: string
}

/** got without the features that the egress implements itself or does not use. */
const transport = got.extend({
  retry: { limit: 0 },
  followRedirect: false,
  throwHttpErrors: false,
  decompress: false,
  http2: false,
  maxHeaderSize: egressLimits.headersMaxBytes,
})

const bodiless = new Set(['GET', 'HEAD'])

/** Methods that may be repeated when a kept-alive socket turns out to be closed (RFC 9112, section 9.3.1). */
const repeatable = new Set(['GET', 'HEAD'])

function flatHeaders(headers: Response['headers']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => {
      if (value === undefined) return []
      return [[name, typeof value === 'string' ? value : value.join(name === 'set-cookie' ? '\n' : ', ')]]
    }),
  )
}

interface Sent {
  answer: Promise<HopAnswer>
  /** Whether the request used a socket that had served an earlier request. */
  reusedSocket: () => boolean
  /** Translates a failure before the head of the answer: it may be the fault of the proxy. */
  meaningOf: (error: EgressError) => EgressError
}

function send(hop: Hop, { agents, proxy, handedHost }: WayOut, deadline: Deadline): Sent {
  const { promise, resolve, reject } = Promise.withResolvers<HopAnswer>()
  const passage = proxy === null ? null : new ProxyPassage(hop.url, proxy, handedHost)
  const startedAtMs = Date.now()
  const stream = transport.stream(hop.url, {
    method: hop.method,
    headers: passage === null ? hop.headers : { ...hop.headers, ...passage.headers },
    ...(passage === null ? {} : { request: passage.request }),
    agent: { http: agents.http, https: agents.https },
    // Without a body, got waits for the stream to be written.
    ...(bodiless.has(hop.method) ? {} : { body: hop.body ?? '' }),
  })
  const release = deadline.onEnd((reason: EgressError) => {
    stream.destroy(passage?.faultOf(reason) ?? reason)
    passage?.end(reason)
  })
  let clientRequest: ClientRequest | undefined
  stream
    .on('request', (request: ClientRequest) => {
      clientRequest = request
    })
    .on('response', (response: Response) => {
      const refusal = passage?.refusalIn(response) ?? null
      if (refusal !== null) stream.destroy(refusal)
      else {
        resolve({
          status: response.statusCode,
          headers: flatHeaders(response.headers),
          reason: response.statusMessage ?? '',
          rawHeaders: response.rawHeaders,
          sent: hop.headers,
          startedAtMs,
          body: stream,
        })
      }
    })
    .on('upgrade', (_response: Response, socket: Socket) => {
      socket.destroy()
      stream.destroy(fault('invalid_response', 'it switched to another protocol'))
    })
    .on('error', (error: unknown) => {
      reject(toEgressError(error))
    })
    .once('end', release)
    .once('close', release)
  return {
    answer: promise,
    reusedSocket: () => clientRequest?.reusedSocket === true,
    meaningOf: (error) => passage?.faultOf(error) ?? error,
  }
}

/**
 * Sends a request and waits for the head of the answer.
 *
 * The server may close a kept-alive socket while the request is being sent; when that is the likely cause of a
 * failure, the request is repeated within the same deadline.
 * @throws EgressError when there is no HTTP answer.
 */
export async function sendHop(hop: Hop, way: WayOut, deadline: Deadline): Promise<HopAnswer> {
  if (bodiless.has(hop.method) && hop.body !== null) throw fault('invalid_request', `${hop.method} has no body`)
  for (let repeats = 0; ; repeats += 1) {
    const { answer, reusedSocket, meaningOf } = send(hop, way, deadline)
    try {
      return await answer
    } catch (error) {
      const failed = toEgressError(error)
      const stale = failed.code === 'connection_reset' && reusedSocket() && repeatable.has(hop.method)
      if (!stale || repeats >= egressLimits.staleSocketRepeatsMax) throw meaningOf(failed)
    }
  }
}

/**
 * Reads and discards a body that is not needed, so that its socket can serve the next request. Destroys the socket
 * when the body is too long or too slow. Never throws, and takes at most `discardedBodyMaxMs`.
 * @param onChunk called with each chunk.
 * @returns why the end of the body was not received; null: it was.
 */
export async function discardBody(body: Request, onChunk?: (chunk: Uint8Array) => void): Promise<WireCut | null> {
  if (body.destroyed) return 'disconnect'
  const { promise: over, resolve } = Promise.withResolvers<void>()
  let left = egressLimits.discardedBodyMaxBytes
  let cut: WireCut | null = 'disconnect'
  const timer = setTimeout(() => {
    cut = 'time'
    body.destroy()
  }, egressLimits.discardedBodyMaxMs)
  body
    .on('data', (chunk: Uint8Array) => {
      left -= chunk.length
      onChunk?.(chunk)
      if (left >= 0) return
      cut = 'length'
      body.destroy()
    })
    .once('end', () => {
      cut = null
      resolve()
    })
    .once('close', resolve)
  await over
  clearTimeout(timer)
  return cut
}
