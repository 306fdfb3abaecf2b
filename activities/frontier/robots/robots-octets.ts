/**
 * Paths and patterns of robots.txt in one spelling, so that they can be compared octet by octet.
 */
import { normalizePercentEncoding } from '@seine/shared/urls/url-identity.ts'

/** Text that is comparable already: nothing encoded, nothing to encode. */
const plain = /^[\w\-.~:/?#[\]@!&()+,;=]*$/
const plainPattern = /^[\w\-.~:/?#[\]@!&()+,;=*]*$/
/** Octets that a query may carry as they are or encoded, with the same meaning (RFC 3986 section 3.4). */
const eitherWay = /%(?:3A|2F|3F|40)/g

/**
 * One form for all spellings of an octet sequence (RFC 9309 section 2.2.2): unreserved characters
 * plain, everything that is not reserved percent-encoded in upper case. `*` and `$` are encoded, so
 * that they are never taken for the wildcard and the anchor.
 */
export function comparable(text: string): string {
  if (plain.test(text)) return text
  // Every percent sign starts a pair after the first step, so the second one's are told apart.
  return encodeURI(normalizePercentEncoding(text.toWellFormed()))
    .replaceAll('%25', '%')
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll("'", '%27')
    .replaceAll('*', '%2A')
    .replaceAll('$', '%24')
}

/** Text in comparable form whose query has the plain form of what may stand there either way; itself when there is none. */
export function withPlainQuery(text: string): string {
  const queryAt = text.indexOf('?')
  return queryAt === -1
    ? text
    : text.slice(0, queryAt) + text.slice(queryAt).replace(eitherWay, (pair) => decodeURIComponent(pair))
}

/** A pattern in comparable form. `*` stays a wildcard; `$` stays an anchor at the end alone. */
export function comparablePattern(value: string): string {
  const anchored = value.endsWith('$')
  const body = anchored ? value.slice(0, -1) : value
  const levelled = plainPattern.test(body) ? body : body.split('*').map(comparable).join('*')
  return withPlainQuery(levelled) + (anchored ? '$' : '')
}
