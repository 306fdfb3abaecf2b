/** Bodies in the form of HAR. */
import { cutComment, type HarContent, type HarPostData } from '@seine/shared/api/schemas/har-schema.ts'
import type { RecordedBody, RecordedRequest } from '../recorder/messages/model.ts'
import type { HeaderMap } from '@seine/shared/pages/headers.ts'
import { archivedText } from './har-charset.ts'
import { encodedBodyBytes, finalHop } from './traffic.ts'

const singleHeader = (headers: HeaderMap, name: string): string | null => {
  const value = headers[name]
  return typeof value === 'string' ? value : null
}

/** @returns `name=value` pairs of a query or a form, decoded. */
export const formPairs = (text: string): { name: string; value: string }[] =>
  [...new URLSearchParams(text)].map(([name, value]) => ({ name, value }))

const note = (body: RecordedBody): { comment?: string } => {
  if (body.kind === 'omitted') return body.reason === 'no_content' ? {} : { comment: `body omitted: ${body.reason}` }
  return body.truncated ? { comment: cutComment } : {}
}

/**
 * Returns the text and, for forms, also the parameters: programs that show the archive use the text, replay compares
 * the parameters.
 */
export function harPostData(body: RecordedBody, headers: HeaderMap): HarPostData {
  const mimeType = singleHeader(headers, 'content-type') ?? ''
  if (body.kind === 'omitted') return { mimeType, text: '', ...note(body) }
  const isForm = body.encoding === 'utf8' && /^application\/x-www-form-urlencoded\b/i.test(mimeType)
  return {
    mimeType,
    text: body.text,
    // The last field of a shortened form is cut.
    ...(isForm ? { params: formPairs(body.text).slice(0, body.truncated ? -1 : undefined) } : {}),
    ...(body.encoding === 'base64' ? { encoding: 'base64' as const } : {}),
    ...note(body),
  }
}

/** The content of the final hop. */
export function harContent(request: RecordedRequest, body: RecordedBody): HarContent {
  const { response } = finalHop(request)
  const mimeType = singleHeader(response?.headers ?? {}, 'content-type') ?? response?.mimeType ?? ''
  const size = body.bytes ?? -1
  const encoded = encodedBodyBytes(request)
  // The chunked encoding of HTTP/1.1 makes a body larger on the wire than it is, so the saving may be negative.
  const saved = request.state === 'finished' && encoded > 0 ? Math.max(0, size - encoded) : 0
  return {
    size,
    mimeType: mimeType === '' ? 'x-unknown' : mimeType,
    ...(saved > 0 ? { compression: saved } : {}),
    ...(body.kind === 'kept' ? { text: archivedText(body, request) } : {}),
    ...(body.kind === 'kept' && body.encoding === 'base64' ? { encoding: 'base64' as const } : {}),
    ...note(body),
  }
}
