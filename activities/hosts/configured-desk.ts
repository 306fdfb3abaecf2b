/** Creates the host desk according to the configuration. */
import { randomUUID } from 'node:crypto'
import type { Config } from '@seine/shared/config/config.ts'
import { redisLimits } from '@seine/shared/config/redis-limits.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import { connectRedis } from '@seine/shared/redis/connect-redis.ts'
import { OutageLog } from '@seine/shared/redis/outage-log.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { readExemptHosts } from './exempt-hosts.ts'
import type { HostBoard } from './host-board.ts'
import { HostDesk } from './host-desk.ts'
import { createRedisBoard } from './redis-board.ts'

type HostSettings = Pick<Config, 'SEINE_REDIS_URL' | 'SEINE_HOSTS_EXEMPT'>

/** Wraps a board so that its outages are logged. */
function logged(board: HostBoard, outage: OutageLog): HostBoard {
  return {
    async exchange(mine) {
      try {
        const reading = await board.exchange(mine)
        outage.answered()
        return reading
      } catch (error) {
        outage.failed(error)
        throw error
      }
    },
    close: () => board.close(),
  }
}

/**
 * Creates a desk that shares hosts with other processes through Redis; without Redis, hosts are shared only within this
 * process.
 * @throws ConfigError, RedisUrlError
 */
export function createHostDesk(config: HostSettings, logger: Pick<Logger, 'info' | 'warn'>): HostDesk {
  const isExempt = readExemptHosts(config.SEINE_HOSTS_EXEMPT)
  metrics.hostClockShared.set(config.SEINE_REDIS_URL === '' ? 0 : 1)
  if (config.SEINE_REDIS_URL === '') return new HostDesk({ isExempt })
  const outage = new OutageLog(
    logger,
    'each process uses only its own share of the request rate of every host',
    'processes share the request rate of hosts',
  )
  const redis = connectRedis(config.SEINE_REDIS_URL, outage, redisLimits.exchangeDeadlineMs)
  const id = randomUUID()
  return new HostDesk({
    isExempt,
    shared: { board: logged(createRedisBoard({ redis, id, now: monotonicNow }), outage), id },
  })
}
