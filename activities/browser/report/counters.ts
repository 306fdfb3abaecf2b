/**
 * Counters of one attempt. Every exchange counts: each redirect hop, each preflight, static assets and workers
 * included.
 */
import { requestTypes, type AttemptCounters } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { RecordedHop, RecordedRequest, Recording, ResourceType } from '../recorder/messages/model.ts'
import { finalHop, headBytes, isBlocked, networkRequests, redirectHops, type RefusalOf } from './traffic.ts'

type ByType = Record<ResourceType, number>

const zeros = (): ByType => Object.fromEntries(requestTypes.map((type) => [type, 0])) as ByType

/** How one exchange ended. */
type Ending = 'finished' | 'failed' | 'blocked' | 'canceled' | 'pending'

/** One request as it is counted, and the bytes received with it. */
interface Exchange {
  type: ResourceType
  ending: Ending
  redirected: boolean
  hop: RecordedHop
  received: number
}

/** A preflight without an answer has failed, unless its request is still open. */
function preflightEnding(hop: RecordedHop, request: RecordedRequest): Ending {
  if (hop.response !== null) return 'finished'
  return request.state === 'pending' ? 'pending' : 'failed'
}

/** The bytes of a redirect chain are counted with its final hop, because all its hops have the same type. */
function exchangesOf(request: RecordedRequest, refusalOf: RefusalOf): Exchange[] {
  const { resourceType: type, preflight } = request
  const redirects = redirectHops(request).map((hop): Exchange => ({
    type,
    ending: 'finished',
    redirected: true,
    hop,
    received: 0,
  }))
  const last: Exchange = {
    type,
    ending: isBlocked(request, refusalOf) ? 'blocked' : request.state,
    redirected: false,
    hop: finalHop(request),
    received: request.wireBytes,
  }
  const before: Exchange[] =
    preflight === null
      ? []
      : [
          {
            type: 'preflight',
            ending: preflightEnding(preflight, request),
            redirected: false,
            hop: preflight,
            received: headBytes(preflight),
          },
        ]
  return [...before, ...redirects, last]
}

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

function byType(exchanges: readonly Exchange[], of: (exchange: Exchange) => number): ByType {
  const totals = zeros()
  for (const exchange of exchanges) totals[exchange.type] += of(exchange)
  return totals
}

/** Counts requests and bytes. `requests_total` = finished + failed + blocked + canceled + pending + untracked. */
export function attemptCounters(recording: Recording, options: { refusalOf: RefusalOf }): AttemptCounters {
  const requests = networkRequests(recording)
  const exchanges = requests.flatMap((request) => exchangesOf(request, options.refusalOf))
  const ended = (ending: Ending): number => sum(exchanges, (exchange) => Number(exchange.ending === ending))
  const untracked = recording.requestsDropped + recording.requestsUnseen
  return {
    requests_total: exchanges.length + untracked,
    requests_finished: ended('finished'),
    requests_failed: ended('failed'),
    requests_blocked: ended('blocked'),
    requests_canceled: ended('canceled'),
    requests_pending: ended('pending'),
    requests_untracked: untracked,
    requests_redirected: sum(exchanges, ({ redirected }) => Number(redirected)),
    requests_from_cache: sum(exchanges, ({ hop }) => Number((hop.response?.fromCache ?? 'none') !== 'none')),
    requests_from_service_worker: sum(exchanges, ({ hop }) => Number(hop.response?.fromServiceWorker ?? false)),
    requests_by_type: byType(exchanges, () => 1),
    bytes_received: sum(exchanges, ({ received }) => received),
    bytes_decoded: sum(requests, ({ decodedBytes }) => decodedBytes),
    bytes_sent: sum(requests, ({ sentBytes }) => sentBytes),
    bytes_by_type: byType(exchanges, ({ received }) => received),
    websocket_frames_sent: sum(requests, ({ socket }) => socket?.framesSent ?? 0),
    websocket_frames_received: sum(requests, ({ socket }) => socket?.framesReceived ?? 0),
  }
}
