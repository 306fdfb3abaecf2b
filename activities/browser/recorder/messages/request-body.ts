/** Reads the body of a request when the browser reports it with the request. Pure. */
import type { Protocol } from 'puppeteer'
import { keepBytes, keepText } from './body-text.ts'
import type { KeptBody } from './model.ts'

/** @returns null when the bytes of the body are not reported: blobs, files, long bodies. */
export function requestBodyOf(request: Protocol.Network.Request, maxBytes: number): KeptBody | null {
  const entries = request.postDataEntries ?? []
  if (entries.length > 0 && entries.every((entry) => entry.bytes !== undefined)) {
    const bytes = Buffer.concat(entries.map((entry) => Buffer.from(entry.bytes ?? '', 'base64')))
    return keepBytes(bytes, { maxBytes, charset: null, mimeType: null, totalBytes: bytes.length, open: false })
  }
  if (entries.length === 0 && request.postData !== undefined) return keepText(request.postData, maxBytes, 0)
  return null
}
