/**
 * Reads the bodies of requests that are listed: as soon as a response is complete, before a navigation discards it,
 * and while they arrive when they may have no end. No failure here fails a capture: a body that cannot be read is
 * recorded with the reason.
 */
import PQueue from 'p-queue'
import type { Protocol } from 'puppeteer'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import type { RecordingBudget } from './messages/recording-budget.ts'
import { BodyStream } from './messages/body-stream.ts'
import { keepBytes, keepText } from './messages/body-text.ts'
import type { CaptureBounds, IsWanted, RecorderOptions } from './contract.ts'
import { isListed, isNullBodyStatus, type RecordedEntry } from './entry.ts'
import { EventStreamParser } from './messages/event-stream-parser.ts'
import { keepEvent } from './messages/kept-events.ts'
import type { CaptureClock } from './capture-clock.ts'
import type { OmittedReason, RecordedBody, RecordedRequest } from './messages/model.ts'
import { requestBodyOf } from './messages/request-body.ts'
import { isEventStream, isStreamType } from './messages/resource-types.ts'

const omitted = (reason: OmittedReason, bytes: number | null): RecordedBody => ({ kind: 'omitted', reason, bytes })

/** Returns why a requested body is missing, from the browser's error message. */
function reasonOf(message: string): OmittedReason {
  if (message.includes('evicted')) return 'evicted'
  if (/No resource with given|Session closed|session .*closed|Target closed|not found/i.test(message)) {
    return 'navigated_away'
  }
  return 'not_available'
}

export class Bodies {
  readonly #bounds: CaptureBounds
  readonly #whose: 'calls' | 'all'
  readonly #budget: RecordingBudget
  readonly #clock: CaptureClock
  readonly #isWanted: IsWanted
  readonly #reads = new PQueue({ concurrency: captureLimits.bodyReadsInFlight })
  #closed = false

  /**
   * @param whose `all`: bodies of static assets too; `calls`: only those of listed calls.
   * @param isWanted bodies of other requests are not read.
   */
  constructor(
    bounds: CaptureBounds,
    whose: Exclude<RecorderOptions['bodies'], 'none'>,
    budget: RecordingBudget,
    clock: CaptureClock,
    isWanted: IsWanted = () => true,
  ) {
    this.#isWanted = isWanted
    this.#whose = whose
    this.#bounds = bounds
    this.#budget = budget
    this.#clock = clock
  }

  /** Records the body of a request, which a redirect may still make a wanted one. */
  started(entry: RecordedEntry, request: Protocol.Network.Request): void {
    if (!this.#isOfKind(entry.record) || request.hasPostData !== true) return
    const max = this.#bounds.requestBodyMaxBytes
    const body = requestBodyOf(request, max)
    if (body !== null) {
      entry.record.requestBody = this.#within(body)
      return
    }
    // Blobs and forms with files are reported without their bytes.
    entry.record.requestBody = omitted('not_available', null)
    const { session } = entry.source
    void this.#reads.add(async () => {
      try {
        const read = await session.send('Network.getRequestPostData', { requestId: entry.id }, readOptions)
        const bytes = Buffer.from(read.postData, read.base64Encoded ? 'base64' : 'utf8')
        const facts = { maxBytes: max, charset: null, mimeType: null, totalBytes: bytes.length, open: false }
        this.#settle(() => {
          if (entry.ended && !this.#wants(entry.record)) return
          entry.record.requestBody = this.#within(keepBytes(bytes, facts))
        })
      } catch {
        // The body of an upload from a stream cannot be read again.
      }
    })
  }

  /** Starts reading a response that may have no end. */
  responded(entry: RecordedEntry): void {
    const { response } = entry.hop
    if (response === null || !isListed(entry.record) || entry.record.isNavigation) return
    if (!this.#isWanted(entry.record)) return
    const type = response.mimeType ?? ''
    if (entry.record.resourceType === 'eventsource' || isStreamType(type)) this.#stream(entry)
  }

  /** Records a part of a body that is read while it arrives. */
  data(entry: RecordedEntry, event: Protocol.Network.DataReceivedEvent): void {
    if (event.data !== undefined && entry.stream !== null) {
      entry.stream.push(Buffer.from(event.data, 'base64'), event.timestamp)
    }
  }

  /** Reads the body of a request that has ended. */
  ended(entry: RecordedEntry): void {
    const { record } = entry
    if (!this.#wants(record)) {
      record.responseBody = omitted('not_available', record.decodedBytes)
      this.#dropSent(record)
      return
    }
    if (record.state === 'finished') this.#finished(entry)
    else if (record.state === 'canceled') this.#canceled(entry)
    else this.#fromStream(entry, 'not_available')
  }

  /** Starts reading open responses, and waits at most `waitMs` milliseconds for all pending reads. */
  async flush(entries: Iterable<RecordedEntry>, waitMs: number): Promise<void> {
    for (const entry of entries) {
      const { record } = entry
      if (entry.ended || entry.stream !== null || entry.hop.response === null) continue
      if (isListed(record) && this.#isWanted(record)) this.#stream(entry)
    }
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs)
    })
    await Promise.race([this.#reads.onIdle(), late])
    clearTimeout(timer)
    this.#reads.clear()
    this.#closed = true
    for (const entry of entries) if (!entry.ended && this.#wants(entry.record)) this.#fromStream(entry, 'not_available')
  }

  #wants(record: RecordedRequest): boolean {
    return this.#isOfKind(record) && this.#isWanted(record)
  }

  #dropSent(record: RecordedRequest): void {
    if (record.requestBody?.kind !== 'kept') return
    this.#budget.giveBack(record.requestBody.text.length)
    record.requestBody = omitted('not_available', record.requestBody.bytes)
  }

  #isOfKind(record: RecordedRequest): boolean {
    if (this.#whose === 'calls') return isListed(record)
    return record.resourceType !== 'websocket' && record.resourceType !== 'preflight'
  }

  #stream(entry: RecordedEntry): void {
    const { record } = entry
    const parser =
      record.resourceType !== 'eventsource' && isEventStream(entry.hop.response?.mimeType ?? null)
        ? new EventStreamParser()
        : null
    if (parser !== null) record.events = []
    const stream = new BodyStream(this.#bounds.responseBodyMaxBytes, this.#budget, (piece, timestamp) => {
      if (parser === null) return
      for (const event of parser.push(piece)) {
        keepEvent(record, event, this.#clock.offsetMs(timestamp), this.#bounds.framesPerCallMax, this.#budget)
      }
    })
    entry.stream = stream
    const { session } = entry.source
    void this.#reads.add(async () => {
      const at = entry.respondedAt ?? entry.hopStartedAt
      try {
        const { bufferedData } = await session.send(
          'Network.streamResourceContent',
          { requestId: entry.id },
          readOptions,
        )
        this.#settle(() => {
          stream.open(Buffer.from(bufferedData, 'base64'), at)
          // The request was canceled while this command was pending.
          if (entry.ended && record.state !== 'finished') this.#fromStream(entry, 'canceled')
        })
      } catch {
        // The request has ended in the meantime, and its body is read as a whole.
      }
    })
  }

  #finished(entry: RecordedEntry): void {
    const { record, hop } = entry
    const status = hop.response?.status ?? null
    if (hop.method === 'HEAD' || (isNullBodyStatus(status) && isNullBodyStatus(entry.pageStatus ?? status))) {
      record.responseBody = omitted('no_content', 0)
    } else if (status !== null && status >= 300 && status < 400 && hop.response?.headers['location'] !== undefined) {
      record.responseBody = omitted('redirect', record.decodedBytes)
    } else if (isWhole(entry)) {
      this.#fromStream(entry, 'no_content')
    } else if (record.decodedBytes > captureLimits.browserResourceMaxBytes) {
      this.#fromStream(entry, 'too_large')
    } else {
      this.#read(entry, (reason) => this.#fromStream(entry, reason))
    }
  }

  /**
   * Records a canceled request. The browser keeps a `no-store` response that was read to its end, but not one that
   * was aborted.
   */
  #canceled(entry: RecordedEntry): void {
    this.#fromStream(entry, 'canceled')
    const keeper = entry.source.keeper()
    const { response } = entry.hop
    if (keeper === null || response === null || entry.record.isNavigation) return
    void this.#reads.add(async () => {
      try {
        const read = await keeper.send('Network.getResponseBody', { requestId: entry.id }, readOptions)
        this.#settle(() => {
          entry.record.state = 'finished'
          entry.record.failure = null
          if (!isWhole(entry)) this.#keep(entry, read)
        })
      } catch {
        // The request was canceled, as the browser reported.
      }
    })
  }

  /** @param onMissing called with the reason when no session has the body. */
  #read(entry: RecordedEntry, onMissing: (reason: OmittedReason) => void): void {
    const { session, keeper } = entry.source
    void this.#reads.add(async () => {
      try {
        const read = await session.send('Network.getResponseBody', { requestId: entry.id }, readOptions)
        this.#settle(() => this.#keep(entry, read))
      } catch (error) {
        const reason = reasonOf(error instanceof Error ? error.message : '')
        const kept = await readFromKeeper(keeper(), entry.id)
        this.#settle(() => (kept === null ? onMissing(reason) : this.#keep(entry, kept)))
      }
    })
  }

  #keep(entry: RecordedEntry, read: Protocol.Network.GetResponseBodyResponse): void {
    const { record, stream } = entry
    if (stream !== null) this.#budget.giveBack(stream.content().length)
    const { response } = entry.hop
    const facts = {
      maxBytes: this.#bounds.responseBodyMaxBytes,
      charset: response?.charset ?? null,
      mimeType: response?.mimeType ?? null,
      totalBytes: record.decodedBytes,
      open: false,
    }
    if (read.body === '') {
      record.responseBody = passedBy(entry) ? omitted('not_available', null) : omitted('no_content', 0)
    } else if (read.base64Encoded) {
      record.responseBody = this.#within(keepBytes(Buffer.from(read.body, 'base64'), facts))
    } else {
      record.responseBody = this.#within(keepText(read.body, facts.maxBytes, record.decodedBytes))
    }
    if (record.events !== null && record.events.length === 0 && record.resourceType !== 'eventsource') {
      this.#parseWhole(entry, read)
    }
  }

  #parseWhole(entry: RecordedEntry, read: Protocol.Network.GetResponseBodyResponse): void {
    const at = entry.hop.offsetMs + (entry.hop.timeMs ?? 0)
    const bytes = Buffer.from(read.body, read.base64Encoded ? 'base64' : 'utf8')
    for (const event of new EventStreamParser().push(bytes)) {
      keepEvent(entry.record, event, at, this.#bounds.framesPerCallMax, this.#budget)
    }
  }

  /**
   * Records the body that was streamed.
   * @param otherwise reason to record when no byte was streamed.
   */
  #fromStream(entry: RecordedEntry, otherwise: OmittedReason): void {
    const { record, stream } = entry
    const { response } = entry.hop
    if (stream === null || stream.bytes === 0) {
      record.responseBody = omitted(otherwise, otherwise === 'no_content' ? 0 : record.decodedBytes || null)
    } else if (stream.overBudget) {
      record.responseBody = omitted('budget_exceeded', record.decodedBytes)
    } else {
      record.responseBody = keepBytes(stream.content(), {
        maxBytes: this.#bounds.responseBodyMaxBytes,
        charset: response?.charset ?? null,
        mimeType: response?.mimeType ?? null,
        totalBytes: stream.bytes,
        open: record.state !== 'finished',
      })
    }
  }

  #within(body: RecordedBody): RecordedBody {
    if (body.kind === 'omitted') return body
    if (this.#budget.take(body.text.length)) return body
    return omitted('budget_exceeded', body.bytes)
  }

  /** Applies a change, unless the recording has been returned already. */
  #settle(change: () => void): void {
    if (!this.#closed) change()
  }
}

const readOptions = { timeout: captureLimits.bodyReadTimeoutMs }

/** Whether streaming received the body from its first byte to its last. */
const isWhole = (entry: RecordedEntry): boolean =>
  entry.stream !== null && entry.stream.isOpen && entry.stream.bytes === entry.record.decodedBytes

/**
 * Whether the response had a body that its reader never saw, as when a service worker passes a response on unread.
 */
const passedBy = (entry: RecordedEntry): boolean =>
  entry.record.decodedBytes === 0 && entry.hopWireBytes - (entry.hop.response?.headersBytes ?? 0) > emptyChunkedBytes

/** Bytes of an empty chunked body on the wire. */
const emptyChunkedBytes = 5

async function readFromKeeper(
  keeper: RecordedEntry['source']['session'] | null,
  requestId: string,
): Promise<Protocol.Network.GetResponseBodyResponse | null> {
  if (keeper === null) return null
  try {
    return await keeper.send('Network.getResponseBody', { requestId }, readOptions)
  } catch {
    return null
  }
}
