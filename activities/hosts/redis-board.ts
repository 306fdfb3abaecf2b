/**
 * The board in Redis or Valkey: a hash for each host with a field for each process, and a sorted set of the processes.
 * Times are those of the Redis server, so that the clocks of machines need not agree.
 */
import { hostLimits } from './host-limits.ts'
import type { Redis } from '@seine/shared/redis/connect-redis.ts'
import { shifted, type BoardReading, type HostBoard } from './host-board.ts'
import type { HostEntries, HostEntry } from './host-part.ts'
import { isObject } from '@seine/shared/api/rules/json-object.ts'

const processesKey = 'seine:hosts'
const hostKey = (host: string): string => `seine:hosts:${host}`

export interface RedisBoardOptions {
  redis: Redis
  /** Id of this process; must be unique. */
  id: string
  /** Returns epoch milliseconds. */
  now: () => number
}

/** Converts the answer of `TIME`, seconds and microseconds, to milliseconds. */
const clockOf = ([secs, micros]: readonly (string | number)[]): number => Number(secs) * 1_000 + Number(micros) / 1_000

/** Creates a board that many processes share. */
export function createRedisBoard({ redis, id, now }: RedisBoardOptions): HostBoard {
  /** Milliseconds that the Redis clock is ahead of ours; null before it is known. */
  let aheadMs: number | null = null

  async function readClock(): Promise<number> {
    const sentMs = now()
    const theirs = clockOf(await redis.time())
    return theirs - (sentMs + now()) / 2
  }

  return {
    async exchange(mine): Promise<BoardReading> {
      const hosts = new Map<string, HostEntries>()
      let processes = 1
      const all = [...mine]
      // Sent in batches, so that no answer takes longer than a command may, however many hosts there are.
      for (let at = 0; at < all.length; at += hostLimits.hostsPerExchange) {
        processes = await exchangeSome(all.slice(at, at + hostLimits.hostsPerExchange), hosts)
      }
      return { hosts, processes }
    },
    close: () => redis.disconnect(),
  }

  /** Exchanges one batch. @returns the number of processes. */
  async function exchangeSome(mine: readonly [string, HostEntry][], hosts: Map<string, HostEntries>): Promise<number> {
    aheadMs ??= await readClock()
    const ahead = aheadMs
    const nowMs = now() + ahead
    const pipeline = redis.pipeline()
    pipeline.time()
    pipeline.zadd(processesKey, nowMs + hostLimits.processKeptMs, id)
    pipeline.zremrangebyscore(processesKey, '-inf', nowMs)
    pipeline.zcard(processesKey)
    for (const [host, entry] of mine) {
      const key = hostKey(host)
      pipeline.hset(key, id, JSON.stringify(shifted(entry, ahead)))
      pipeline.pexpire(key, hostLimits.boardKeptMs)
      pipeline.hgetall(key)
    }
    const sentMs = now()
    const replies = await pipeline.exec()
    if (replies === null) throw new Error('Redis did not answer')
    const values = replies.map(([error, value]) => {
      if (error !== null) throw error
      return value
    })
    const [time, , , processes, ...ofHosts] = values
    aheadMs = clockOf(time as [string, string]) - (sentMs + now()) / 2
    for (const [at, [host]] of mine.entries()) {
      const others = othersIn(ofHosts[at * 3 + 2] as Record<string, string>, ahead)
      hosts.set(host, others)
      const past = [...others].filter(([, { expiresMs }]) => expiresMs <= now()).map(([process]) => process)
      // Removes entries of ended processes in the background.
      if (past.length > 0) void redis.hdel(hostKey(host), ...past).catch(() => undefined)
    }
    return Math.max(1, Number(processes))
  }

  function othersIn(fields: Record<string, string>, ahead: number): HostEntries {
    const entries = new Map<string, HostEntry>()
    for (const [process, text] of Object.entries(fields)) {
      if (process === id) continue
      const read = entryOf(text)
      const entry = read === null ? null : shifted(read, -ahead)
      // No entry is valid for so long: it was written before the Redis clock was set back.
      if (entry !== null && entry.expiresMs <= now() + hostLimits.boardKeptMs) entries.set(process, entry)
    }
    return entries
  }
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)
const isDelay = (value: unknown): boolean =>
  isObject(value) && typeof value['origin'] === 'string' && [value['delayMs'], value['learnedAtMs']].every(isNumber)

/** True also when it is absent, as in entries of older releases. */
const areTenants = (value: unknown): boolean =>
  value === undefined || (isObject(value) && Object.values(value).every((users) => isNumber(users) && users > 0))

const areSlotUsers = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.every((one) => isObject(one) && isNumber(one['users']) && isNumber(one['fromMs']) && areTenants(one['tenants']))

/** Parses an entry; null for text of another form: other versions may write one that this version does not know. */
function entryOf(text: string): HostEntry | null {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return null
  }
  if (!isObject(read)) return null
  const { users, tenants, slotUsers, inFlight, lastStartMs, restUntilMs, crawlDelays, rate, expiresMs } = read
  const numbers = [users, inFlight, lastStartMs, restUntilMs, expiresMs]
  if (!numbers.every(isNumber) || !Array.isArray(crawlDelays) || !crawlDelays.every(isDelay)) return null
  if (!areTenants(tenants) || (slotUsers !== undefined && !areSlotUsers(slotUsers))) return null
  const isRate =
    isObject(rate) &&
    [rate['startsPerSec'], rate['restMs'], rate['learnedAtMs']].every(isNumber) &&
    Number(rate['startsPerSec']) > 0
  return { ...(read as unknown as HostEntry), rate: isRate ? (rate as unknown as HostEntry['rate']) : null }
}
