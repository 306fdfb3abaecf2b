/** One request through the proxy of a provider, and the translation of its failures. */
import { request as httpRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { EgressError } from '../connections/egress-error.ts'
import { fault } from '../connections/faults.ts'
import type { UpstreamProxy } from '../connections/proxy-contract.ts'
import { urlAuthorityOf } from '../connections/destination.ts'
import { bareHost, portOf } from '../policy/target-policy.ts'
import { readsRequests } from './handed-target.ts'
import { proxyAuthorization } from './http-tunnel.ts'
import type { Dialling } from './proxied-agents.ts'
import { refusalOf } from './proxy-refusal.ts'

/** Error codes of Node for a first line that is not HTTP/1. */
const noHttp = /\bHPE_INVALID_(?:CONSTANT|VERSION)\b/

export class ProxyPassage {
  /** Headers for the proxy only, in addition to those of the request. */
  readonly headers: Readonly<Record<string, string>>
  readonly #readByProxy: boolean
  readonly #over = new AbortController()
  readonly #dialling: Dialling

  /**
   * @param handedHost host that the proxy is asked for: the name of the target or a vetted address, without brackets.
   */
  constructor(url: URL, upstream: UpstreamProxy, handedHost: string = bareHost(url.hostname)) {
    this.#dialling = { signal: this.#over.signal, underWay: false, handedHost }
    this.#readByProxy = url.protocol === 'http:' && readsRequests(upstream)
    const authorization = this.#readByProxy ? proxyAuthorization(upstream) : ''
    this.headers = authorization === '' ? {} : { 'proxy-authorization': authorization }
  }

  /**
   * Creates the request as Node does; when the proxy reads it, its target is the whole URL (RFC 9112, section 3.2.2).
   */
  readonly request = (
    url: URL,
    options: RequestOptions,
    callback?: (response: IncomingMessage) => void,
  ): ClientRequest => {
    const passed = { ...options, dialling: this.#dialling }
    if (!this.#readByProxy) {
      return url.protocol === 'https:' ? httpsRequest(url, passed, callback) : httpRequest(url, passed, callback)
    }
    return httpRequest(url, { ...passed, path: `${this.#originFor(url)}${url.pathname}${url.search}` }, callback)
  }

  #originFor(url: URL): string {
    const { handedHost: host } = this.#dialling
    if (host === null || host === bareHost(url.hostname)) return url.origin
    return `http://${urlAuthorityOf({ host, port: portOf(url) })}`
  }

  /** Cancels a connection that is being opened. */
  end(reason: EgressError): void {
    this.#over.abort(reason)
  }

  /** Returns the fault when the proxy itself answers; null when the answer is that of the site. */
  refusalIn({ statusCode = 0, headers }: Pick<IncomingMessage, 'statusCode' | 'headers'>): EgressError | null {
    return this.#readByProxy ? refusalOf(statusCode, (name) => headers[name]?.toString()) : null
  }

  /** Translates a failure before the head of the answer. */
  faultOf(error: EgressError): EgressError {
    // A proxy that reads requests answers them even when the site does not, so a missing answer is the fault of the
    // proxy.
    if (error.code === 'connection_reset' && this.#readByProxy) return fault('proxy_error', 'it did not answer')
    if (error.code === 'invalid_response' && this.#readByProxy && noHttp.test(error.message)) {
      return fault('proxy_error', 'its answer is not HTTP')
    }
    if (error.code === 'timeout' && this.#dialling.underWay) return fault('proxy_error', 'no connection in time')
    return error
  }
}
