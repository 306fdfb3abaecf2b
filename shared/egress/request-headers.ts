/** Headers of a request: those of the caller, those the client owns, those that survive a redirect. */
import { validateHeaderName, validateHeaderValue } from 'node:http'
import { connectionHeaders } from '../urls/connection-headers.ts'
import { acceptEncoding } from './content-coding.ts'
import { fault } from './connections/faults.ts'

type Headers = Readonly<Record<string, string>>

/** Left out of what the caller gives: the client sets them. */
const ownedByClient = new Set([...connectionHeaders, 'accept-encoding'])

/** All that goes along to another origin. */
const keptAcrossOrigins = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'upgrade-insecure-requests',
  'user-agent',
])

/** What belongs to the user agent, as browsers send it by https alone: client hints, and how the page is asked for. */
const ofUserAgent = /^sec-(?:ch-ua|fetch)(?:-|$)/

/** Headers about a body, gone with it. */
const aboutBody = new Set(['content-type', 'content-encoding', 'content-language', 'content-location'])

const keep = (headers: Headers, wanted: (name: string) => boolean): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => wanted(name)))

/**
 * Makes the headers of the first hop.
 * @param given the caller's headers, names in any case.
 * @returns lower-case names, with the client's User-Agent unless the caller names one.
 * @throws EgressError `invalid_request` for a name or value HTTP does not allow (RFC 9110, section 5).
 */
export function firstHeaders(given: Headers, userAgent: string): Record<string, string> {
  return { accept: '*/*', 'user-agent': userAgent, ...givenHeaders(given), 'accept-encoding': acceptEncoding }
}

/**
 * Headers that a caller gives, without those the client owns.
 * @param given names in any case.
 * @returns lower-case names.
 * @throws EgressError `invalid_request` for a name or value HTTP does not allow (RFC 9110, section 5).
 */
export function givenHeaders(given: Headers): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    } catch {
      throw fault('invalid_request', 'a header holds characters that HTTP does not allow')
    }
    if (!ownedByClient.has(name.toLowerCase())) headers[name.toLowerCase()] = value
  }
  return headers
}

/** The headers that may go to another origin. @param target where they would go. */
export function headersAcrossOrigins(headers: Headers, target: URL): Record<string, string> {
  const isSecure = target.protocol === 'https:'
  return keep(headers, (name) => keptAcrossOrigins.has(name) || (isSecure && ofUserAgent.test(name)))
}

/** The headers of a request that lost its body. */
export function headersWithoutBody(headers: Headers): Record<string, string> {
  return keep(headers, (name) => !aboutBody.has(name))
}
