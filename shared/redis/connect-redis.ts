/** The connection to the Redis or Valkey that several processes share. */
import { Redis } from 'ioredis'
import { redisLimits } from '../config/redis-limits.ts'
import type { OutageLog } from './outage-log.ts'

export type { Redis }

/** Thrown when a URL is none of Redis; it is not repeated, because it may hold a password. */
export class RedisUrlError extends Error {
  override readonly name = 'RedisUrlError'
}

/**
 * Connects in the background and keeps trying. What is asked meanwhile fails at once: a connection that
 * has not answered in time is given up, and a new one counts as ready only when Redis answers on it.
 * @param deadlineMs for one command.
 * @throws RedisUrlError
 */
export function connectRedis(url: string, outage: OutageLog, deadlineMs: number = redisLimits.deadlineMs): Redis {
  if (!URL.canParse(url) || !['redis:', 'rediss:'].includes(new URL(url).protocol)) {
    throw new RedisUrlError('SEINE_REDIS_URL must be redis://HOST:PORT or rediss://HOST:PORT')
  }
  const redis = new Redis(url, {
    connectTimeout: redisLimits.connectTimeoutMs,
    commandTimeout: deadlineMs,
    socketTimeout: deadlineMs,
    maxRetriesPerRequest: 0,
    enableOfflineQueue: false,
    // What was sent may have been done.
    autoResendUnfulfilledCommands: false,
    disableClientInfo: true,
    retryStrategy: (times) => Math.min(times * redisLimits.reconnectStepMs, redisLimits.reconnectMaxMs),
  })
  redis.on('error', (error) => outage.failed(error))
  return redis
}
