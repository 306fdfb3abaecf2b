/** Parses `text/event-stream` (WHATWG HTML, 9.2.6) piece by piece. */
import { captureLimits } from '@seine/shared/config/browser-limits.ts'

export interface StreamEvent {
  event: string
  id: string
  data: string
}

const { eventMaxCharacters } = captureLimits

/** Keeps the state between two pieces: an unfinished line, an unfinished event, the last id. */
export class EventStreamParser {
  #decoder = new TextDecoder('utf-8')
  #line = ''
  #afterReturn = false
  #event = ''
  #data: string[] = []
  #dataLength = 0
  #id = ''

  /** @returns the events that the piece completed. */
  push(bytes: Uint8Array): StreamEvent[] {
    const text = this.#decoder.decode(bytes, { stream: true })
    const events: StreamEvent[] = []
    let from = 0
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if (code !== 10 && code !== 13) continue
      // A line feed directly after a carriage return does not end another line.
      if (code === 10 && this.#afterReturn && at === from && this.#line === '') {
        this.#afterReturn = false
        from = at + 1
        continue
      }
      this.#takeLine(this.#line + text.slice(from, at), events)
      this.#line = ''
      this.#afterReturn = code === 13
      from = at + 1
    }
    if (from < text.length) {
      this.#afterReturn = false
      if (this.#line.length < eventMaxCharacters) this.#line += text.slice(from)
    }
    return events
  }

  #takeLine(line: string, events: StreamEvent[]): void {
    if (line === '') {
      this.#dispatch(events)
      return
    }
    const colon = line.indexOf(':')
    if (colon === 0) return
    const field = colon < 0 ? line : line.slice(0, colon)
    let value = colon < 0 ? '' : line.slice(colon + 1)
    if (value.startsWith(' ')) value = value.slice(1)
    if (field === 'event') this.#event = value
    else if (field === 'id' && !value.includes('\0')) this.#id = value
    else if (field === 'data' && this.#dataLength < eventMaxCharacters) {
      this.#data.push(value)
      this.#dataLength += value.length
    }
  }

  #dispatch(events: StreamEvent[]): void {
    if (this.#data.length > 0) {
      events.push({ event: this.#event === '' ? 'message' : this.#event, id: this.#id, data: this.#data.join('\n') })
    }
    this.#event = ''
    this.#data = []
    this.#dataLength = 0
  }
}
