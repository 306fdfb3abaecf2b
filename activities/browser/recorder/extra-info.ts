/**
 * Header events of the network process. They carry what really was on the wire, come before or after
 * their partner or not at all, and repeat the request id at every hop. So they are queued per request
 * and given to hops in order.
 */
import type { Protocol } from 'puppeteer'
import { headerValue, toHeaderMap } from './header-map.ts'
import type { RecordedHop } from './model.ts'
import { bareResponse } from './responses.ts'

type SentExtra = Protocol.Network.RequestWillBeSentExtraInfoEvent
type ReceivedExtra = Protocol.Network.ResponseReceivedExtraInfoEvent

export class HopExtras {
  readonly #sent: SentExtra[] = []
  readonly #received: ReceivedExtra[] = []
  /** Hops that are known to have an extra pair, in order; the index is that of the queues. */
  readonly #hops: RecordedHop[] = []

  sent(event: SentExtra): void {
    this.#sent.push(event)
    const hop = this.#hops[this.#sent.length - 1]
    if (hop !== undefined) applySent(hop, event)
  }

  received(event: ReceivedExtra): void {
    this.#received.push(event)
    const hop = this.#hops[this.#received.length - 1]
    if (hop !== undefined) applyReceived(hop, event)
  }

  /** The hop was answered and has a pair, here already or still to come. */
  claim(hop: RecordedHop): void {
    if (this.#hops.includes(hop)) return
    this.#hops.push(hop)
    const index = this.#hops.length - 1
    const sent = this.#sent[index]
    const received = this.#received[index]
    if (sent !== undefined) applySent(hop, sent)
    if (received !== undefined) applyReceived(hop, received)
  }

  /** Gives a hop that was never answered the pair that nobody claimed. */
  settle(hop: RecordedHop): void {
    const received = this.#received[this.#hops.length]
    if (this.#hops.includes(hop)) return
    if (received !== undefined) hop.response ??= bareResponse(received.statusCode)
    this.claim(hop)
  }

  /**
   * Gives a hop the pair of a redirect that nobody else told of.
   * @returns where it leads; null when the newest pair is that of the hop.
   */
  settleRedirect(hop: RecordedHop): string | null {
    const index = this.#hops.length
    const received = this.#received[index]
    if (received === undefined || this.#received.length < index + 2) return null
    const location = headerValue(toHeaderMap(received.headers), 'location')
    if (location !== null) this.settle(hop)
    return location
  }
}

function applySent(hop: RecordedHop, event: SentExtra): void {
  hop.requestHeaders = toHeaderMap(event.headers)
}

function applyReceived(hop: RecordedHop, event: ReceivedExtra): void {
  const { response } = hop
  if (response === null) return
  response.headers = toHeaderMap(event.headers)
  response.status = event.statusCode
  response.mimeType ??= headerValue(response.headers, 'content-type')?.split(';', 1)[0]?.trim().toLowerCase() || null
  if (event.headersText === undefined) return
  response.headersBytes ??= event.headersText.length
  const [, version, text] = /^(HTTP\/\S+) \d+ ?(.*)/.exec(event.headersText) ?? []
  response.httpVersion ??= version?.toLowerCase() ?? null
  response.statusText ||= text?.trim() ?? ''
}
