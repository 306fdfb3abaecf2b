/**
 * Follows a job by server-sent events like a client library: parses by the WHATWG rules and reconnects after an
 * interruption.
 */
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { PageNote } from '@seine/shared/api/schemas/page-note.ts'
import { checkCounters, type Body } from './api-client.ts'

export interface LiveNote {
  number: number
  note: PageNote
}

export interface LiveOptions {
  /** Base URL of the gateway. */
  base: string
  key: string
  /** Path of the job. */
  path: string
  /** Called after each page, to act in the middle of the job. */
  onPage?: (view: LiveView) => void
}

/** Events received by a client. */
export class LiveView {
  readonly notes: LiveNote[] = []
  readonly progress: Body[] = []
  /** Final status; null until it is received. */
  end: Body | null = null
  /** Number of connections answered with 200. */
  connections = 0
  #retryMs = 1_000
  #lastId = ''
  readonly #options: LiveOptions
  #connection = new AbortController()

  constructor(options: LiveOptions) {
    this.#options = options
  }

  /** Closes the connection; the client reconnects. */
  breakOff(): void {
    this.#connection.abort()
  }

  /** Follows the job to its end. @throws AssertionError when a counter decreases or an answer is not a stream. */
  async follow(): Promise<this> {
    while (this.end === null) {
      await this.#listen()
      if (this.end === null) await sleep(this.#retryMs)
    }
    return this
  }

  async #listen(): Promise<void> {
    const { base, key, path } = this.#options
    this.#connection = new AbortController()
    const headers = {
      authorization: `Bearer ${key}`,
      ...(this.#lastId === '' ? {} : { 'last-event-id': this.#lastId }),
    }
    const { signal } = this.#connection
    const response = await fetch(`${base}${path}/events`, { headers, signal }).catch(() => null)
    if (response?.body == null) return
    if (response.status === 503) return
    assert.equal(response.status, 200)
    this.connections += 1
    let told: Body | null = null
    const parser = createParser({
      onRetry: (ms) => {
        this.#retryMs = ms
      },
      onEvent: (event) => {
        if (event.id !== undefined) this.#lastId = event.id
        if (event.event !== 'page') {
          const body = JSON.parse(event.data) as Body
          checkCounters(body, told)
          told = body
        }
        this.#take(event)
      },
    })
    try {
      for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) parser.feed(chunk)
    } catch {
      // The connection was interrupted by the test, or by a gateway that died.
    }
  }

  #take({ event, data, id }: EventSourceMessage): void {
    const content: unknown = JSON.parse(data)
    if (event === 'progress') this.progress.push(content as Body)
    else if (event === 'end') this.end = content as Body
    else {
      assert.equal(event, 'page')
      this.notes.push({ number: Number(id), note: content as PageNote })
      this.#options.onPage?.(this)
    }
  }
}
