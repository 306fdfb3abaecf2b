/** Rate limits of a key, by class of route. */
import type { RateClass } from '@seine/shared/api/routes/route.ts'
import type { KeyQuotas } from '@seine/shared/api/keys/api-keys-file.ts'
import { apiLimits } from '@seine/shared/config/api-limits.ts'
import type { Config } from '@seine/shared/config/config.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { connectRedis } from '@seine/shared/redis/connect-redis.ts'
import { OutageLog } from '@seine/shared/redis/outage-log.ts'
import { memoryCounter, redisCounter, type RateCounter } from './rate-counters.ts'
import type { Caller } from '../http/request-context.ts'

/** Classes that are counted separately. */
type Counted = 'start' | 'read' | 'call'

/** Opening a stream counts as a read. */
const countedAs: Record<RateClass, Counted> = { start: 'start', read: 'read', call: 'call', stream: 'read' }

const quotaNames = {
  start: 'starts_per_minute',
  read: 'reads_per_minute',
  call: 'calls_per_minute',
} as const satisfies Record<Counted, keyof KeyQuotas>

/** The rate standing of a key after a request. */
export interface RateStanding {
  /** Number of requests allowed in a window. */
  limit: number
  remaining: number
  /** Time until the window ends, seconds, at least 1. */
  resetSecs: number
  /** True for a request beyond the limit. */
  exceeded: boolean
}

/** The quotas that limit rates. */
export type RateQuota = (typeof quotaNames)[Counted]

/** Requests of a key in the current window. */
export interface RateUse {
  limit: number
  used: number
}

export interface RateLimitsPorts {
  counters: Record<Counted, RateCounter>
  /** Limits for keys whose quotas do not set one. */
  defaults: Record<Counted, number>
  close?: () => void
}

export class RateLimits {
  readonly #ports: RateLimitsPorts

  constructor(ports: RateLimitsPorts) {
    this.#ports = ports
  }

  /** Counts a request. */
  async count({ keyId, quotas }: Pick<Caller, 'keyId' | 'quotas'>, rate: RateClass): Promise<RateStanding> {
    const counted = countedAs[rate]
    const limit = this.#limitOf(counted, quotas)
    const { counted: requests, endsInMs } = await this.#ports.counters[counted].count(keyId)
    return {
      limit,
      remaining: Math.max(0, limit - requests),
      // Setting a clock back can make a window appear longer than it is.
      resetSecs: Math.min(Math.max(1, Math.ceil(endsInMs / 1_000)), apiLimits.windowSecs),
      exceeded: requests > limit,
    }
  }

  /** Returns the numbers of requests that a key may send and has sent in the current window, by quota. */
  async standing({ keyId, quotas }: Pick<Caller, 'keyId' | 'quotas'>): Promise<Record<RateQuota, RateUse>> {
    const useOf = async (counted: Counted): Promise<RateUse> => ({
      limit: this.#limitOf(counted, quotas),
      used: await this.#ports.counters[counted].used(keyId),
    })
    const [starts, reads, calls] = await Promise.all([useOf('start'), useOf('read'), useOf('call')])
    return { starts_per_minute: starts, reads_per_minute: reads, calls_per_minute: calls }
  }

  #limitOf(counted: Counted, quotas: KeyQuotas): number {
    return quotas[quotaNames[counted]] ?? this.#ports.defaults[counted]
  }

  /** Closes the connection to Redis, if one is used. */
  close(): void {
    this.#ports.close?.()
  }
}

type RateSettings = Pick<
  Config,
  'SEINE_REDIS_URL' | 'SEINE_LIMIT_STARTS_PER_MINUTE' | 'SEINE_LIMIT_READS_PER_MINUTE' | 'SEINE_LIMIT_CALLS_PER_MINUTE'
>

const countersBy = (counter: (name: Counted) => RateCounter): Record<Counted, RateCounter> => ({
  start: counter('start'),
  read: counter('read'),
  call: counter('call'),
})

/** Creates the limits from the settings. @throws RedisUrlError */
export function createRateLimits(config: RateSettings, logger: Logger): RateLimits {
  const defaults = {
    start: config.SEINE_LIMIT_STARTS_PER_MINUTE,
    read: config.SEINE_LIMIT_READS_PER_MINUTE,
    call: config.SEINE_LIMIT_CALLS_PER_MINUTE,
  }
  if (config.SEINE_REDIS_URL === '') return new RateLimits({ counters: countersBy(memoryCounter), defaults })
  const outage = new OutageLog(logger, 'each gateway counts requests on its own', 'gateways count requests together')
  const redis = connectRedis(config.SEINE_REDIS_URL, outage)
  const counters = countersBy((name) => redisCounter(name, redis, outage))
  return new RateLimits({ counters, defaults, close: () => redis.disconnect() })
}

/** Returns `RateLimit` fields as in draft-ietf-httpapi-ratelimit-headers-06, the version most clients support. */
export const rateHeaders = ({ limit, remaining, resetSecs }: RateStanding): Record<string, string> => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(resetSecs),
  'RateLimit-Policy': `${limit};w=${apiLimits.windowSecs}`,
})
