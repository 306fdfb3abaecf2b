/** Headers of a request: those of the caller, those that the client sets, and those that are kept after a redirect. */
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { connectionHeaders } from '../urls/connection-headers.ts'
import { acceptEncoding } from './content-coding.ts'
import { fault } from './connections/faults.ts'

type Headers = Readonly<Record<string, string>>

/** Dropped from the caller's headers, because the client sets them. */
const ownedByClient = new Set([...connectionHeaders, 'accept-encoding'])

/** The only headers that are sent to another origin over http, besides those about a body that is sent. */
const keptAcrossOrigins = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'upgrade-insecure-requests',
  'user-agent',
])

/** Headers about the user agent that browsers send only over https: client hints and fetch metadata. */
const ofUserAgent = /^sec-(?:ch-ua|fetch)(?:-|$)/

/** Headers about a body, dropped together with it. */
const aboutBody = new Set(['content-type', 'content-encoding', 'content-language', 'content-location'])

const keep = (headers: Headers, wanted: (name: string) => boolean): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => wanted(name)))

/**
 * Builds the headers of the first hop.
 * @param given the caller's headers, names in any case.
 * @returns lower-case names, with the client's User-Agent unless the caller sets one.
 * @throws EgressError `invalid_request` when HTTP does not allow a name or value (RFC 9110, section 5).
 */
export function firstHeaders(given: Headers, userAgent: string): Record<string, string> {
  return { accept: '*/*', 'user-agent': userAgent, ...givenHeaders(given), 'accept-encoding': acceptEncoding }
}

/**
 * Returns the headers of a caller without those that the client sets.
 * @param given names in any case.
 * @returns lower-case names.
 * @throws EgressError `invalid_request` when HTTP does not allow a name or value (RFC 9110, section 5).
 */
export function givenHeaders(given: Headers): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    } catch {
      throw fault('invalid_request', 'a header contains characters that HTTP does not allow')
    }
    if (!ownedByClient.has(name.toLowerCase())) headers[name.toLowerCase()] = value
  }
  return headers
}

/**
 * Returns the headers that may be sent to another origin.
 * @param target URL of the next request.
 * @param hasBody whether that request has the body of this one: without its type, a server cannot read it.
 */
export function headersAcrossOrigins(headers: Headers, target: URL, hasBody = false): Record<string, string> {
  const isSecure = target.protocol === 'https:'
  return keep(
    headers,
    (name) => keptAcrossOrigins.has(name) || (isSecure && ofUserAgent.test(name)) || (hasBody && aboutBody.has(name)),
  )
}

/** Returns the headers of a request whose body is dropped. */
export function headersWithoutBody(headers: Headers): Record<string, string> {
  return keep(headers, (name) => !aboutBody.has(name))
}
