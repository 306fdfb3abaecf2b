/**
 * The protocol over two pipes of a child process: JSON texts, each ended by a zero byte. A pipe needs no
 * open port, and a browser ends by itself when its pipe is closed.
 */
import type { Readable, Writable } from 'node:stream'
import type { ConnectionTransport } from 'puppeteer'

export class PipeTransport implements ConnectionTransport {
  onmessage?: (message: string) => void
  onclose?: () => void
  readonly #commands: Writable
  readonly #answers: Readable
  #pending: Buffer[] = []
  #closed = false

  /**
   * @param commands what the browser reads, descriptor 3 of the child.
   * @param answers what it writes, descriptor 4.
   */
  constructor(commands: Writable, answers: Readable) {
    this.#commands = commands
    this.#answers = answers
    // A dying browser breaks both pipes; the end of the answers says so once.
    commands.on('error', () => {})
    answers.on('error', () => {})
    answers.on('data', (chunk: Buffer) => this.#take(chunk))
    answers.once('close', () => this.close())
  }

  send(message: string): void {
    if (!this.#closed) this.#commands.write(`${message}\0`)
  }

  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#pending = []
    this.#commands.destroy()
    this.#answers.destroy()
    this.onclose?.()
  }

  #take(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      this.#pending.push(chunk.subarray(start, end))
      const message = Buffer.concat(this.#pending).toString()
      this.#pending = []
      start = end + 1
      // One message a turn: an answer and the events after it are not handled in one breath.
      setImmediate(() => {
        if (!this.#closed) this.onmessage?.(message)
      })
    }
    if (start < chunk.length) this.#pending.push(chunk.subarray(start))
  }
}
