/** Reads server-sent events by `fetch`, which can send a key in a header (WHATWG HTML, "Server-sent events"). */

/** An event of a stream. */
export interface ServerSentEvent {
  event: string
  data: string
  id: string
}

/** Splits text into events; keeps an incomplete event until the rest arrives. */
export class EventParser {
  #rest = ''
  #lastId = ''

  /** Id of the newest event with one. */
  get lastId(): string {
    return this.#lastId
  }

  /** Starts a new stream: drops an incomplete event of the previous one and keeps the newest id. */
  restart(): void {
    this.#rest = ''
  }

  /** Returns the events that this text completes. */
  push(text: string): ServerSentEvent[] {
    const blocks = (this.#rest + text).replaceAll('\r\n', '\n').split('\n\n')
    this.#rest = blocks.pop() ?? ''
    return blocks.map((block) => this.#eventOf(block)).filter((event) => event !== null)
  }

  #eventOf(block: string): ServerSentEvent | null {
    let event = 'message'
    const data: string[] = []
    for (const line of block.split('\n')) {
      const at = line.indexOf(':')
      if (at <= 0) continue
      const value = line.slice(at + 1).replace(/^ /, '')
      const field = line.slice(0, at)
      if (field === 'event') event = value
      else if (field === 'id') this.#lastId = value
      else if (field === 'data') data.push(value)
    }
    return data.length === 0 ? null : { event, data: data.join('\n'), id: this.#lastId }
  }
}
