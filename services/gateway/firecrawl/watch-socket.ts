/** The connection of one watcher: writes messages no faster than they are read, keeps alive, ends. */
import { streamLimits } from '../events/stream-limits.ts'
import type { WebSocket } from 'ws'
import type { StreamTimes } from '../events/event-stream.ts'

/** Codes of RFC 6455, section 7.4.1. After each of them the SDKs poll if they do not know the end of the job. */
const closeCodes = { done: 1000, goingAway: 1001 } as const

export class WatchSocket {
  readonly #socket: WebSocket
  readonly #stalledMs: number
  readonly #keepAlive: NodeJS.Timeout
  readonly #life: NodeJS.Timeout
  #open = true

  /** @param onClose called once, when the connection is gone. */
  constructor(socket: WebSocket, { keepAliveMs, stalledMs, lifeMs }: StreamTimes, onClose: () => void) {
    this.#socket = socket
    this.#stalledMs = stalledMs
    this.#keepAlive = setInterval(() => socket.ping(), keepAliveMs)
    this.#life = setTimeout(() => this.leave(streamLimits.closingMs), lifeMs)
    // Errors of a connection are followed by its close.
    socket.on('error', () => socket.terminate())
    socket.once('close', () => {
      this.#open = false
      clearInterval(this.#keepAlive)
      clearTimeout(this.#life)
      onClose()
    })
  }

  /** False once it has ended or is about to, from either side. */
  get open(): boolean {
    return this.#open
  }

  /** Sends a message; resolves when the connection has taken it. A client that takes nothing is disconnected. */
  async send(message: object): Promise<void> {
    if (!this.#open) return
    const stalled = setTimeout(() => this.#socket.terminate(), this.#stalledMs)
    await new Promise<void>((resolve) => {
      this.#socket.send(JSON.stringify(message), () => resolve())
    })
    clearTimeout(stalled)
  }

  /** Closes after the end of the job. */
  finish(): void {
    this.#close(closeCodes.done, this.#stalledMs)
  }

  /** Closes before the end of the job. @param withinMs how long the client may take, milliseconds. */
  leave(withinMs: number): void {
    this.#close(closeCodes.goingAway, withinMs)
  }

  #close(code: number, withinMs: number): void {
    if (!this.#open) return
    this.#open = false
    const cut = setTimeout(() => this.#socket.terminate(), withinMs)
    this.#socket.once('close', () => clearTimeout(cut))
    this.#socket.close(code)
  }
}
