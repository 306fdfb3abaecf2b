/** Lines of the index of a WARC file, in the format CDXJ. */
import { wireLimits } from '@seine/shared/config/limits.ts'
import type { WireAnswer } from '../../wire/wire-object.ts'
import { surtOf } from './surt.ts'

/** Where the record of an answer is. */
export interface MemberPlace {
  /** Name of the WARC file. */
  filename: string
  /** First byte of its gzip member in the file. */
  offset: number
  /** Size of the member. */
  bytes: number
}

/**
 * Returns a line without its end. All of its characters are ASCII, so that texts sort as their bytes do.
 * @returns null for an answer that is not in the index: of a HEAD request, which a player would show as an empty page,
 *   or of a URL that is too long or cannot be read.
 */
export function indexLine(
  { url, date, status, mime, digest, method, requestBody }: WireAnswer,
  place: MemberPlace,
): string | null {
  if (method === 'HEAD' || url.length > wireLimits.indexedUrlMaxCharacters || !URL.canParse(url)) return null
  const asked = `__wb_method=${method}${requestBody === undefined || requestBody === '' ? '' : `&${requestBody}`}`
  // Requests that do more than read have keys of their own: their answers are not those of the URL.
  const keyed = method === undefined ? url : `${url}${url.includes('?') ? '&' : '?'}${asked}`
  const facts = {
    url,
    mime,
    status: String(status),
    digest,
    length: String(place.bytes),
    offset: String(place.offset),
    filename: place.filename,
    ...(method === undefined ? {} : { method }),
    ...(requestBody === undefined ? {} : { requestBody }),
  }
  return `${surtOf(keyed)} ${timestampOf(date)} ${ascii(JSON.stringify(facts))}`
}

/** Returns a date as digits, to the second as other tools write it. @param date ISO 8601. */
const timestampOf = (date: string): string => date.replaceAll(/\D/g, '').slice(0, 14)

const ascii = (json: string): string =>
  json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
