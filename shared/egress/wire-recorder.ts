/** Collects what one hop receives, for an archive of what went over the wire. */
import { BodyBuffer } from './body-buffer.ts'
import type { EgressError } from './connections/egress-error.ts'
import type { OnExchange, WireCut, WireHeaders } from './connections/wire-exchange.ts'
import { readContentCoding } from './content-coding.ts'
import type { HopAnswer } from './exchange.ts'
import type { Hop } from './redirects.ts'

/** Value of Accept-Encoding for recorded exchanges: codings that every reader of archives decodes. */
export const recordedAcceptEncoding = 'gzip, deflate'

/** Codings in which bodies are stored as they were received. */
const stored = new Set(['gzip', 'deflate'])

/** How a body ended that was not received as a whole. */
const cuts: Partial<Record<EgressError['code'], WireCut>> = {
  timeout: 'time',
  aborted: 'time',
  body_too_large: 'length',
}

/** Pairs names and values. */
const pairsOf = (raw: readonly string[]): WireHeaders =>
  Array.from({ length: raw.length >> 1 }, (_, at) => [raw[2 * at]!, raw[2 * at + 1]!] as const)

/** The headers of a request, as they are sent. */
const sentHeaders = ({ url, headers }: Pick<Hop, 'url' | 'headers'>): WireHeaders => [
  ['host', url.host],
  ...Object.entries(headers),
]

/** Returns the URL of a record: without what is not sent in a request line. */
function recordedUrl(url: URL): string {
  const place = new URL(url)
  place.hash = ''
  place.username = ''
  place.password = ''
  return place.href
}

/** Records one hop: its chunks as they come, and its end, once. */
export class HopRecorder {
  readonly #hop: Hop
  readonly #answer: HopAnswer
  readonly #onExchange: OnExchange
  readonly #maxBytes: number
  readonly #coded: BodyBuffer | null
  #isFull = false
  #isEmpty = true
  #isOver = false

  /** @param maxBytes longest body that is recorded; a longer one is cut. */
  constructor(hop: Hop, answer: HopAnswer, onExchange: OnExchange, maxBytes: number) {
    this.#hop = hop
    this.#answer = answer
    this.#onExchange = onExchange
    this.#maxBytes = maxBytes
    this.#coded = isStoredCoded(answer) ? new BodyBuffer(maxBytes, null) : null
  }

  /** Takes a chunk of the body as it was received; it is copied. */
  readonly received = (chunk: Uint8Array): void => {
    this.#isEmpty &&= chunk.length === 0
    if (this.#coded !== null && !this.#isOver && !this.#coded.append(chunk)) this.#isFull = true
  }

  /**
   * Ends the record of a body that was read to its end, or to a limit of size.
   * @param decoded the body without content coding; copied when it is stored.
   * @param cut why its end is missing; null: it is whole.
   */
  end(decoded: Uint8Array, cut: WireCut | null): void {
    if (this.#coded !== null) this.#hand(this.#coded.take(), false, this.#isFull ? 'length' : cut)
    else this.#hand(decoded.slice(0, this.#maxBytes), true, decoded.byteLength > this.#maxBytes ? 'length' : cut)
  }

  /**
   * Ends the record of a body that was not decoded, such as that of a redirect. What was received of a body that is
   * stored decoded is dropped.
   */
  passedOver(cut: WireCut | null): void {
    if (this.#coded !== null) this.end(new Uint8Array(0), cut)
    else this.#hand(new Uint8Array(0), true, cut ?? (this.#isEmpty ? null : 'unspecified'))
  }

  /** Ends the record of a body whose reading failed. What was received of a body that is stored decoded is dropped. */
  fail({ code }: Pick<EgressError, 'code'>): void {
    const cut = this.#isFull ? 'length' : (cuts[code] ?? 'disconnect')
    this.#hand(this.#coded?.take() ?? new Uint8Array(0), this.#coded === null, cut)
  }

  #hand(body: Uint8Array, isDecoded: boolean, cut: WireCut | null): void {
    if (this.#isOver) return
    this.#isOver = true
    const { status, reason, rawHeaders, startedAtMs, sent } = this.#answer
    // Bodies of one page come one after the other, each within its limit.
    void this.#onExchange({
      url: recordedUrl(this.#hop.url),
      method: this.#hop.method,
      startedAtMs,
      requestHeaders: sentHeaders({ url: this.#hop.url, headers: sent }),
      // Sent by the caller.
      requestBody: null,
      status,
      reason,
      headers: pairsOf(rawHeaders),
      body,
      isDecoded,
      bodyMaxBytes: this.#maxBytes,
      cut,
      isDocument: true,
    })
  }
}

/** Whether the body is stored as it was received: without coding, or in one that readers of archives decode. */
function isStoredCoded({ headers }: HopAnswer): boolean {
  try {
    const coding = readContentCoding(headers['content-encoding'])
    return coding === null || stored.has(coding)
  } catch {
    // Several layers, which are not decoded here either.
    return true
  }
}
