/** The connection to the Redis or Valkey that counts requests for several gateways. */
import { apiLimits } from '@seine/shared/config/api-limits.ts'
import { Redis } from 'ioredis'
import type { OutageLog } from './rate-counters.ts'

/** Thrown when a URL is none of Redis; it is not repeated, because it may hold a password. */
export class RedisUrlError extends Error {
  override readonly name = 'RedisUrlError'
}

/**
 * Connects in the background and keeps trying. What is asked meanwhile fails at once: a connection that
 * has not answered in time is given up, and a new one counts as ready only when Redis answers on it.
 * @throws RedisUrlError
 */
export function connectRedis(url: string, outage: OutageLog): Redis {
  if (!URL.canParse(url) || !['redis:', 'rediss:'].includes(new URL(url).protocol)) {
    throw new RedisUrlError('SEINE_REDIS_URL must be redis://HOST:PORT or rediss://HOST:PORT')
  }
  const redis = new Redis(url, {
    connectTimeout: apiLimits.storeConnectTimeoutMs,
    commandTimeout: apiLimits.storeDeadlineMs,
    socketTimeout: apiLimits.storeDeadlineMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    // A count that was sent may have been counted.
    autoResendUnfulfilledCommands: false,
    disableClientInfo: true,
    retryStrategy: (times) => Math.min(times * apiLimits.storeReconnectStepMs, apiLimits.storeReconnectMaxMs),
  })
  redis.on('error', (error) => outage.failed(error))
  return redis
}
