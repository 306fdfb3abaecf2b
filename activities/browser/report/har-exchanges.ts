/** Builds the entries of one request: its preflight, the hops of its redirect chain, and the answer. */
import type { HarEntry } from '@seine/shared/api/schemas/har-schema.ts'
import type { RecordedBody, RecordedFrame, RecordedHop, RecordedRequest } from '../recorder/messages/model.ts'
import { textBytes, type BodyBudget } from './body-budget.ts'
import { failureReason, type ProxyKnowledge } from './failure-reason.ts'
import { harContent } from './har-body.ts'
import { harEntry, type Exchange } from './har-entry.ts'
import { encodedBodyBytes, finalHop, finalWireBytes, headBytes, redirectHops } from './traffic.ts'

/** What all entries of an archive share. */
export interface EntryContext {
  bodies: BodyBudget
  /** Epoch milliseconds at the zero of all offsets. */
  startedAtMs: number
  /** Returns the id of the page that was current at a time. */
  pageAt(epochMs: number): string
  proxy: ProxyKnowledge
}

/** A redirect or a preflight; the body of its answer is not listed. */
const bodiless = (hop: RecordedHop, request: RecordedRequest, resourceType: string): Exchange => ({
  hop,
  request,
  resourceType,
  requestBody: null,
  content: { size: 0, mimeType: hop.response?.mimeType ?? 'x-unknown' },
  bodySize: 0,
  transferSize: headBytes(hop),
  redirectUrl: '',
  failure: null,
})

const frameBytes = ({ payload, payloadEncoding }: RecordedFrame): number => textBytes(payload, payloadEncoding)

/** Returns messages in the form of Chrome DevTools, which uses seconds. */
const messagesOf = (
  frames: readonly RecordedFrame[],
  startedAtMs: number,
): NonNullable<HarEntry['_webSocketMessages']> =>
  frames.map(({ direction, opcode, payload, truncated, offsetMs }) => ({
    type: direction === 'sent' ? ('send' as const) : ('receive' as const),
    time: (startedAtMs + offsetMs) / 1000,
    opcode,
    data: payload,
    ...(truncated ? { _truncated: true } : {}),
  }))

const locationOf = ({ response }: RecordedHop): string => {
  const location = response?.headers['location']
  return typeof location === 'string' ? location : ''
}

/** Returns the body of a hop: a redirect that changes the method to GET drops the body, any other sends it again. */
const bodyOf = (hop: RecordedHop, request: RecordedRequest, bodies: BodyBudget): RecordedBody | null =>
  request.requestBody !== null && hop.method === request.hops[0]?.method ? bodies.admit(request.requestBody) : null

function redirectExchange(hop: RecordedHop, index: number, request: RecordedRequest, bodies: BodyBudget): Exchange {
  return {
    ...bodiless(hop, request, request.resourceType),
    requestBody: bodyOf(hop, request, bodies),
    redirectUrl: locationOf(hop) || (request.hops[index + 1]?.url ?? ''),
  }
}

function finalExchange(request: RecordedRequest, { bodies, proxy }: EntryContext): Exchange {
  const hop = finalHop(request)
  const status = hop.response?.status ?? 0
  return {
    hop,
    request,
    resourceType: request.resourceType,
    requestBody: bodyOf(hop, request, bodies),
    content: harContent(request, bodies.admit(request.responseBody)),
    bodySize: hop.response === null ? -1 : encodedBodyBytes(request),
    transferSize: finalWireBytes(request),
    redirectUrl: status >= 300 && status < 400 ? locationOf(hop) : '',
    failure: failureReason(request, proxy),
  }
}

function withMessages(entry: HarEntry, { socket }: RecordedRequest, context: EntryContext): HarEntry {
  if (socket === null) return entry
  const frames = context.bodies.admitInOrder(socket.frames, socket.frames.length, frameBytes)
  const missing = socket.framesOmitted + socket.frames.length - frames.length
  return {
    ...entry,
    ...(missing === 0 ? {} : { comment: `${missing} messages are not listed` }),
    _webSocketMessages: messagesOf(frames, context.startedAtMs),
  }
}

/** @returns entries in the order in which they happened. */
export function harEntries(request: RecordedRequest, context: EntryContext): HarEntry[] {
  const { preflight } = request
  const before = preflight === null ? [] : [bodiless(preflight, request, 'preflight')]
  const redirects = redirectHops(request).map((hop, index) => redirectExchange(hop, index, request, context.bodies))
  const exchanges = [...before, ...redirects, finalExchange(request, context)]
  const entries = exchanges.map((exchange) => harEntry(exchange, context.pageAt(exchange.hop.startedAtMs)))
  return entries.map((entry, index) => (index === entries.length - 1 ? withMessages(entry, request, context) : entry))
}
