/** Splits the body of a `text/event-stream` into its events (HTML Living Standard, section 9.2.6). */
import type { CallFrame } from '../calls/captured-call.ts'

/** @param most events beyond this number are left out. */
export function eventsOfStream(text: string, most: number): CallFrame[] {
  const events: CallFrame[] = []
  let type = ''
  let id = ''
  let data: string[] = []
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)) {
    if (line === '') {
      if (data.length > 0) events.push(eventFrame(type || 'message', id, data.join('\n')))
      if (events.length >= most) break
      type = ''
      data = []
      continue
    }
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (name === 'data') data.push(value)
    else if (name === 'event') type = value
    else if (name === 'id' && !value.includes('\0')) id = value
  }
  return events
}

/** One event whose time is not known. */
const eventFrame = (type: string, id: string, text: string): CallFrame => ({
  isSent: false,
  atMs: null,
  text,
  isBase64: false,
  bytes: new TextEncoder().encode(text).byteLength,
  isTruncated: false,
  event: { type, id },
})
