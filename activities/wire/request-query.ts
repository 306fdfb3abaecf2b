/**
 * Writes the body of a request as a query, by which players of web archives distinguish requests to one URL: the form
 * that the library warcio.js computes when a page makes the request again.
 */
import { mediaTypeOf } from '@seine/shared/values/media-type.ts'
import { wireLimits } from '@seine/shared/config/limits.ts'

/** Returns the query. @param contentType header of the request; empty when it has none. */
export function requestQuery(contentType: string, body: Uint8Array): string {
  return queryOf(contentType, Buffer.from(body)).slice(0, wireLimits.requestQueryMaxCharacters)
}

function queryOf(contentType: string, body: Buffer): string {
  switch (mediaTypeOf(contentType)) {
    case 'application/x-www-form-urlencoded':
      return body.toString()
    case 'application/json':
      return jsonQuery(body.toString())
    case 'text/plain':
      return jsonQuery(body.toString())
    case 'multipart/form-data':
      return formQuery(body.toString(), contentType.split('boundary=')[1] ?? '')
    default:
      return `__wb_post_data=${body.toString('base64')}`
  }
}

/** Writes the texts, numbers and truth values of JSON as parameters with the names of their members. */
function jsonQuery(text: string): string {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return ''
  }
  // Number of parameters so far with a name.
  const counts = new Map<string, number>()
  let query = ''
  const write = (name: string, value: string): void => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    const unused = count === 1 ? name : `${name}.${count}_`
    query += `${query === '' ? '' : '&'}${new URLSearchParams([[unused, value]]).toString()}`
  }
  // Values that are still to be written, last first: JSON may be nested more deeply than calls can be.
  const left: [value: unknown, name: string][] = [[json, '']]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    // Only the beginning of a long query is kept.
    if (query.length > wireLimits.requestQueryMaxCharacters) break
    const [value, name] = next
    if (value === null) write(name, 'null')
    else if (typeof value === 'object') {
      const isList = Array.isArray(value)
      for (const [member, each] of Object.entries(value).toReversed()) left.push([each, isList ? name : member])
    } else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      if (value !== '') write(name, String(value))
    }
  }
  return query
}

/** Writes the fields of a form that are not files. */
function formQuery(text: string, boundary: string): string {
  const query = new URLSearchParams()
  if (boundary === '') return ''
  for (const part of text.split(boundary)) {
    const field = /name="([^"]+)"\r\n\r\n(.*)/i.exec(part)
    if (field !== null) query.set(field[1]!, field[2]!)
  }
  return query.toString()
}
