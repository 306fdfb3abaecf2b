/** Answers that an HTTP proxy, which reads requests, gives for itself in place of the site. Pure. */
import type { EgressError } from '../connections/egress-error.ts'
import { fault } from '../connections/faults.ts'

/** Longer ones are no proxy's. */
const statusMaxLength = 2_000

/**
 * Whether the intermediary nearest to us made the answer up (RFC 9209, section 2.1.1): each adds its
 * member at the end, with `error` where it has no answer to pass on.
 */
function tellsError(proxyStatus: string | undefined): boolean {
  if (proxyStatus === undefined || proxyStatus.length > statusMaxLength) return false
  const members = proxyStatus.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(',')
  return /;\s*error\s*=/.test(members.at(-1) ?? '')
}

/**
 * Reads the head of an answer that came through an HTTP proxy.
 * @param header the value of a header by its name in lower case.
 * @returns the fault of the proxy, or null for what counts as the site's: a 502 or 504 without any
 *   mark may be either's.
 */
export function refusalOf(status: number, header: (name: string) => string | undefined): EgressError | null {
  if (status === 407) return fault('proxy_error', 'it wants other credentials')
  if (status < 400) return null
  // Squid says so in a header of its own.
  const isOwn = tellsError(header('proxy-status')) || header('x-squid-error') !== undefined
  return isOwn ? fault('proxy_error', `it answered ${status}`) : null
}
