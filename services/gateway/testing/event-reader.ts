/** A reader of server-sent events that returns them one by one. */
export interface ReceivedEvent {
  event: string
  /** Id of the event; null without one. */
  id: string | null
  data: Record<string, unknown>
}

function parsed(block: string): ReceivedEvent | null {
  const fields = new Map(
    block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)] as const),
  )
  const event = fields.get('event')
  if (event === undefined) return null
  return { event, id: fields.get('id') ?? null, data: JSON.parse(fields.get('data') ?? '') as ReceivedEvent['data'] }
}

export class EventReader {
  readonly response: Response
  readonly #end: AbortController
  readonly #chunks: AsyncIterator<Uint8Array>
  readonly #decoder = new TextDecoder()
  #text = ''
  /** All received text, unchanged. */
  raw = ''

  private constructor(response: Response, end: AbortController) {
    this.response = response
    this.#end = end
    if (response.body === null) throw new Error('the answer has no body')
    this.#chunks = response.body[Symbol.asyncIterator]()
  }

  /** Opens a stream. @param headers request headers besides the key. */
  static async open(url: string, key: string, headers: Record<string, string> = {}): Promise<EventReader> {
    const end = new AbortController()
    const sent = { authorization: `Bearer ${key}`, ...headers }
    return new EventReader(await fetch(url, { headers: sent, signal: end.signal }), end)
  }

  /** Returns the next event; null at the end of the stream. */
  async next(): Promise<ReceivedEvent | null> {
    for (;;) {
      const until = this.#text.indexOf('\n\n')
      if (until >= 0) {
        const event = parsed(this.#text.slice(0, until))
        this.#text = this.#text.slice(until + 2)
        if (event !== null) return event
      } else if (!(await this.more())) return null
    }
  }

  /** Waits for more text. @returns false at the end of the stream. */
  async more(): Promise<boolean> {
    const { done, value } = await this.#chunks.next()
    if (done === true) return false
    const text = this.#decoder.decode(value, { stream: true })
    this.#text += text
    this.raw += text
    return true
  }

  /** Returns the events up to and including the first of a name, or up to the end of the stream. */
  async until(name: string): Promise<ReceivedEvent[]> {
    const events: ReceivedEvent[] = []
    for (;;) {
      const event = await this.next()
      if (event === null) return events
      events.push(event)
      if (event.event === name) return events
    }
  }

  /** Returns all events up to the end of the stream. */
  async rest(): Promise<ReceivedEvent[]> {
    return await this.until('')
  }

  close(): void {
    this.#end.abort()
  }
}
