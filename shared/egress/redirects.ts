/** Computes the request that follows a redirect, by the rules of the Fetch standard ("HTTP-redirect fetch"). */
import type { EgressRequest } from './connections/contract.ts'
import { headersAcrossOrigins, headersWithoutBody } from './request-headers.ts'

/** One request as it is sent. */
export interface Hop {
  url: URL
  method: NonNullable<EgressRequest['method']>
  headers: Record<string, string>
  body: string | Uint8Array | null
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

/** Returns true when a status is a redirect. */
export function isRedirect(status: number): boolean {
  return redirectStatuses.has(status)
}

/**
 * Resolves a Location header.
 * @param location value as Node returns it: one character per byte; servers send UTF-8.
 * @returns null when it is missing or not a URL reference. A target without a fragment inherits that of the base (RFC
 * 9110, section 10.2.2).
 */
export function locationTarget(location: string | undefined, base: URL): URL | null {
  if (location === undefined || location.trim() === '') return null
  const asUtf8 = Buffer.from(location, 'latin1').toString()
  const target = URL.parse(asUtf8.includes('\u{fffd}') ? location : asUtf8, base.href)
  if (target !== null && target.hash === '') target.hash = base.hash
  return target
}

const becomesGet = (status: number, method: string): boolean =>
  ((status === 301 || status === 302) && method === 'POST') || (status === 303 && method !== 'GET' && method !== 'HEAD')

/**
 * Returns the request that follows a redirect. POST becomes GET on 301 and 302, everything but HEAD on 303; 307 and
 * 308 repeat method and body. Another origin receives only the headers that describe the client and those about a body
 * that is repeated, and none of the caller's other headers.
 */
export function nextHop(current: Hop, status: number, target: URL): Hop {
  const dropsBody = becomesGet(status, current.method)
  const body = dropsBody ? null : current.body
  const described = dropsBody ? headersWithoutBody(current.headers) : current.headers
  const sameOrigin = target.origin === current.url.origin
  const headers = sameOrigin ? described : headersAcrossOrigins(described, target, body !== null)
  return { url: target, method: dropsBody ? 'GET' : current.method, headers, body }
}
