/**
 * The browser protocol over two pipes of a child process: JSON texts, each terminated by a zero byte. A pipe needs
 * no open port, and a browser ends by itself when its pipe is closed.
 *
 * Limits what a page makes the browser send: a message over the size limit is not read to its end, events without a
 * listener are not decoded, and messages wait in the pipe, not in memory, while earlier ones are handled.
 */
import type { Readable, Writable } from 'node:stream'
import type { ConnectionTransport } from 'puppeteer'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'
import { PipeMessage } from './pipe-message.ts'
import { pipePacing, type PipePacing } from './pipe-pacing.ts'

const { messageTurnMs: turnMs, messageTurnMax: turnMessagesMax } = poolLimits

/** A browser sent a message over the size limit. */
export class MessageTooLargeError extends Error {
  override readonly name = 'MessageTooLargeError'

  /** @param maxBytes the size limit. */
  constructor(maxBytes: number) {
    super(`a protocol message of more than ${maxBytes} bytes`)
  }
}

export interface PipeTransportOptions {
  /** Longest message from the browser, bytes. @default poolLimits.messageMaxBytes */
  messageMaxBytes?: number
  /**
   * Called once, before the pipe is closed, when the pipe is unusable for another reason than its end: a
   * `MessageTooLargeError`, or the error of handling a message.
   */
  onFault?: (fault: Error) => void
  /** Shares the event loop among pipes. @default one for the whole process */
  pacing?: PipePacing
}

export class PipeTransport implements ConnectionTransport {
  onmessage?: (message: string) => void
  onclose?: () => void
  readonly #commands: Writable
  readonly #answers: Readable
  readonly #options: Required<Omit<PipeTransportOptions, 'onFault'>> & Pick<PipeTransportOptions, 'onFault'>
  /** The message that is being received. */
  #arriving: PipeMessage
  /** Complete messages, in order; the pipe is paused while there are any. */
  #whole: Buffer[][] = []
  #handling = false
  #closed = false

  /**
   * @param commands the pipe that the browser reads, descriptor 3 of the child.
   * @param answers the pipe that the browser writes, descriptor 4.
   */
  constructor(commands: Writable, answers: Readable, options: PipeTransportOptions = {}) {
    this.#commands = commands
    this.#answers = answers
    this.#options = { messageMaxBytes: poolLimits.messageMaxBytes, pacing: pipePacing, ...options }
    this.#arriving = new PipeMessage(this.#options.messageMaxBytes)
    // A browser that ends breaks both pipes; the end of `answers` reports it once.
    commands.on('error', () => {})
    answers.on('error', () => {})
    answers.on('data', (chunk: Buffer) => this.#take(chunk))
    answers.once('close', () => this.#ended())
  }

  /** Sends a message to the browser; does nothing after the end of the pipe. */
  send(message: string): void {
    if (!this.#closed) this.#commands.write(`${message}\0`)
  }

  /** Closes both pipes and drops messages that are not handled yet. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    this.#whole = []
    this.#arriving = new PipeMessage(0)
    this.#commands.destroy()
    this.#answers.destroy()
    this.onclose?.()
  }

  #fail(fault: Error): void {
    if (this.#closed) return
    this.#options.onFault?.(fault)
    this.close()
  }

  /** Messages received before the end of the pipe are handled first. */
  #ended(): void {
    if (!this.#handling) this.close()
  }

  #take(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(0); end !== -1 && !this.#closed; end = chunk.indexOf(0, start)) {
      this.#add(chunk.subarray(start, end))
      const pieces = this.#arriving.end()
      if (pieces !== null && !this.#closed) this.#whole.push(pieces)
      start = end + 1
    }
    if (start < chunk.length) this.#add(chunk.subarray(start))
    if (this.#whole.length > 0 && !this.#handling) {
      this.#handling = true
      this.#answers.pause()
      this.#handleSome()
    }
  }

  #add(piece: Buffer): void {
    if (this.#closed || this.#arriving.add(piece)) return
    // Kill the browser before anything else happens: it would go on writing.
    this.#fail(new MessageTooLargeError(this.#options.messageMaxBytes))
  }

  /** Handles one message per callback, so that an answer and the events after it are not handled in the same turn. */
  #handleSome(): void {
    // Measured from the first callback: other work in the same turn before it does not count.
    let startedMs: number | null = null
    let waitMs = 0
    let left = Math.min(this.#whole.length, turnMessagesMax)
    const handleOne = (): void => {
      left -= 1
      startedMs ??= performance.now()
      const isOver = waitMs > 0 || performance.now() - startedMs > turnMs
      const pieces = isOver ? undefined : this.#whole.shift()
      if (pieces !== undefined && !this.#closed) waitMs = this.#handle(pieces)
      if (left === 0) this.#goOn(waitMs)
    }
    if (left === 0) this.#goOn(0)
    for (let count = left; count > 0; count -= 1) setImmediate(handleOne)
  }

  /** @param waitMs time to leave to other work after a message that took long, milliseconds. */
  #goOn(waitMs: number): void {
    if (this.#closed) return
    if (waitMs > 0) setTimeout(() => this.#handleSome(), waitMs)
    else if (this.#whole.length > 0) setImmediate(() => this.#handleSome())
    else {
      this.#handling = false
      if (this.#answers.destroyed) this.close()
      else this.#answers.resume()
    }
  }

  /**
   * Handles a message. An error affects only the browser that sent it, which is ended.
   * @returns how long to wait before the next message, milliseconds.
   */
  #handle(pieces: Buffer[]): number {
    const startedMs = performance.now()
    const fail = (error: unknown): void => this.#fail(error instanceof Error ? error : new Error(String(error)))
    try {
      const bytes = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
      // Puppeteer handles messages in an async function, although its type says otherwise.
      const handled = this.onmessage?.(bytes.toString()) as unknown
      if (handled instanceof Promise) handled.catch(fail)
      return this.#options.pacing.waitAfterMs(bytes.length, performance.now() - startedMs)
    } catch (error) {
      fail(error)
      return 0
    }
  }
}
