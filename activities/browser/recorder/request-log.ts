/**
 * Turns events of the protocol into records. There is one log per browser context: request ids are unique in a
 * browser, and the events of one request may come from several sessions. Does no I/O.
 */
import type { Protocol } from 'puppeteer'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import type { CaptureClock } from './capture-clock.ts'
import type { RecordedEntry, TrafficSource } from './entry.ts'
import { HopExtras } from './messages/extra-info.ts'
import { KeptHeads } from './messages/kept-heads.ts'
import { isEndOfResponse, toFailure } from './outcomes.ts'
import { initiatorOf, newHop, newRecord } from './records.ts'
import { isTraffic, toResourceType } from './messages/resource-types.ts'
import { toResponse } from './messages/responses.ts'
import { toHopTimings } from './messages/timings.ts'

/** Callbacks for the events of a request. */
interface LogHooks {
  /** @param request null when only its response was reported. */
  started(entry: RecordedEntry, request: Protocol.Network.Request | null): void
  responded(entry: RecordedEntry): void
  data(entry: RecordedEntry, event: Protocol.Network.DataReceivedEvent): void
  ended(entry: RecordedEntry): void
  /**
   * The main frame of the page displays another document.
   * @param entry its request; null when none was recorded.
   * @param isErrorPage whether it is the browser's own page in place of the document.
   */
  shown(entry: RecordedEntry | null, isErrorPage: boolean): void
  /** A WebSocket has closed. */
  closed(entry: RecordedEntry): void
}

export class RequestLog {
  readonly entries = new Map<string, RecordedEntry>()
  readonly records: RecordedEntry[] = []
  readonly #clock: CaptureClock
  readonly #hooks: LogHooks
  readonly #proxyPort: number | null
  readonly #orphans = new Map<string, HopExtras>()
  readonly #open = new Set<RecordedEntry>()
  readonly heads = new KeptHeads()
  dropped = 0

  constructor(clock: CaptureClock, hooks: LogHooks, proxyPort: number | null) {
    this.#clock = clock
    this.#hooks = hooks
    this.#proxyPort = proxyPort
  }

  /** Records the start of a request, or a redirect of a known one. */
  willBeSent(source: TrafficSource, event: Protocol.Network.RequestWillBeSentEvent): void {
    const known = this.entries.get(event.requestId)
    if (known !== undefined) {
      // Without a redirect it is the same request, reported again by the session of its worker.
      if (event.redirectResponse !== undefined) this.#redirected(known, source, event, event.redirectResponse)
      return
    }
    if (!isTraffic(event.request.url)) return
    this.#clock.learn(event.timestamp, event.wallTime)
    const hop = newHop(event.request.url, event.request.method, event.timestamp, this.#clock)
    // The event itself may give a preflight the type `Other`.
    const isPreflight = event.initiator.type === 'preflight'
    const type = isPreflight ? 'preflight' : toResourceType(event.type)
    const entry = this.add(source, event.requestId, type, hop, event.timestamp)
    if (entry === null) return
    hop.requestHeaders = this.heads.headers(event.request.headers)
    this.#place(entry, event)
    entry.record.frameUrl = this.heads.shared(event.documentURL)
    entry.record.initiator = this.initiatorOf(event.initiator)
    if (isPreflight) entry.preflightOf = event.initiator.requestId ?? null
    this.#hooks.started(entry, event.request)
  }

  /** @returns null when the recording is full and the request is only counted. */
  add(
    source: TrafficSource,
    id: string,
    type: RecordedEntry['record']['resourceType'],
    hop: RecordedEntry['hop'],
    timestamp: number,
  ): RecordedEntry | null {
    if (this.#isFull() || !this.heads.takeRequest(hop.url)) {
      this.dropped++
      return null
    }
    const entry: RecordedEntry = {
      id,
      loaderId: null,
      record: newRecord(`r${this.records.length + 1}`, type, source.targetType, hop),
      hop,
      source,
      startedAtMs: performance.now(),
      hopStartedAt: timestamp,
      respondedAt: null,
      timing: null,
      extras: this.#orphans.get(id) ?? new HopExtras(this.heads),
      servedFromMemory: false,
      pageStatus: null,
      hopWireBytes: 0,
      stream: null,
      ended: false,
      preflightOf: null,
    }
    this.#orphans.delete(id)
    this.entries.set(id, entry)
    this.records.push(entry)
    this.#open.add(entry)
    return entry
  }

  /** Returns the initiator of a request. */
  initiatorOf(initiator: Protocol.Network.Initiator | undefined): RecordedEntry['record']['initiator'] {
    const found = initiatorOf(initiator, this.entries)
    return found.url === null ? found : { ...found, url: this.heads.shared(found.url) }
  }

  /** Records the headers of a request as sent. */
  sentExtra(event: Protocol.Network.RequestWillBeSentExtraInfoEvent): void {
    this.#extrasOf(event.requestId)?.sent(event)
  }

  /** Records the headers of a response as received. */
  receivedExtra(event: Protocol.Network.ResponseReceivedExtraInfoEvent): void {
    this.#extrasOf(event.requestId)?.received(event)
  }

  /** Records that the memory cache answered a request. */
  servedFromCache(event: Protocol.Network.RequestServedFromCacheEvent): void {
    const entry = this.entries.get(event.requestId)
    if (entry === undefined) return
    entry.servedFromMemory = true
    if (entry.hop.response !== null) entry.hop.response.fromCache = 'memory'
  }

  /** Records the response of a request. */
  responded(source: TrafficSource, event: Protocol.Network.ResponseReceivedEvent): void {
    const entry = this.entries.get(event.requestId) ?? this.#unannounced(source, event)
    if (entry === null || entry.ended) return
    entry.source = source
    this.#unseenRedirects(entry, event.timestamp)
    this.#answered(entry, event.response, event.timestamp, event.hasExtraInfo)
    this.#hooks.responded(entry)
  }

  /** Counts a part of a body. */
  data(event: Protocol.Network.DataReceivedEvent): void {
    const entry = this.entries.get(event.requestId)
    if (entry === undefined) return
    entry.record.decodedBytes += event.dataLength
    entry.hopWireBytes += event.encodedDataLength
    this.#hooks.data(entry, event)
  }

  /** Records the successful end of a request. */
  finished(source: TrafficSource, event: Protocol.Network.LoadingFinishedEvent): void {
    const entry = this.entries.get(event.requestId)
    if (entry === undefined || entry.ended) return
    entry.source = source
    entry.hopWireBytes = isFromWire(entry) ? event.encodedDataLength : 0
    entry.record.state = 'finished'
    this.#ended(entry, event.timestamp)
  }

  /** Records the failed or cancelled end of a request. */
  failed(source: TrafficSource, event: Protocol.Network.LoadingFailedEvent): void {
    const entry = this.entries.get(event.requestId)
    if (entry === undefined || entry.ended) return
    entry.source = source
    const { record } = entry
    if (isEndOfResponse(entry, event)) {
      record.state = 'finished'
    } else {
      const failure = toFailure(event)
      record.failure = failure
      record.state = failure.canceled && failure.blockedReason === null ? 'canceled' : 'failed'
    }
    entry.hopWireBytes = receivedSoFar(entry)
    this.#ended(entry, event.timestamp)
  }

  /**
   * Records that a document has replaced another one in its frame, and ends the open requests of that one: no event
   * reports their end.
   */
  committed(source: TrafficSource, frame: { id: string; loaderId: string; unreachableUrl?: string }): void {
    const isWholeTarget = frame.id === source.targetId
    const entry = this.entries.get(frame.loaderId) ?? null
    if (isWholeTarget && source.targetType === 'page') this.#hooks.shown(entry, frame.unreachableUrl !== undefined)
    const at = entry?.respondedAt ?? null
    if (at === null) return
    this.#giveUp(
      ({ record, hop, loaderId, hopStartedAt, source: { targetId } }) =>
        loaderId !== frame.loaderId &&
        hopStartedAt < at &&
        // The end of a document that was displayed may still be reported, and its body can be read.
        !(record.isNavigation && hop.response !== null) &&
        (record.frameId === frame.id || (isWholeTarget && targetId === source.targetId)),
    )
  }

  /** Ends the open requests of a target that is gone; a navigation continues in the target that replaces it. */
  gone(source: TrafficSource): void {
    this.#giveUp((entry) => entry.source.session === source.session && !entry.record.isNavigation)
  }

  /**
   * Ends a WebSocket, which has its own event for that.
   * @param timestamp monotonic seconds.
   */
  closeSocket(entry: RecordedEntry, timestamp: number): void {
    this.#close(entry)
    this.#measure(entry, timestamp)
    entry.record.wireBytes += entry.hopWireBytes
    this.#hooks.closed(entry)
  }

  /** Gives open requests their final form; call it once, at the end. */
  settle(): void {
    for (const entry of this.records) {
      if (!entry.ended) {
        this.#measure(entry, null)
        entry.record.wireBytes += receivedSoFar(entry)
      }
      const isAnswered = entry.hop.response !== null
      entry.extras.settle(entry.hop)
      if (!isAnswered) entry.record.wireBytes += entry.hop.response?.headersBytes ?? 0
    }
  }

  #place(entry: RecordedEntry, event: { requestId: string; loaderId: string; frameId?: string }): void {
    const { record, source } = entry
    const isPage = source.targetType === 'page' || source.targetType === 'popup'
    entry.loaderId = event.loaderId
    record.frameId = event.frameId ?? null
    record.isNavigation = record.resourceType === 'document' && event.requestId === event.loaderId
    record.isMainFrame = isPage && event.frameId === source.targetId
  }

  /**
   * Records a response without a request event: a popup that its opener navigates at once may be answered before it
   * can report its request.
   */
  #unannounced(source: TrafficSource, event: Protocol.Network.ResponseReceivedEvent): RecordedEntry | null {
    const { response } = event
    // In a full recording, the request was counted when it was made.
    if (!isTraffic(response.url) || this.#isFull()) return null
    const startedAt = response.timing?.requestTime ?? event.timestamp
    const hop = newHop(response.url, 'GET', startedAt, this.#clock)
    const entry = this.add(source, event.requestId, toResourceType(event.type), hop, startedAt)
    if (entry === null) return null
    hop.requestHeaders = this.heads.headers(response.requestHeaders ?? {})
    this.#place(entry, event)
    if (entry.record.isNavigation) entry.record.frameUrl = this.heads.shared(response.url)
    this.#hooks.started(entry, null)
    return entry
  }

  /** Adds the redirects of a worker's script: only the last response is reported, but the headers of all. */
  #unseenRedirects(entry: RecordedEntry, timestamp: number): void {
    for (;;) {
      const location = entry.extras.settleRedirect(entry.hop)
      const url = location === null ? null : URL.parse(location, entry.hop.url)
      if (url === null) return
      entry.hopWireBytes = entry.hop.response?.headersBytes ?? 0
      this.#nextHop(entry, newHop(this.heads.redirect(url.href), entry.hop.method, timestamp, this.#clock), timestamp)
    }
  }

  #giveUp(isLost: (entry: RecordedEntry) => boolean): void {
    const timestamp = this.#clock.now()
    for (const entry of this.#open) {
      if (!isLost(entry)) continue
      const { id, source, record } = entry
      if (record.socket === null) {
        this.failed(source, { requestId: id, timestamp, type: 'Other', errorText: 'net::ERR_ABORTED', canceled: true })
      } else {
        record.state = entry.hop.response === null ? 'canceled' : 'finished'
        if (record.state === 'canceled') record.failure = toFailure({ errorText: 'net::ERR_ABORTED', canceled: true })
        this.closeSocket(entry, timestamp)
      }
    }
  }

  #extrasOf(id: string): HopExtras | null {
    const entry = this.entries.get(id)
    if (entry !== undefined) return entry.extras
    const orphan = this.#orphans.get(id)
    if (orphan !== undefined) return orphan
    if (this.#orphans.size >= captureLimits.unannouncedMax) return null
    const extras = new HopExtras(this.heads)
    this.#orphans.set(id, extras)
    return extras
  }

  #answered(entry: RecordedEntry, response: Protocol.Network.Response, timestamp: number, hasExtraInfo: boolean): void {
    const { hop } = entry
    hop.response = toResponse(response, {
      proxyPort: this.#proxyPort,
      servedFromMemory: entry.servedFromMemory,
      heads: this.heads,
    })
    entry.pageStatus = response.status
    entry.timing = response.timing ?? null
    entry.respondedAt = timestamp
    entry.hopWireBytes = hop.response.headersBytes ?? 0
    if (hasExtraInfo) entry.extras.claim(hop)
  }

  #redirected(
    entry: RecordedEntry,
    source: TrafficSource,
    event: Protocol.Network.RequestWillBeSentEvent,
    response: Protocol.Network.Response,
  ): void {
    this.#answered(entry, response, event.timestamp, event.redirectHasExtraInfo)
    if (isFromWire(entry)) entry.hopWireBytes = response.encodedDataLength
    const { url, method, headers } = event.request
    const hop = newHop(this.heads.redirect(url), method, event.timestamp, this.#clock)
    hop.requestHeaders = this.heads.headers(headers)
    entry.source = source
    this.#nextHop(entry, hop, event.timestamp)
    if (entry.record.isNavigation) entry.record.frameUrl = this.heads.shared(event.documentURL)
  }

  #nextHop(entry: RecordedEntry, hop: RecordedEntry['hop'], timestamp: number): void {
    this.#measure(entry, timestamp)
    entry.record.wireBytes += entry.hopWireBytes
    entry.hop = hop
    entry.record.hops.push(hop)
    entry.hopStartedAt = timestamp
    entry.respondedAt = null
    entry.timing = null
    entry.pageStatus = null
    entry.hopWireBytes = 0
    entry.servedFromMemory = false
  }

  #ended(entry: RecordedEntry, timestamp: number): void {
    this.#close(entry)
    this.#measure(entry, timestamp)
    entry.record.wireBytes += entry.hopWireBytes
    this.#hooks.ended(entry)
  }

  /**
   * Once a request was only counted, all later ones are only counted too; otherwise its response would be recorded
   * as another request.
   */
  #isFull(): boolean {
    return this.dropped > 0 || this.records.length >= captureLimits.requestsKeptMax
  }

  #close(entry: RecordedEntry): void {
    entry.ended = true
    this.#open.delete(entry)
  }

  #measure(entry: RecordedEntry, endedAt: number | null): void {
    const { hop } = entry
    hop.timings = toHopTimings(entry.timing, entry.hopStartedAt, entry.respondedAt, endedAt)
    if (endedAt !== null) hop.timeMs = Math.round(Math.max(0, endedAt - entry.hopStartedAt) * 1e6) / 1000
  }
}

const isFromWire = (entry: RecordedEntry): boolean => {
  const { response } = entry.hop
  if (response === null) return true
  return response.fromCache === 'none' && !response.fromServiceWorker
}

/**
 * Wire bytes of a response without an end: data events of documents report none, so their decoded bytes are counted.
 */
function receivedSoFar(entry: RecordedEntry): number {
  if (!isFromWire(entry)) return 0
  const head = entry.hop.response?.headersBytes ?? 0
  return entry.hopWireBytes > head ? entry.hopWireBytes : head + entry.record.decodedBytes
}
