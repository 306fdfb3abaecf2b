/** Detects answers of an HTTP proxy that reads requests and answers itself instead of the site. Pure. */
import type { EgressError } from '../connections/egress-error.ts'
import { fault } from '../connections/faults.ts'

/** Longer values are not written by a proxy. */
const statusMaxLength = 2_000

/**
 * Returns true when the nearest intermediary generated the answer (RFC 9209, section 2.1.1): each one appends its
 * member to the header, with `error` when it has no answer to forward.
 */
function tellsError(proxyStatus: string | undefined): boolean {
  if (proxyStatus === undefined || proxyStatus.length > statusMaxLength) return false
  const members = proxyStatus.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').split(',')
  return /;\s*error\s*=/.test(members.at(-1) ?? '')
}

/**
 * Inspects the head of an answer received through an HTTP proxy.
 * @param header returns the value of a header by its lower-case name.
 * @returns the fault of the proxy; null when the answer counts as that of the site: a 502 or 504 without any mark may
 * come from either.
 */
export function refusalOf(status: number, header: (name: string) => string | undefined): EgressError | null {
  if (status === 407) return fault('proxy_error', 'it did not accept the credentials')
  if (status < 400) return null
  // Squid marks its own answers with a separate header.
  const isOwn = tellsError(header('proxy-status')) || header('x-squid-error') !== undefined
  return isOwn ? fault('proxy_error', `it answered ${status}`) : null
}
