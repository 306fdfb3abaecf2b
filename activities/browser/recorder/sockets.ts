/** Records WebSockets, which have their own events and no request event before them. */
import type { Protocol } from 'puppeteer'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import type { RecordingBudget } from './messages/recording-budget.ts'
import { base64Bytes, keepText } from './messages/body-text.ts'
import type { CaptureClock } from './capture-clock.ts'
import type { IsWanted } from './contract.ts'
import type { RecordedEntry, TrafficSource } from './entry.ts'
import type { RecordedSocket } from './messages/model.ts'
import { flatText, shortText } from './messages/flat-text.ts'
import { newHop } from './records.ts'
import type { RequestLog } from './request-log.ts'
import { bareResponse } from './messages/responses.ts'

const textOpcode = 1
const closeOpcode = 8

const newSocket = (): RecordedSocket => ({
  frames: [],
  framesSent: 0,
  framesReceived: 0,
  bytesSent: 0,
  bytesReceived: 0,
  framesOmitted: 0,
  closeCode: null,
  error: null,
})

export class Sockets {
  readonly #log: RequestLog
  readonly #clock: CaptureClock
  readonly #budget: RecordingBudget
  readonly #framesMax: number
  readonly #opened: (entry: RecordedEntry) => void
  readonly #isWanted: IsWanted

  /**
   * @param opened called for every WebSocket that a page opens; the log reports its end.
   * @param isWanted frames of other WebSockets are only counted.
   */
  constructor(
    log: RequestLog,
    clock: CaptureClock,
    budget: RecordingBudget,
    framesMax: number,
    opened: (entry: RecordedEntry) => void,
    isWanted: IsWanted = () => true,
  ) {
    this.#isWanted = isWanted
    this.#opened = opened
    this.#log = log
    this.#clock = clock
    this.#budget = budget
    this.#framesMax = framesMax
  }

  /** Records a new WebSocket. */
  created(source: TrafficSource, event: Protocol.Network.WebSocketCreatedEvent): void {
    if (this.#log.entries.has(event.requestId)) return
    // The event has no time of its own, and a WebSocket that never connects has no later event with its start.
    const now = this.#clock.now()
    const hop = newHop(event.url, 'GET', now, this.#clock)
    const entry = this.#log.add(source, event.requestId, 'websocket', hop, now)
    if (entry === null) return
    entry.record.socket = newSocket()
    entry.record.initiator = this.#log.initiatorOf(event.initiator)
    entry.record.responseBody = { kind: 'omitted', reason: 'no_content', bytes: 0 }
    this.#opened(entry)
  }

  /** Records the request of the handshake. */
  handshakeSent(event: Protocol.Network.WebSocketWillSendHandshakeRequestEvent): void {
    const entry = this.#log.entries.get(event.requestId)
    if (entry === undefined) return
    this.#clock.learn(event.timestamp, event.wallTime)
    entry.hopStartedAt = event.timestamp
    entry.hop.startedAtMs = this.#clock.epochMs(event.timestamp)
    entry.hop.offsetMs = this.#clock.offsetMs(event.timestamp)
    entry.hop.requestHeaders = this.#log.heads.headers(event.request.headers)
  }

  /** Records the answer to the handshake. */
  handshakeAnswered(event: Protocol.Network.WebSocketHandshakeResponseReceivedEvent): void {
    const entry = this.#log.entries.get(event.requestId)
    if (entry === undefined) return
    const { response } = event
    const recorded = bareResponse(response.status, shortText(response.statusText, captureLimits.headTextMaxCharacters))
    recorded.headers = this.#log.heads.headers(response.headers)
    recorded.httpVersion = 'http/1.1'
    recorded.headersBytes = response.headersText?.length ?? null
    entry.hop.response = recorded
    if (response.requestHeaders !== undefined)
      entry.hop.requestHeaders = this.#log.heads.headers(response.requestHeaders)
    entry.respondedAt = event.timestamp
    entry.hopWireBytes = recorded.headersBytes ?? 0
  }

  /** Records a frame, up to the limits of number and size. */
  frame(
    direction: 'sent' | 'received',
    event: Protocol.Network.WebSocketFrameSentEvent | Protocol.Network.WebSocketFrameReceivedEvent,
  ): void {
    const record = this.#log.entries.get(event.requestId)?.record
    const socket = record?.socket ?? null
    if (record === undefined || socket === null) return
    const { opcode, payloadData } = event.response
    const isText = opcode === textOpcode
    const bytes = isText ? Buffer.byteLength(payloadData) : base64Bytes(payloadData)
    if (direction === 'sent') {
      socket.framesSent++
      socket.bytesSent += bytes
    } else {
      socket.framesReceived++
      socket.bytesReceived += bytes
    }
    if (opcode === closeOpcode) socket.closeCode = closeCodeOf(payloadData) ?? socket.closeCode
    const max = captureLimits.frameMaxBytes
    if (socket.frames.length >= this.#framesMax || !this.#isWanted(record)) {
      socket.framesOmitted++
      return
    }
    const payload = isText
      ? flatText(keepText(payloadData.slice(0, max), max, 0).text)
      : flatText(payloadData, bytes <= max ? payloadData.length : Math.floor(max / 3) * 4)
    if (!this.#budget.take(payload.length)) {
      socket.framesOmitted++
      return
    }
    socket.frames.push({
      direction,
      opcode,
      payload,
      payloadEncoding: isText ? 'utf8' : 'base64',
      payloadBytes: bytes,
      truncated: payload.length < payloadData.length,
      offsetMs: this.#clock.offsetMs(event.timestamp),
    })
  }

  /** Records an error, and the status of a refused handshake. */
  failed(event: Protocol.Network.WebSocketFrameErrorEvent): void {
    const entry = this.#log.entries.get(event.requestId)
    if (!entry?.record.socket) return
    entry.record.socket.error = shortText(event.errorMessage, captureLimits.headTextMaxCharacters)
    const status = /Unexpected response code: (\d{3})/.exec(event.errorMessage)?.[1]
    if (status !== undefined) entry.hop.response ??= bareResponse(Number(status))
  }

  /** Records the end of a WebSocket: one that never opened has failed, one that did is finished. */
  closed(event: Protocol.Network.WebSocketClosedEvent): void {
    const entry = this.#log.entries.get(event.requestId)
    if (entry === undefined || entry.ended || entry.record.socket === null) return
    const { record, hop } = entry
    const error = record.socket?.error ?? null
    if (error === null && hop.response?.status === 101) {
      record.state = 'finished'
    } else {
      record.state = 'failed'
      record.failure = {
        errorText: /net::ERR_\w+/.exec(error ?? '')?.[0] ?? error ?? 'net::ERR_FAILED',
        canceled: false,
        blockedReason: null,
        corsError: null,
        corsParameter: null,
      }
    }
    this.#log.closeSocket(entry, event.timestamp)
  }
}

function closeCodeOf(payload: string): number | null {
  const bytes = Buffer.from(payload, 'base64')
  return bytes.length >= 2 ? bytes.readUInt16BE(0) : null
}

/** Adds what a WebSocket received until the end of the capture. */
export function settleSocket(entry: RecordedEntry): void {
  const { socket } = entry.record
  if (socket === null) return
  entry.record.wireBytes += socket.bytesReceived
  entry.record.decodedBytes = socket.bytesReceived
}
