/** Determines why a call failed, as one string. */
import type { DialFailure } from '@seine/shared/egress/connections/proxy-contract.ts'
import type { RecordedRequest } from '../recorder/messages/model.ts'
import { finalHop, isRefused, type RefusalOf } from './traffic.ts'

/** The reason of requests to addresses that the policy does not allow. */
export const blockedByPolicy = 'blocked_by_policy'

/** What the proxies in front of the browser know about a request. */
export interface ProxyKnowledge {
  refusalOf: RefusalOf
  /** Returns why the newest connection to the host of a URL failed; null when it succeeded. */
  dialFailureOf?: (url: string) => DialFailure | null
  /** Returns the operating system's error code for that failure, such as `ECONNREFUSED`; null if none exists. */
  systemCodeOf?: (url: string) => string | null
}

/** The browser's errors for any failure of its proxy to connect. */
const proxyErrors = /ERR_(?:TUNNEL_CONNECTION_FAILED|EMPTY_RESPONSE)/

/** The browser's errors for the same failures without a proxy. */
const directErrors: Partial<Record<DialFailure, string>> = {
  dns_error: 'net::ERR_NAME_NOT_RESOLVED',
  connect_error: 'net::ERR_CONNECTION_FAILED',
  connection_reset: 'net::ERR_CONNECTION_RESET',
  timeout: 'net::ERR_CONNECTION_TIMED_OUT',
  proxy_error: 'net::ERR_PROXY_CONNECTION_FAILED',
}

/** More specific errors, by the code of the operating system (`MapSystemError` of Chromium). */
const systemErrors = new Map([
  ['ECONNREFUSED', 'net::ERR_CONNECTION_REFUSED'],
  ['EHOSTUNREACH', 'net::ERR_ADDRESS_UNREACHABLE'],
  ['EHOSTDOWN', 'net::ERR_ADDRESS_UNREACHABLE'],
  ['ENETUNREACH', 'net::ERR_ADDRESS_UNREACHABLE'],
  ['ENETDOWN', 'net::ERR_INTERNET_DISCONNECTED'],
  ['EADDRNOTAVAIL', 'net::ERR_ADDRESS_INVALID'],
])

/**
 * Returns the error that the browser would report without its proxy, for a connection that the proxy could not make.
 * @param reported the error that the browser reported.
 * @returns null when the error would be the same, or the proxy knows of no failure.
 */
export function directErrorText(reported: string | null, url: string, proxy: ProxyKnowledge): string | null {
  if (reported === null || !proxyErrors.test(reported)) return null
  const failure = proxy.dialFailureOf?.(url) ?? null
  if (failure === null) return null
  return systemErrors.get(proxy.systemCodeOf?.(url) ?? '') ?? directErrors[failure] ?? null
}

/** @returns the first text that is not empty. */
function firstFilled(...texts: (string | null | undefined)[]): string | null {
  for (const text of texts) if (text !== null && text !== undefined && text !== '') return text
  return null
}

/**
 * Returns the reason for a failed call: that the address is not allowed; otherwise the browser's error, and for
 * connections that the proxy could not make the error it would be without a proxy; otherwise why the browser blocked
 * it; otherwise the CORS code.
 * @returns a text that is not empty; null for requests that did not fail.
 */
export function failureReason(request: RecordedRequest, proxy: ProxyKnowledge): string | null {
  const { state, failure, socket } = request
  if (state !== 'failed' && state !== 'canceled') return null
  const { url } = finalHop(request)
  if (isRefused(request, proxy.refusalOf)) return blockedByPolicy
  const reported = firstFilled(failure?.errorText, socket?.error)
  const blocked = firstFilled(failure?.blockedReason)
  return (
    firstFilled(
      directErrorText(reported, url, proxy),
      failure?.errorText,
      blocked === null ? null : `blocked: ${blocked}`,
      failure?.corsError,
      socket?.error,
    ) ?? (state === 'canceled' ? 'canceled' : 'unknown')
  )
}
