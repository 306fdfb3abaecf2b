/**
 * Header events of the network process. They contain what was really on the wire, arrive before or after their main
 * event or not at all, and repeat the request id at every hop. So they are queued per request and assigned to hops
 * in order.
 */
import { mediaTypeOf } from '@seine/shared/values/media-type.ts'
import type { Protocol } from 'puppeteer'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import { flatText, shortText } from './flat-text.ts'
import { headerValue, inWireOrder } from './header-map.ts'
import type { KeptHeads } from './kept-heads.ts'
import type { RecordedHop } from './model.ts'
import type { HeaderMap } from '@seine/shared/pages/headers.ts'
import { bareResponse } from './responses.ts'

/** What is kept of a response's event: its text is long, and contains the headers a second time. */
interface ReceivedExtra {
  status: number
  headers: HeaderMap
  headersBytes: number | null
  httpVersion: string | null
  statusText: string
}

export class HopExtras {
  readonly #heads: KeptHeads
  readonly #sent: HeaderMap[] = []
  readonly #received: ReceivedExtra[] = []
  /** Hops that are known to have an extra pair, in order; their indexes are those of the queues. */
  readonly #hops: RecordedHop[] = []

  constructor(heads: KeptHeads) {
    this.#heads = heads
  }

  /** Records the headers of a request as sent; they may arrive before the hop is known. */
  sent(event: Protocol.Network.RequestWillBeSentExtraInfoEvent): void {
    const headers = this.#heads.headers(event.headers)
    this.#sent.push(headers)
    const hop = this.#hops[this.#sent.length - 1]
    if (hop !== undefined) hop.requestHeaders = headers
  }

  /** Records the headers of a response as received; they may arrive before the hop is known. */
  received(event: Protocol.Network.ResponseReceivedExtraInfoEvent): void {
    const received = toReceived(event, this.#heads)
    this.#received.push(received)
    const hop = this.#hops[this.#received.length - 1]
    if (hop !== undefined) applyReceived(hop, received)
  }

  /** Assigns the next pair to a hop that was answered; the pair may have arrived already or arrive later. */
  claim(hop: RecordedHop): void {
    if (this.#hops.includes(hop)) return
    this.#hops.push(hop)
    const index = this.#hops.length - 1
    const sent = this.#sent[index]
    const received = this.#received[index]
    if (sent !== undefined) hop.requestHeaders = sent
    if (received !== undefined) applyReceived(hop, received)
  }

  /** Assigns to a hop that was never answered the pair that no hop has claimed. */
  settle(hop: RecordedHop): void {
    const received = this.#received[this.#hops.length]
    if (this.#hops.includes(hop)) return
    if (received !== undefined) hop.response ??= bareResponse(received.status)
    this.claim(hop)
  }

  /**
   * Assigns to a hop the pair of a redirect that no other event reported.
   * @returns the target of the redirect; null when the newest pair is that of the hop itself.
   */
  settleRedirect(hop: RecordedHop): string | null {
    const index = this.#hops.length
    const received = this.#received[index]
    if (received === undefined || this.#received.length < index + 2) return null
    const location = headerValue(received.headers, 'location')
    if (location !== null) this.settle(hop)
    return location
  }
}

function toReceived(event: Protocol.Network.ResponseReceivedExtraInfoEvent, heads: KeptHeads): ReceivedExtra {
  const text = event.headersText
  const line = text?.slice(0, captureLimits.headTextMaxCharacters) ?? ''
  const [, version, statusText] = /^(HTTP\/\S+) \d+ ?(.*)/.exec(line) ?? []
  return {
    status: event.statusCode,
    headers: heads.headers(inWireOrder(event.headers, text)),
    headersBytes: text?.length ?? null,
    httpVersion: version === undefined ? null : flatText(version).toLowerCase(),
    statusText: flatText(statusText ?? '').trim(),
  }
}

function applyReceived(hop: RecordedHop, received: ReceivedExtra): void {
  const { response } = hop
  if (response === null) return
  response.headers = received.headers
  response.status = received.status
  response.mimeType ??= mimeTypeOf(headerValue(received.headers, 'content-type'))
  if (received.headersBytes === null) return
  response.headersBytes ??= received.headersBytes
  response.httpVersion ??= received.httpVersion
  response.statusText ||= received.statusText
}

const mimeTypeOf = (contentType: string | null): string | null => {
  const type = mediaTypeOf(contentType)
  return type === '' ? null : shortText(type, captureLimits.headTextMaxCharacters)
}
