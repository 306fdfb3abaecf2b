/** Counts requests in fixed windows: in the memory of this process, or in a Redis that gateways share. */
import { apiLimits } from '@seine/shared/config/api-limits.ts'
import { redisLimits } from '@seine/shared/config/redis-limits.ts'
import type { Redis } from '@seine/shared/redis/connect-redis.ts'
import type { OutageLog } from '@seine/shared/redis/outage-log.ts'
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible'

/** The count of a name in its window, including the request just counted. */
export interface RateCount {
  counted: number
  /** Time until the window ends, milliseconds. */
  endsInMs: number
}

/** Counts requests by name. No call rejects because of an unavailable store. */
export interface RateCounter {
  /** Counts one more request of a name. */
  count(name: string): Promise<RateCount>
  /** Returns how many requests of a name were counted in its current window, and counts none. */
  used(name: string): Promise<number>
}

/** Quotas differ by key, so the limiters only count. */
const window = { points: Number.MAX_SAFE_INTEGER, duration: apiLimits.windowSecs }

async function countBy(limiter: RateLimiterAbstract, name: string): Promise<RateCount> {
  const { consumedPoints, msBeforeNext } = await limiter.consume(name)
  return { counted: consumedPoints, endsInMs: msBeforeNext }
}

async function usedOf(limiter: RateLimiterAbstract, name: string): Promise<number> {
  return (await limiter.get(name))?.consumedPoints ?? 0
}

/** Creates a counter for this process only. */
export function memoryCounter(): RateCounter {
  const limiter = new RateLimiterMemory(window)
  return { count: (name) => countBy(limiter, name), used: (name) => usedOf(limiter, name) }
}

/** Returns the result of a call if it arrives in time; a later failure of the call is ignored. */
async function inTime<T>(call: Promise<T>, deadlineMs: number): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`no answer within ${deadlineMs} ms`)), deadlineMs)
  try {
    return await Promise.race([call, late])
  } finally {
    clearTimeout(timer)
    call.catch(() => undefined)
  }
}

/**
 * Creates a counter in Redis. While Redis is unavailable or slower than its deadline, requests are counted in this
 * process.
 * @param name what is counted; part of the keys in Redis.
 */
export function redisCounter(name: string, redis: Redis, outage: OutageLog): RateCounter {
  const shared = new RateLimiterRedis({
    ...window,
    storeClient: redis,
    keyPrefix: `seine:rate:${name}`,
    rejectIfRedisNotReady: true,
  })
  const own = memoryCounter()
  const sharedOrOwn = async <T>(call: Promise<T>, otherwise: () => Promise<T>): Promise<T> => {
    try {
      const result = await inTime(call, redisLimits.deadlineMs)
      outage.answered()
      return result
    } catch (error) {
      outage.failed(error)
      return await otherwise()
    }
  }
  return {
    count: (key) => sharedOrOwn(countBy(shared, key), () => own.count(key)),
    used: (key) => sharedOrOwn(usedOf(shared, key), () => own.used(key)),
  }
}
