/** Refuses requests that exceed the rate limits of a key. */
import type { RateClass } from '@seine/shared/api/routes/route.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import type { RequestHandler } from 'express'
import { ApiError } from '../http/api-error.ts'
import { rateHeaders, type RateLimits, type RateStanding } from './rate-limits.ts'
import { callerOf } from '../http/request-context.ts'

const inWords: Record<RateClass, string> = {
  start: 'starts of jobs',
  read: 'reads',
  call: 'synchronous calls',
  stream: 'reads',
}

/** Returns the refusal of a request beyond a rate, and counts it. */
export function rateRefusal(standing: RateStanding, rate: RateClass): ApiError {
  metrics.rateLimited.inc({ rate })
  return new ApiError('rate_limited', `this API key has used up its ${standing.limit} ${inWords[rate]} a minute`, {
    retryAfterSecs: standing.resetSecs,
  })
}

/** Counts the requests of a route by the caller's key; the response headers report the standing. */
export function limitRequests(rates: Pick<RateLimits, 'count'>, rate: RateClass): RequestHandler {
  return async (_req, res, next) => {
    const standing = await rates.count(callerOf(res), rate)
    for (const [name, value] of Object.entries(rateHeaders(standing))) res.setHeader(name, value)
    if (standing.exceeded) throw rateRefusal(standing, rate)
    next()
  }
}
