/** Reads server-sent events from text that arrives in pieces (WHATWG HTML, "Server-sent events"). */

/** One event as it came. */
export interface TextEvent {
  event: string
  data: string
  /** Id of the last event that had one. */
  id: string
}

/** Reads the events of one stream. */
export class EventReader {
  #rest = ''
  #event = ''
  #data: string[] = []
  #id: string
  #retryMs: number | null = null

  /** @param id id of the last event of the stream before. */
  constructor(id = '') {
    this.#id = id
  }

  /** Pause before the stream is opened again, as the service wants it, milliseconds; null when it said nothing. */
  get retryMs(): number | null {
    return this.#retryMs
  }

  /** Takes a piece of text. @returns the events that it completes; an event is complete with its empty line. */
  push(text: string): TextEvent[] {
    const lines = (this.#rest + text).split('\n')
    this.#rest = lines.pop() ?? ''
    return lines.flatMap((line) => this.#line(line.endsWith('\r') ? line.slice(0, -1) : line))
  }

  #line(line: string): TextEvent[] {
    if (line === '') return this.#dispatch()
    const colon = line.indexOf(':')
    const field = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '')
    if (field === 'event') this.#event = value
    else if (field === 'data') this.#data.push(value)
    else if (field === 'id' && !value.includes('\0')) this.#id = value
    else if (field === 'retry' && /^\d+$/.test(value)) this.#retryMs = Number(value)
    return []
  }

  #dispatch(): TextEvent[] {
    const [event, data] = [this.#event, this.#data]
    this.#event = ''
    this.#data = []
    return data.length === 0 ? [] : [{ event: event || 'message', data: data.join('\n'), id: this.#id }]
  }
}
