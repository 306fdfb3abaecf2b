/**
 * Brings paths and patterns of robots.txt into one spelling, so that they can be compared octet by octet.
 */
import { normalizePercentEncoding } from '@seine/shared/urls/url-identity.ts'

/** Text that is already comparable: nothing encoded, nothing to encode. */
const plain = /^[\w\-.~:/?#[\]@!&()+,;=]*$/
const plainPattern = /^[\w\-.~:/?#[\]@!&()+,;=*]*$/
/** Octets with the same meaning plain or encoded in a query (RFC 3986 section 3.4). */
const eitherWay = /%(?:3A|2F|3F|40)/g

/**
 * Returns one form for all spellings of an octet sequence (RFC 9309 section 2.2.2): unreserved characters plain,
 * everything that is not reserved percent-encoded in upper case. `*` and `$` are encoded, so that they are never taken
 * for the wildcard and the anchor.
 */
export function comparable(text: string): string {
  if (plain.test(text)) return text
  // After normalisation every percent sign starts a pair, so the percent signs that `encodeURI` encodes can be
  // distinguished.
  return encodeURI(normalizePercentEncoding(text.toWellFormed()))
    .replaceAll('%25', '%')
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']')
    .replaceAll("'", '%27')
    .replaceAll('*', '%2A')
    .replaceAll('$', '%24')
}

/**
 * Decodes the octets that have the same meaning plain or encoded in the query of a text in comparable form. Text
 * without a query is returned unchanged.
 */
export function withPlainQuery(text: string): string {
  const queryAt = text.indexOf('?')
  return queryAt === -1
    ? text
    : text.slice(0, queryAt) + text.slice(queryAt).replace(eitherWay, (pair) => decodeURIComponent(pair))
}

/** Returns a pattern in comparable form. `*` stays a wildcard; `$` stays an anchor only at the end. */
export function comparablePattern(value: string): string {
  const anchored = value.endsWith('$')
  const body = anchored ? value.slice(0, -1) : value
  const levelled = plainPattern.test(body) ? body : body.split('*').map(comparable).join('*')
  return withPlainQuery(levelled) + (anchored ? '$' : '')
}
