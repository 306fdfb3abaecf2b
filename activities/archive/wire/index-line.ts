/** Lines of the index of a WARC file, in the format CDXJ. */
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

/** Methods that read: other requests have keys of their own, because their answers are not those of the URL. */
const reads = new Set(['GET', 'HEAD'])

/** Returns a line without its end. All of its characters are ASCII, so that texts sort as their bytes do. */
export function indexLine(
  { url, date, status, mime, digest, method, requestBody }: WireAnswer,
  place: MemberPlace,
): string {
  const asked = `__wb_method=${method}${requestBody === undefined || requestBody === '' ? '' : `&${requestBody}`}`
  const keyed = method === undefined || reads.has(method) ? url : `${url}${url.includes('?') ? '&' : '?'}${asked}`
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
