/**
 * Reads a body within its limits. Decoded bytes are counted as the decoder emits them, so a small answer that inflates
 * to gigabytes stops at the limit and takes little more memory than the limit.
 */
import type { Readable } from 'node:stream'
import { egressLimits } from '../config/limits.ts'
import { BodyBuffer } from './body-buffer.ts'
import { isTurnFull } from './body-turn.ts'
import {
  createDecoder,
  decodeAtOnce,
  readContentCoding,
  type BodyDecoder,
  type ContentCoding,
} from './content-coding.ts'
import type { EgressError } from './connections/egress-error.ts'
import { fault, toEgressError } from './connections/faults.ts'

export interface BodyRules {
  /** Value of Content-Encoding. */
  contentEncoding: string | undefined
  /** Value of Content-Length; omit it when the header announces a body that is not sent. */
  contentLength: string | undefined
  maxDecodedBytes: number
  truncateAtCap: boolean
  /** Whether to return the received part when the source ends prematurely. */
  keepBrokenOff: boolean
  /** Called for each received chunk. */
  onReceived?: () => void
  /** Called with each received chunk, before decoding. */
  onChunk?: (chunk: Uint8Array) => void
}

export interface ReadBody {
  body: Uint8Array<ArrayBuffer>
  truncated: boolean
  /** Bytes before decoding. */
  wireBytes: number
}

const isBomb = (decodedBytes: number, codedBytes: number): boolean =>
  decodedBytes > egressLimits.inflationRatioFreeBytes && decodedBytes > codedBytes * egressLimits.inflationRatioMax

const announced = (contentLength: string | undefined): number | null =>
  contentLength !== undefined && /^\d{1,15}$/.test(contentLength) ? Number(contentLength) : null

/** Reads one body; settles once, and then releases source and decoder. */
class BodyReading {
  readonly result = Promise.withResolvers<ReadBody>()
  readonly #source: Readable
  readonly #truncateAtCap: boolean
  readonly #keepBrokenOff: boolean
  readonly #maxDecodedBytes: number
  readonly #body: BodyBuffer
  #decoder: BodyDecoder | null = null
  /** Coded chunks that wait for the end of a small body, which is decoded at once. */
  #held: Uint8Array[] = []
  #isBrokenOff = false
  #wireBytes = 0
  #sourceEnded = false
  #settled = false

  constructor(source: Readable, rules: BodyRules) {
    const coding = readContentCoding(rules.contentEncoding)
    const expected = coding === null ? announced(rules.contentLength) : null
    // A body with a lower cap has to end there, and not when its source ends.
    const mayHold = rules.maxDecodedBytes >= egressLimits.decodedAtOnceMaxBytes
    this.#source = source
    this.#truncateAtCap = rules.truncateAtCap
    this.#keepBrokenOff = rules.keepBrokenOff
    this.#maxDecodedBytes = rules.maxDecodedBytes
    this.#body = new BodyBuffer(rules.maxDecodedBytes, expected)
    source.on('error', (error) => {
      this.#brokenOff(toEgressError(error), coding)
    })
    source.on('close', () => {
      if (!this.#sourceEnded) this.#brokenOff(fault('connection_reset'), coding)
    })
    // The source may have failed before the listeners were added; its events are not emitted again.
    if (source.destroyed) {
      this.#fail(source.errored === null ? fault('connection_reset') : toEgressError(source.errored))
      return
    }
    if (expected !== null && expected > rules.maxDecodedBytes && !rules.truncateAtCap) {
      this.#capReached()
      return
    }
    source.on('end', () => {
      this.#sourceEnded = true
      if (this.#decoder !== null) this.#decoder.end()
      else if (coding === null || this.#held.length === 0) this.#finish(false)
      else this.#decodeHeld(coding)
    })
    source.on('data', (chunk: Uint8Array) => {
      if (this.#settled) return
      this.#wireBytes += chunk.length
      rules.onReceived?.()
      rules.onChunk?.(chunk)
      if (coding === null) {
        if (!this.#body.append(chunk)) this.#capReached()
        else if (isTurnFull(chunk.length)) this.#pauseForTurn()
        return
      }
      if (this.#decoder === null && mayHold && this.#wireBytes <= egressLimits.decodedAtOnceCodedMaxBytes) {
        this.#held.push(chunk)
        return
      }
      this.#decoder ??= this.#startDecoder(coding, chunk)
      // Empty gzip members and skippable zstd frames can be an endless stream of coded bytes that decode to nothing.
      if (this.#wireBytes > this.#maxDecodedBytes + egressLimits.inflationRatioFreeBytes) this.#capReached()
      else if (!this.#decoder.write(chunk)) this.#source.pause()
    })
  }

  #pauseForTurn(): void {
    this.#source.pause()
    setImmediate(() => this.#source.resume())
  }

  /** Decodes a small body that has ended. */
  #decodeHeld(coding: ContentCoding): void {
    if (this.#settled) return
    const decoded = decodeAtOnce(coding, this.#held.length === 1 ? this.#held[0]! : Buffer.concat(this.#held))
    if (decoded === null) {
      this.#decoder = this.#startDecoder(coding, this.#held[0]!)
      this.#decoder.end()
      return
    }
    this.#held = []
    this.#body.append(decoded)
    this.#finish(false)
  }

  /** Starts the decoder with the chunks held so far. @param firstChunk start of the coded body if none is held. */
  #startDecoder(coding: ContentCoding, firstChunk: Uint8Array): BodyDecoder {
    const held = this.#held
    this.#held = []
    const decoder = createDecoder(coding, held[0] ?? firstChunk)
    decoder.on('drain', () => {
      this.#source.resume()
    })
    decoder.on('error', () => {
      this.#fail(fault('decode_error'))
    })
    decoder.on('end', () => {
      this.#finish(false)
    })
    decoder.on('data', (chunk: Uint8Array) => {
      if (this.#settled) return
      const fits = this.#body.append(chunk)
      if (isBomb(this.#body.length, decoder.bytesWritten))
        this.#fail(fault('body_too_large', 'its size after decompression is too large for its compressed size'))
      else if (!fits) this.#capReached()
    })
    for (const chunk of held) decoder.write(chunk)
    return decoder
  }

  /** Handles a source that ended prematurely, because of a deadline or because the server closed the connection. */
  #brokenOff(error: EgressError, coding: ContentCoding | null): void {
    // A source reports its end twice, by `error` and by `close`, when the chunks held may still be decoded.
    if (this.#isBrokenOff) return
    this.#isBrokenOff = true
    const isKept = this.#keepBrokenOff && error.code === 'connection_reset'
    const settle = (): void => {
      if (isKept && this.#body.length > 0) this.#finish(true)
      else this.#fail(error)
    }
    if (!isKept || coding === null || this.#held.length === 0) settle()
    else {
      this.#decoder = this.#startDecoder(coding, this.#held[0]!)
      // The decoder reports its own failure as an error.
      this.#decoder.write(Buffer.alloc(0), (failure) => {
        if (failure == null) settle()
      })
    }
  }

  #capReached(): void {
    if (this.#truncateAtCap) this.#finish(true)
    else this.#fail(fault('body_too_large', `more than ${this.#maxDecodedBytes} bytes`))
  }

  #finish(truncated: boolean): void {
    if (this.#settled) return
    this.#letGo()
    this.result.resolve({ body: this.#body.take(), truncated, wireBytes: this.#wireBytes })
  }

  #fail(error: EgressError): void {
    if (this.#settled) return
    this.#letGo()
    this.result.reject(error)
  }

  #letGo(): void {
    this.#settled = true
    this.#decoder?.destroy()
    if (!this.#sourceEnded) this.#source.destroy()
  }
}

/**
 * Reads the body of an answer to its end or its limit.
 * @param source the coded bytes; destroyed together with its socket, unless it was read to its end.
 * @throws EgressError `body_too_large` or `decode_error`, or the fault that ended the source.
 */
export async function readBody(source: Readable, rules: BodyRules): Promise<ReadBody> {
  try {
    return await new BodyReading(source, rules).result.promise
  } catch (error) {
    source.destroy()
    throw error
  }
}
