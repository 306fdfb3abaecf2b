/**
 * One listener's stream of server-sent events: writes events no faster than they are read, sends keep-alives, ends.
 * Format: WHATWG HTML, "Server-sent events".
 */
import type { ServerResponse } from 'node:http'
import { streamLimits } from './stream-limits.ts'

/** Durations of a stream, milliseconds. */
export type StreamTimes = Record<'keepAliveMs' | 'stalledMs' | 'lifeMs', number>

/**
 * Formats an event. JSON contains no line breaks, so `data` is always one line.
 * @param id id after which a new stream can continue; null: none.
 */
export function eventText(event: string, data: unknown, id: number | string | null): string {
  return `event: ${event}\n${id === null ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`
}

/** Formats the delay before a client reconnects. @param ms milliseconds. */
export const retryText = (ms: number): string => `retry: ${ms}\n\n`

/** Id of the last event: a client that reconnects with it learns that nothing follows. */
export const endId = 'end'

const keepAliveText = ':\n\n'

/** A stream from its headers to its end. Timers and waits end with the connection. */
export class EventStream {
  readonly #res: ServerResponse
  readonly #stalledMs: number
  readonly #keepAlive: NodeJS.Timeout
  readonly #life: NodeJS.Timeout
  #cut: NodeJS.Timeout | undefined
  /** Set while the connection accepts no data. */
  #blocked: PromiseWithResolvers<void> | null = null
  #open: boolean

  /** @param onClose called once, when the connection is gone. */
  constructor(res: ServerResponse, { keepAliveMs, stalledMs, lifeMs }: StreamTimes, onClose: () => void) {
    this.#res = res
    this.#stalledMs = stalledMs
    this.#open = !res.closed && !res.destroyed
    this.#keepAlive = setTimeout(() => this.#sendKeepAlive(), keepAliveMs)
    this.#life = setTimeout(() => this.close(), lifeMs)
    if (!this.#open) {
      this.#stopTimers()
      return
    }
    res.statusCode = 200
    res.setHeader('Content-Type', 'text/event-stream')
    res.setHeader('Cache-Control', 'no-store')
    // Without this header, nginx would buffer the stream.
    res.setHeader('X-Accel-Buffering', 'no')
    res.on('drain', () => this.#unblock())
    res.once('close', () => {
      this.#open = false
      this.#stopTimers()
      clearTimeout(this.#cut)
      this.#unblock()
      onClose()
    })
  }

  /** False once it has ended, from either side. */
  get open(): boolean {
    return this.#open
  }

  /**
   * Sends events; resolves when the connection can take more, or is closed. A listener that takes nothing for
   * `stalledMs` is disconnected. Calls must not overlap.
   */
  async write(events: string | Buffer): Promise<void> {
    const bytes = typeof events === 'string' ? Buffer.from(events) : events
    // In parts, so that a slow listener can be distinguished from one that has stopped.
    for (let from = 0; from < bytes.length && this.#open; from += streamLimits.writeBytes) {
      this.#keepAlive.refresh()
      if (!this.#res.write(bytes.subarray(from, from + streamLimits.writeBytes))) await this.#drained()
    }
  }

  /**
   * Ends the stream. Unsent data is dropped immediately when the connection is blocked, otherwise after a timeout.
   * @param withinMs the timeout, milliseconds.
   */
  close(withinMs: number = this.#stalledMs): void {
    if (!this.#open) return
    this.#open = false
    this.#stopTimers()
    if (this.#blocked !== null) {
      this.#res.destroy()
      return
    }
    this.#cut = setTimeout(() => this.#res.destroy(), withinMs)
    this.#res.end()
  }

  async #drained(): Promise<void> {
    const blocked = Promise.withResolvers<void>()
    this.#blocked = blocked
    const stalled = setTimeout(() => this.#res.destroy(), this.#stalledMs)
    await blocked.promise
    clearTimeout(stalled)
  }

  #stopTimers(): void {
    clearTimeout(this.#keepAlive)
    clearTimeout(this.#life)
  }

  #unblock(): void {
    this.#blocked?.resolve()
    this.#blocked = null
  }

  #sendKeepAlive(): void {
    if (this.#blocked === null) this.#res.write(keepAliveText)
    this.#keepAlive.refresh()
  }
}
