/** Builds `network_calls` of one attempt: the requests of a page without its static assets, within limits. */
import type { CallFilter } from '@seine/shared/tasks/browser-page.ts'
import { callTypes, type CallType, type NetworkCall } from '@seine/shared/api/schemas/network-call-schema.ts'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import type { PatternBudget } from '@seine/shared/urls/pattern-budget.ts'
import type { CaptureBounds } from '../recorder/contract.ts'
import type { RecordedRequest, Recording } from '../recorder/messages/model.ts'
import { BodyBudget } from './body-budget.ts'
import { callMatch } from './call-filter.ts'
import type { ProxyKnowledge } from './failure-reason.ts'
import { networkCall, type CallContext } from './network-call.ts'
import { networkRequests } from './traffic.ts'

export interface CallsOptions extends ProxyKnowledge {
  bounds: CaptureBounds
  filter: CallFilter
  /** Step budget of the filter's pattern, for all attempts of a capture together. */
  patternBudget?: PatternBudget
}

export interface ListedCalls {
  calls: NetworkCall[]
  /** Number of calls that match the filter. */
  total: number
  /** Whether `calls` does not contain all of them, or the recording itself is incomplete. */
  truncated: boolean
  /** What bodies, frames and events of the calls take of the budget, bytes. */
  bodiesBytes: number
}

/** A request that is listed, with its id. */
interface NumberedCall {
  request: RecordedRequest
  type: CallType
  id: string
}

const listed: ReadonlySet<string> = new Set(callTypes)
const isListed = (type: string): type is CallType => listed.has(type)

/** Ids are assigned before filtering, so that a call has the same id with every filter. */
const numbered = (recording: Recording): NumberedCall[] =>
  networkRequests(recording)
    .flatMap((request) => (isListed(request.resourceType) ? [{ request, type: request.resourceType }] : []))
    .map((call, index) => ({ ...call, id: `c${index + 1}` }))

/**
 * Lists documents, XHR, fetch, WebSockets and EventSource in the order in which they started. The budgets are spent
 * on the listed calls in that order.
 * @throws TypeError for a URL pattern that RE2 cannot run.
 */
export function networkCalls(
  recording: Recording,
  { bounds, filter, patternBudget, ...proxy }: CallsOptions,
): ListedCalls {
  const wanted = callMatch(filter, patternBudget)
  const matching = numbered(recording).filter(({ request }) => wanted(request))
  const chosen = matching.slice(0, bounds.callsMax)
  const ids = new Map(chosen.map(({ request, id }) => [request.key, id]))
  const bodies = new BodyBudget(bounds.bodiesMaxBytes)
  const context: CallContext = {
    bodies,
    headers: { headersMax: captureLimits.headersPerCallMax, bytesMax: captureLimits.headersPerCallMaxBytes },
    framesMax: bounds.framesPerCallMax,
    proxy,
    idOf: (key) => ids.get(key) ?? null,
  }
  const calls: NetworkCall[] = []
  let headsBytes = 0
  for (const { request, type, id } of chosen) {
    const built = networkCall(request, type, id, context)
    headsBytes += built.headsBytes
    if (headsBytes > captureLimits.headsMaxBytes) break
    calls.push(built.call)
  }
  return {
    calls,
    total: matching.length,
    truncated: calls.length < matching.length || recording.requestsDropped > 0,
    bodiesBytes: bodies.used,
  }
}
