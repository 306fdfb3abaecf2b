/** The connection to the Redis or Valkey that several processes share. */
import { Redis } from 'ioredis'
import { redisLimits } from '../config/redis-limits.ts'
import type { OutageLog } from './outage-log.ts'

export type { Redis }

/** Thrown when a URL is not a Redis URL. The message does not quote it, because it may hold a password. */
export class RedisUrlError extends Error {
  override readonly name = 'RedisUrlError'
}

/**
 * Connects in the background and keeps trying. Commands fail at once while there is no connection. A connection that
 * does not answer in time is closed, and a new one counts as ready only when Redis answers on it.
 * @param deadlineMs of one command, milliseconds.
 * @throws RedisUrlError when the URL is not a Redis URL.
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
    // A command that was sent may have been executed.
    autoResendUnfulfilledCommands: false,
    disableClientInfo: true,
    retryStrategy: (times) => Math.min(times * redisLimits.reconnectStepMs, redisLimits.reconnectMaxMs),
  })
  redis.on('error', (error) => outage.failed(error))
  return redis
}
