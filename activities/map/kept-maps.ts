/** Keeps maps for a day: what was found of a site before a search or a limit reduces it. */
import { dayMs } from '@seine/shared/values/day-ms.ts'
import { createHash } from 'node:crypto'
import type { MapLink } from '@seine/shared/api/schemas/map-result.ts'
import type { MapTask } from '@seine/shared/tasks/scrape-task.ts'
import { mapLimits } from '@seine/shared/config/limits.ts'
import { cachedMapKey, dayOf } from '@seine/shared/storage/object-keys.ts'
import { LoopTurn } from '@seine/shared/values/loop-turn.ts'
import { discoveryLimits } from '../frontier/limits/discovery-limits.ts'
import { dedupeKey, hostWithoutWww } from '@seine/shared/urls/url-identity.ts'
import { wallNow, type MapPorts } from './contract.ts'

/** First line of a kept map; each of the other lines is a list of links. */
interface KeptHead {
  version: 1
  /** Epoch milliseconds. */
  lookedAtMs: number
  /** Number of links at which the exploration stopped; null when the map contains all links. */
  endedAt: number | null
  warnings: string[]
}

export interface KeptMap extends Omit<KeptHead, 'version'> {
  links: MapLink[]
}

/** Hash of what is mapped and how. The path of the start page is included only when its links are used. */
function mapHash(task: MapTask): string {
  const { host } = new URL(task.url)
  const start = task.sitemap === 'only' ? hostWithoutWww(host) : dedupeKey(task.url, { ignoreQueryParameters: false })
  const parts = [start, task.sitemap, task.includeSubdomains, task.ignoreQueryParameters]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

async function serialised({ links, ...head }: KeptMap): Promise<Uint8Array> {
  const lines = [`${JSON.stringify({ version: 1, ...head } satisfies KeptHead)}\n`]
  const turn = new LoopTurn(discoveryLimits.discoveryTurnMs)
  for (let at = 0; at < links.length; at += mapLimits.linksPerLine) {
    lines.push(`${JSON.stringify(links.slice(at, at + mapLimits.linksPerLine))}\n`)
    if (turn.isOver) await turn.next()
  }
  return Buffer.from(lines.join(''))
}

async function parsed(bytes: Uint8Array): Promise<KeptMap | null> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const links: MapLink[] = []
  let head: KeptHead | null = null
  const turn = new LoopTurn(discoveryLimits.discoveryTurnMs)
  for (let at = 0; at < buffer.length;) {
    const end = buffer.indexOf(10, at)
    if (end === -1) return null
    const line = JSON.parse(buffer.toString('utf8', at, end)) as unknown
    if (head === null) head = line as KeptHead
    else for (const link of line as MapLink[]) links.push(link)
    at = end + 1
    if (turn.isOver) await turn.next()
  }
  if (head?.version !== 1) return null
  const { lookedAtMs, endedAt, warnings } = head
  return { lookedAtMs, endedAt, warnings, links }
}

/**
 * Reads the map of a site that was kept within the last day.
 * @param wanted number of links needed; a map that stopped at fewer is not used.
 * @returns null if none exists. Never rejects: an unavailable store counts as empty.
 */
export async function readKeptMap(task: MapTask, wanted: number, ports: MapPorts): Promise<KeptMap | null> {
  const { store } = ports
  if (store === null) return null
  const nowMs = wallNow(ports)
  const hash = mapHash(task)
  try {
    for (const atMs of [nowMs, nowMs - dayMs]) {
      const bytes = await store.get(cachedMapKey(dayOf(atMs), task.tenant, hash))
      const map = bytes === null ? null : await parsed(bytes)
      if (map === null) continue
      const isFresh = map.lookedAtMs <= nowMs && nowMs - map.lookedAtMs < mapLimits.cacheMaxAgeMs
      // If this one is unusable, that of the previous day is even older.
      return isFresh && (map.endedAt === null || map.endedAt >= wanted) ? map : null
    }
  } catch {
    // A map that cannot be read is built again.
  }
  return null
}

/** Keeps a map. Never rejects. */
export async function keepMap(task: MapTask, map: KeptMap, ports: MapPorts): Promise<void> {
  try {
    await ports.store?.put(cachedMapKey(dayOf(map.lookedAtMs), task.tenant, mapHash(task)), await serialised(map))
  } catch {
    // The answer does not depend on whether the map is kept.
  }
}
