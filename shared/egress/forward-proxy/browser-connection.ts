/**
 * One connection of a browser to its proxy, paired with one connection to a server. Requests are parsed as far as
 * needed to find their destination; answers pass byte for byte, so that the browser sees any peculiarity of a server
 * as it would without a proxy.
 */
import type { Socket } from 'node:net'
import { forwardProxyLimits } from '../limits/forward-proxy-limits.ts'
import { fault, toEgressError } from '../connections/faults.ts'
import { handedHost, readsRequests } from '../upstream-proxy/handed-target.ts'
import { proxyAuthorization } from '../upstream-proxy/http-tunnel.ts'
import { AnswerHead } from './answer-head.ts'
import type { UpstreamProxy } from '../connections/proxy-contract.ts'
import { sameDestination, type Destination } from '../connections/destination.ts'
import type { Dial, DialGate } from './dialler.ts'
import { withHandshakeHeaders, type HandshakeHeaders } from '../connections/handshake-head.ts'
import { HeadBuffer } from './head-buffer.ts'
import type { ConnectionLog } from './connection-log.ts'
import { destinationOfLine, forwardedHead, parseRequestHead, type RequestHead } from './request-head.ts'

/** Shared by all connections of one proxy. */
export interface ProxyParts {
  log: ConnectionLog
  dial: Dial
  /** Checks a destination before a provider is asked for it. */
  gate: DialGate
  upstream: UpstreamProxy | null
  /** @default none */
  handshakeHeaders?: HandshakeHeaders
  /** Returns the number of open connections of the browser. */
  connections: () => number
}

/** Used only for CONNECT: for other methods, the browser would take an HTTP answer for that of the site. */
const tunnelRefusal = (status: string): string => `HTTP/1.1 ${status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`

/** `G`; a TLS record begins with a different byte. */
const firstByteOfGet = 0x47

const limitReason = {
  connections: `more than ${forwardProxyLimits.connectionsMax} connections at a time`,
  bytes: 'the page received more bytes than a page may',
  head: `a request head of more than ${forwardProxyLimits.headersMaxBytes} bytes`,
}

/** Serves the connection until either side ends it. */
export class BrowserConnection {
  readonly #client: Socket
  readonly #parts: ProxyParts
  readonly #over = new AbortController()
  readonly #head = new HeadBuffer()
  #headTimer: NodeJS.Timeout | undefined
  #server: Socket | null = null
  #destination: Destination | null = null
  /** Remaining bytes of the current request's body. */
  #bodyLeft = 0
  /** Bytes received from the browser while its request is not connected yet; null otherwise. */
  #held: Buffer | null = null
  /** Collects the first bytes of a tunnel, which may be the head of a WebSocket handshake; null otherwise. */
  #handshake: HeadBuffer | null = null
  /** Set when the next bytes of the server start an answer that must be inspected; null otherwise. */
  #answer: AnswerHead | null = null

  constructor(client: Socket, parts: ProxyParts) {
    this.#client = client
    this.#parts = parts
    this.#armHeadTimer()
    client.setTimeout(forwardProxyLimits.idleMs, () => client.destroy())
    client
      .on('data', (chunk: Buffer) => this.#fromBrowser(chunk))
      .on('drain', () => this.#server?.resume())
      .on('end', () => (this.#server === null ? client.destroy() : this.#server.end()))
      .on('error', () => {})
      .once('close', () => {
        clearTimeout(this.#headTimer)
        this.#over.abort()
        this.#server?.destroy()
      })
  }

  #armHeadTimer(): void {
    this.#headTimer = setTimeout(() => this.#client.destroy(), forwardProxyLimits.headerTimeoutMs)
  }

  #fromBrowser(chunk: Buffer): void {
    if (this.#held !== null) {
      this.#held = Buffer.concat([this.#held, chunk])
      if (this.#held.length > forwardProxyLimits.headersMaxBytes) this.#client.pause()
      return
    }
    if (this.#handshake !== null) {
      this.#readHandshake(this.#handshake, chunk)
      return
    }
    let rest = chunk
    if (this.#bodyLeft > 0) {
      const part = rest.subarray(0, this.#bodyLeft)
      this.#bodyLeft -= part.length
      this.#toServer(part)
      rest = rest.subarray(part.length)
    }
    if (rest.length > 0) this.#readHead(rest)
  }

  /** Inspects the first bytes of a tunnel; encrypted bytes and other protocols pass unchanged. */
  #readHandshake(head: HeadBuffer, chunk: Buffer): void {
    const { handshakeHeaders, log } = this.#parts
    const destination = this.#destination
    if (handshakeHeaders === undefined || destination === null || (head.empty && chunk[0] !== firstByteOfGet)) {
      this.#handshake = null
      this.#toServer(chunk)
      return
    }
    const complete = head.add(chunk)
    if (complete === null) {
      if (!head.overfull) return
      log.deny(destination, 'limit', limitReason.head)
      this.#client.destroy()
      return
    }
    this.#handshake = null
    const sent = withHandshakeHeaders(complete.head, destination, handshakeHeaders)
    this.#toServer(Buffer.concat([Buffer.from(`${sent}\r\n\r\n`, 'latin1'), complete.rest]))
  }

  #readHead(chunk: Buffer): void {
    if (this.#head.empty && this.#destination !== null) this.#armHeadTimer()
    const complete = this.#head.add(chunk)
    if (complete === null) {
      if (this.#head.overfull) this.#refuseOverfullHead()
      return
    }
    clearTimeout(this.#headTimer)
    const request = parseRequestHead(complete.head)
    if (request === null) {
      this.#client.destroy()
      return
    }
    // The socket is not paused, because then its end would go unnoticed.
    this.#held = complete.rest
    this.#serve(request)
      .then(
        () => this.#release(),
        (error: unknown) => this.#fail(request, error),
      )
      .catch(() => this.#client.destroy())
  }

  #release(): void {
    const held = this.#held
    this.#held = null
    if (held !== null && held.length > 0) this.#fromBrowser(held)
    if (this.#server?.writableNeedDrain !== true) this.#client.resume()
  }

  #refuseOverfullHead(): void {
    const destination = destinationOfLine(this.#head.firstLine)
    if (destination !== null) this.#parts.log.deny(destination, 'limit', limitReason.head)
    this.#client.destroy()
  }

  async #serve(request: RequestHead): Promise<void> {
    const { log, upstream, connections } = this.#parts
    const tunnel = request.method === 'CONNECT'
    if (log.full) throw new LimitError(limitReason.bytes)
    if (connections() > forwardProxyLimits.connectionsMax) throw new LimitError(limitReason.connections)
    // A proxy that reads requests chooses the destination of each one; other proxies only forward bytes to the server.
    const reader = !tunnel && upstream !== null && readsRequests(upstream) ? upstream : null
    const { destination } = request
    const handed = reader === null ? null : handedHost(destination.host, await this.#parts.gate(destination), reader)
    if (!this.#leadsTo(destination)) await this.#connect(destination, tunnel)
    if (tunnel) {
      this.#bodyLeft = Number.POSITIVE_INFINITY
      if (this.#parts.handshakeHeaders !== undefined) this.#handshake = new HeadBuffer()
      this.#client.write('HTTP/1.1 200 Connection established\r\n\r\n')
      return
    }
    this.#answer = reader === null ? null : new AnswerHead()
    this.#bodyLeft = request.bodyLength === 'until_end' ? Number.POSITIVE_INFINITY : request.bodyLength
    const authorization = reader === null ? null : proxyAuthorization(reader)
    log.requests.add(request.method, request.target)
    this.#toServer(Buffer.from(forwardedHead(request, authorization, handed), 'latin1'))
  }

  #leadsTo(destination: Destination): boolean {
    return (
      this.#server?.writable === true && this.#destination !== null && sameDestination(this.#destination, destination)
    )
  }

  async #connect(destination: Destination, tunnel: boolean): Promise<void> {
    const before = this.#server
    this.#server = null
    before?.destroy()
    this.#destination = destination
    const server = await this.#parts.dial(destination, tunnel, this.#over.signal)
    const { remoteAddress: ip, remotePort: port } = server
    const isDirect = this.#parts.upstream === null && ip !== undefined && port !== undefined
    this.#parts.log.connected(destination, isDirect ? { ip, port } : null)
    this.#server = server
    const isCurrent = (): boolean => this.#server === server
    server
      .on('data', (chunk: Buffer) => {
        if (isCurrent()) this.#fromServer(chunk, server, destination)
      })
      .on('drain', () => this.#client.resume())
      .on('end', () => {
        if (!isCurrent()) return
        this.#noteNoAnswer(destination)
        this.#client.end()
      })
      .on('error', () => {
        if (!isCurrent()) return
        this.#noteNoAnswer(destination)
        this.#client.resetAndDestroy()
      })
      .once('close', () => {
        if (isCurrent()) this.#client.destroySoon()
      })
      .resume()
  }

  /** Logs a missing answer as the fault of the proxy: one that reads requests answers even when the site does not. */
  #noteNoAnswer(destination: Destination): void {
    if (this.#answer !== null) this.#parts.log.failed(destination, 'proxy_error')
  }

  #fromServer(chunk: Buffer, server: Socket, destination: Destination): void {
    const { log } = this.#parts
    log.bytesReceived += chunk.length
    const seen = this.#answer === null ? { passes: chunk } : this.#answer.add(chunk)
    if (seen === null) return
    this.#answer = null
    if ('refusal' in seen) {
      log.failed(destination, seen.refusal.code)
      this.#client.destroy()
    } else if (log.full) {
      log.deny(destination, 'limit', limitReason.bytes)
      this.#client.destroy()
    } else if (!this.#client.write(seen.passes)) {
      server.pause()
    }
  }

  #toServer(bytes: Buffer): void {
    this.#parts.log.bytesSent += bytes.length
    if (this.#server?.write(bytes) === false) this.#client.pause()
  }

  /**
   * Handles a request that cannot be forwarded: logs the reason, and signals it to the browser in a way that cannot be
   * taken for an answer of the site.
   */
  #fail(request: RequestHead, error: unknown): void {
    if (this.#over.signal.aborted) return
    const { log } = this.#parts
    const egress = error instanceof LimitError ? null : toEgressError(error)
    if (error instanceof LimitError) log.deny(request.destination, 'limit', error.message)
    else if (egress?.code === 'unsafe_target') log.deny(request.destination, 'unsafe_target', egress.message)
    else {
      const { code, systemCode } = egress ?? fault('connection_reset')
      log.failed(request.destination, code, systemCode)
    }
    const refused = error instanceof LimitError || egress?.code === 'unsafe_target'
    if (request.method === 'CONNECT') this.#client.end(tunnelRefusal(refused ? '403 Forbidden' : '502 Bad Gateway'))
    else this.#client.destroy()
  }
}

/** Thrown when a limit of the proxy is reached. */
class LimitError extends Error {
  override readonly name = 'LimitError'
}
