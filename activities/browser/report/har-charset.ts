/** Text in an archive is Unicode, while the headers beside it may name the charset that the server used. */
import type { KeptBody, RecordedRequest } from '../recorder/messages/model.ts'
import { finalHop } from './traffic.ts'

/** How far browsers search a document for its charset, characters. */
const metaWithin = 1024
const inMeta = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i
const isUtf8 = /^utf-?8$/i
// oxlint-disable-next-line no-control-regex -- control characters are ASCII, too
const isAscii = /^[\u0000-\u007f]*$/
const byteOrderMark = '\uFEFF'

function declaredCharset(request: RecordedRequest, text: string): string | null {
  const { charset } = finalHop(request).response ?? { charset: null }
  if (charset !== null && charset !== '') return charset
  return request.resourceType === 'document' ? (inMeta.exec(text.slice(0, metaWithin))?.[1] ?? null) : null
}

/**
 * @returns the text of a body for an archive. A replay sends it as UTF-8 with the original headers: a byte order
 *   mark, which takes precedence over the headers, keeps the page readable.
 */
export function archivedText({ text, encoding }: KeptBody, request: RecordedRequest): string {
  if (encoding === 'base64' || isAscii.test(text)) return text
  const charset = declaredCharset(request, text)
  return charset === null || isUtf8.test(charset) ? text : `${byteOrderMark}${text}`
}
