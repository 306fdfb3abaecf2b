/** Why a call failed, in one string. */
import type { DialFailure } from '@seine/shared/egress/forward-proxy/contract.ts'
import type { RecordedRequest } from '../recorder/model.ts'
import { finalHop, isRefused, type RefusalOf } from './traffic.ts'

/** Of requests to addresses that are not allowed. */
export const blockedByPolicy = 'blocked_by_policy'

/** What the proxies in front of the browser know of a request. */
export interface ProxyKnowledge {
  refusalOf: RefusalOf
  /** Why the newest connection to the host of a URL was not made; null when it was. */
  dialFailureOf?: (url: string) => DialFailure | null
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
  const dialFailure = said !== null && saidByProxied.test(said) ? (proxy.dialFailureOf?.(url) ?? null) : null
  const blocked = firstFilled(failure?.blockedReason)
  return (
    firstFilled(
      dialFailure === null ? null : saidDirectly[dialFailure],
      failure?.errorText,
      blocked === null ? null : `blocked: ${blocked}`,
      failure?.corsError,
      socket?.error,
    ) ?? (state === 'canceled' ? 'canceled' : 'unknown')
  )
}
