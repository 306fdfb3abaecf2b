/** Types of the forward proxy of one browser context: its options and the information it provides. */
import type { EgressErrorCode } from './egress-error.ts'
import type { HandshakeHeaders } from './handshake-head.ts'
import type { DialPolicy } from './resolver.ts'

/** A provider's proxy to which connections are forwarded. */
export interface UpstreamProxy {
  protocol: 'http' | 'socks5'
  host: string
  port: number
  /** Null: the proxy requires no credentials. */
  credentials: { username: string; password: string } | null
  /**
   * What the proxy is asked to connect to: the name of the target, which it resolves itself, or an address that Seine
   * resolved and vetted.
   * @default 'name'
   */
  target?: 'name' | 'address'
  /**
   * How an HTTP proxy receives requests to http targets: it reads them, with the whole URL as their target, or they
   * pass through a tunnel.
   * @default 'absolute' with names, 'tunnel' with addresses: a proxy that reads requests replaces their Host by the
   * host of the URL (RFC 9112, section 3.2.2)
   */
  http?: 'absolute' | 'tunnel'
}

export interface ForwardProxyOptions {
  policy: DialPolicy
  /** Null: connect directly. */
  upstream: UpstreamProxy | null
  /**
   * Headers for `ws:` handshakes; those of `wss:` are encrypted and cannot be changed.
   * @default none
   */
  handshakeHeaders?: HandshakeHeaders
}

/** A refused connection. */
export interface Denial {
  /** Host as the browser requested it: name or literal address, without brackets. */
  host: string
  port: number
  /** The violated rule, worded for callers. */
  reason: string
  kind: 'unsafe_target' | 'limit'
}

/** Why an allowed host could not be reached; `proxy_error`: the provider refused. */
export type DialFailure = EgressErrorCode

/** The other end of a connection. */
export interface ServerAddress {
  ip: string
  port: number
}

export interface ForwardProxy {
  /** `http://127.0.0.1:<port>`, the proxy address to configure in the browser context. */
  readonly url: string
  /** Bytes from servers to the browser, and from the browser to servers. */
  readonly bytesReceived: number
  readonly bytesSent: number
  /** Oldest first. */
  readonly denials: readonly Denial[]
  /** Returns why connections to the host of this URL were refused, or null. */
  denialOf(url: string): Denial | null
  /**
   * Returns why the most recent connection to the host of this URL failed, or null. The browser itself only knows
   * `ERR_TUNNEL_CONNECTION_FAILED` or `ERR_EMPTY_RESPONSE`.
   */
  failureOf(url: string): DialFailure | null
  /** Returns the error code of the operating system for that failure, such as `ECONNREFUSED`; null: none. */
  systemCodeOf(url: string): string | null
  /**
   * Returns the address of the most recent connection to the host of this URL, or null. The browser itself only sees
   * the address of its proxy.
   */
  addressOf(url: string): ServerAddress | null
  /**
   * Returns how many requests to http targets passed in addition to the known ones. Of requests to https targets, only
   * the tunnels are visible.
   * @param known requests, each as often as it was made.
   */
  requestsBeyond(known: Iterable<{ method: string; url: string }>): number
  /** Closes every connection. Never throws; may be called twice. */
  close(): Promise<void>
}
