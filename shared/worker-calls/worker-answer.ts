/**
 * The answer of a worker while it is still arriving. Its first bytes determine its kind; the rest is passed on as it
 * arrives, because it may be tens of megabytes.
 */
import type { IncomingMessage } from 'node:http'
import { workerCallLimits } from '../config/browser-limits.ts'
import { WorkerFault } from './worker-call.ts'

const { answerHeadBytes } = workerCallLimits

const tooLarge = (): Error => new Error(`a worker answered with more than ${workerCallLimits.responseMaxBytes} bytes`)

/** Can be read once, by `chunks` or by `text`. */
export class WorkerAnswer {
  /** The first bytes, or all of them. */
  readonly head: Buffer
  /** Length of the whole body; null when the worker does not state it. */
  readonly bytes: number | null
  readonly #rest: AsyncIterator<Buffer, unknown>
  readonly #response: IncomingMessage

  private constructor(response: IncomingMessage, head: Buffer, rest: AsyncIterator<Buffer, unknown>) {
    this.#response = response
    this.head = head
    this.#rest = rest
    const length = response.headers['content-length']
    this.bytes = length === undefined ? null : Number(length)
  }

  /**
   * Reads the first bytes.
   * @throws WorkerFault when the connection to the worker is lost; an Error when the answer is too large.
   */
  static async open(response: IncomingMessage): Promise<WorkerAnswer> {
    if (Number(response.headers['content-length'] ?? 0) > workerCallLimits.responseMaxBytes) {
      response.destroy()
      throw tooLarge()
    }
    const rest = (response as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
    const head: Buffer[] = []
    let bytes = 0
    while (bytes < answerHeadBytes) {
      const next = await readOn(rest)
      if (next === null) break
      head.push(next)
      bytes += next.length
    }
    return new WorkerAnswer(response, Buffer.concat(head), rest)
  }

  /** Yields the body from its first byte on. @throws as `open` does. */
  async *chunks(): AsyncGenerator<Buffer, void> {
    let bytes = this.head.length
    if (bytes > 0) yield this.head
    for (let next = await readOn(this.#rest); next !== null; next = await readOn(this.#rest)) {
      bytes += next.length
      if (bytes > workerCallLimits.responseMaxBytes) {
        this.discard()
        throw tooLarge()
      }
      yield next
    }
  }

  /** Returns the whole body. @throws as `open` does. */
  async text(): Promise<string> {
    const chunks: Buffer[] = []
    for await (const chunk of this.chunks()) chunks.push(chunk)
    return Buffer.concat(chunks).toString('utf8')
  }

  /** Stops reading and closes its connection. */
  discard(): void {
    this.#response.destroy()
  }
}

/** Returns the next piece; null at the end. */
async function readOn(pieces: AsyncIterator<Buffer, unknown>): Promise<Buffer | null> {
  try {
    const next = await pieces.next()
    return next.done === true ? null : next.value
  } catch (error) {
    throw new WorkerFault('lost', error)
  }
}
