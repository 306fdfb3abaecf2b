/** The proxy between one browser context and the world: what it is given and what it knows. */
import type { EgressErrorCode } from './egress-error.ts'
import type { HandshakeHeaders } from './handshake-head.ts'
import type { DialPolicy } from './resolver.ts'

/** A proxy of a provider that connections are passed on to. */
export interface UpstreamProxy {
  protocol: 'http' | 'socks5'
  host: string
  port: number
  /** Null when it asks for no credentials. */
  credentials: { username: string; password: string } | null
  /**
   * What the proxy is asked to connect to: the name of the target, which it resolves itself, or an address that was
   * resolved and vetted here. @default 'name'
   */
  target?: 'name' | 'address'
  /**
   * How requests to http targets pass an HTTP proxy: read by it, with the whole URL as their target, or in a tunnel.
   * @default 'absolute' with names, 'tunnel' with addresses: a proxy that reads requests replaces their Host by
   * what the URL says (RFC 9112, section 3.2.2)
   */
  http?: 'absolute' | 'tunnel'
}

export interface ForwardProxyOptions {
  policy: DialPolicy
  /** Null = connect directly. */
  upstream: UpstreamProxy | null
  /** Headers for WebSocket handshakes of `ws:`; those of `wss:` are encrypted. @default none */
  handshakeHeaders?: HandshakeHeaders
}

/** A connection that was refused. */
export interface Denial {
  /** As the browser asked for it: name or literal address, without brackets. */
  host: string
  port: number
  /** Which rule, in words a caller may see. */
  reason: string
  kind: 'unsafe_target' | 'limit'
}

/** Why a host could not be reached, although it may be: `proxy_error` is the provider's refusal. */
export type DialFailure = EgressErrorCode

/** The other end of a connection. */
export interface ServerAddress {
  ip: string
  port: number
}

export interface ForwardProxy {
  /** `http://127.0.0.1:<port>`; what the context is told as its proxy. */
  readonly url: string
  /** From the world to the browser, and back. */
  readonly bytesReceived: number
  readonly bytesSent: number
  /** Oldest first. */
  readonly denials: readonly Denial[]
  /** Why connections to the host of this URL were refused, or null. */
  denialOf(url: string): Denial | null
  /**
   * Why the newest connection to the host of this URL was not made, or null. The browser itself knows
   * no more than `ERR_TUNNEL_CONNECTION_FAILED` or `ERR_EMPTY_RESPONSE`.
   */
  failureOf(url: string): DialFailure | null
  /** What the operating system said of that, such as `ECONNREFUSED`; null where it said nothing. */
  systemCodeOf(url: string): string | null
  /**
   * Address of the newest connection to the host of this URL, or null: the browser itself sees its
   * proxy at the other end.
   */
  addressOf(url: string): ServerAddress | null
  /**
   * How many requests to http targets have passed beyond those that are known. Of https targets only their
   * tunnels are seen.
   * @param known requests, each as often as it was made.
   */
  requestsBeyond(known: Iterable<{ method: string; url: string }>): number
  /** Cuts every connection. Never throws, may be called twice. */
  close(): Promise<void>
}
