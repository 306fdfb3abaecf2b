/** Why a call failed, in one string. */
import type { DialFailure } from '@seine/shared/egress/connections/proxy-contract.ts'
import type { RecordedRequest } from '../recorder/messages/model.ts'
import { finalHop, isRefused, type RefusalOf } from './traffic.ts'

/** Of requests to addresses that are not allowed. */
export const blockedByPolicy = 'blocked_by_policy'

/** What the proxies in front of the browser know of a request. */
export interface ProxyKnowledge {
  refusalOf: RefusalOf
  /** Why the newest connection to the host of a URL was not made; null when it was. */
  dialFailureOf?: (url: string) => DialFailure | null
  /** What the operating system said of that, such as `ECONNREFUSED`; null where it said nothing. */
  systemCodeOf?: (url: string) => string | null
}

/** All that a browser says when its proxy could not connect. */
const saidByProxied = /ERR_(?:TUNNEL_CONNECTION_FAILED|EMPTY_RESPONSE)/

/** What a browser says of the same failure without a proxy. */
const saidDirectly: Partial<Record<DialFailure, string>> = {
  dns_error: 'net::ERR_NAME_NOT_RESOLVED',
  connect_error: 'net::ERR_CONNECTION_FAILED',
  connection_reset: 'net::ERR_CONNECTION_RESET',
  timeout: 'net::ERR_CONNECTION_TIMED_OUT',
  proxy_error: 'net::ERR_PROXY_CONNECTION_FAILED',
}

/** The same, where the operating system says more (`MapSystemError` of Chromium). */
const saidOfSystem = new Map([
  ['ECONNREFUSED', 'net::ERR_CONNECTION_REFUSED'],
  ['EHOSTUNREACH', 'net::ERR_ADDRESS_UNREACHABLE'],
  ['EHOSTDOWN', 'net::ERR_ADDRESS_UNREACHABLE'],
  ['ENETUNREACH', 'net::ERR_ADDRESS_UNREACHABLE'],
  ['ENETDOWN', 'net::ERR_INTERNET_DISCONNECTED'],
  ['EADDRNOTAVAIL', 'net::ERR_ADDRESS_INVALID'],
])

/**
 * What the browser would have said without its proxy, of a connection that the proxy could not make.
 * @param said what the browser says.
 * @returns null where it says the same, or the proxy knows nothing of a failure.
 */
export function directErrorText(said: string | null, url: string, proxy: ProxyKnowledge): string | null {
  if (said === null || !saidByProxied.test(said)) return null
  const failure = proxy.dialFailureOf?.(url) ?? null
  if (failure === null) return null
  return saidOfSystem.get(proxy.systemCodeOf?.(url) ?? '') ?? saidDirectly[failure] ?? null
}

/** @returns the first text that is not empty. */
function firstFilled(...texts: (string | null | undefined)[]): string | null {
  for (const text of texts) if (text !== null && text !== undefined && text !== '') return text
  return null
}

/**
 * @returns that the address is not allowed; else the browser's error, for connections that the proxy
 * could not make as it is without a proxy; else why the browser blocked it; else the CORS code. Never
 * empty; null for requests that did not fail.
 */
export function failureReason(request: RecordedRequest, proxy: ProxyKnowledge): string | null {
  const { state, failure, socket } = request
  if (state !== 'failed' && state !== 'canceled') return null
  const { url } = finalHop(request)
  if (isRefused(request, proxy.refusalOf)) return blockedByPolicy
  const said = firstFilled(failure?.errorText, socket?.error)
  const blocked = firstFilled(failure?.blockedReason)
  return (
    firstFilled(
      directErrorText(said, url, proxy),
      failure?.errorText,
      blocked === null ? null : `blocked: ${blocked}`,
      failure?.corsError,
      socket?.error,
    ) ?? (state === 'canceled' ? 'canceled' : 'unknown')
  )
}
