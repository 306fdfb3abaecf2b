import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fingerprintOf } from '@seine/shared/urls/fingerprint-set.ts'
import { simulateCrawl, type SimulatedPage } from './testing/simulated-crawl.ts'

const root = 'http://site.test'

/** Returns a small seeded pseudo-random number generator. */
const seeded = (seed: number) => (below: number) => {
  seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
  return (seed >>> 8) % below
}

/** Articles, calendar days and numbered pages that have little text and link to each other in every way. */
function mazePage(url: string): SimulatedPage {
  const random = seeded(fingerprintOf(url) % 2 ** 31)
  const path = url.slice(root.length)
  const anyDay = (): string => `/cal/20${10 + random(15)}-0${1 + random(9)}-${10 + random(18)}`
  const anyLink = (): string =>
    [`/p${'abcdefgh'[random(8)]}${'ijklmnop'[random(8)]}`, anyDay(), `/n/${random(400)}`][random(3)]!
  const links = Array.from({ length: path === '/' ? 30 : 1 + random(6) }, anyLink)
  if (path.startsWith('/cal/')) links.push(anyDay(), anyDay())
  const number = Number(path.slice('/n/'.length))
  if (path.startsWith('/n/')) links.push(`/n/${number + 1}`, `/n/${number + 2}`)
  const said = random(5) === 0 ? fingerprintOf(url) : path.length
  return {
    links: links.map((link) => root + link),
    sketch: { exact: said, facts: 0, least: [said, said + 1, said + 2] },
  }
}

describe('the frontier among traps', () => {
  it('fetches the same pages in the same order whichever slices finish first', async () => {
    const ledgerOf = async (limit: number, seed: number): Promise<string[]> => {
      const random = seeded(seed)
      const pick = seed === 0 ? {} : { pick: (running: readonly unknown[]) => random(running.length) }
      const crawl = await simulateCrawl({ site: mazePage, input: { limit }, ...pick })
      const { entries } = await crawl.reload()
      return entries.map(({ url, state, depth, hops }) => `${url} ${state} ${depth} ${hops}`)
    }
    for (const limit of [250, 800]) {
      const expected = await ledgerOf(limit, 0)
      assert.ok(expected.some((line) => line.includes(' trap ')))
      for (const seed of [1, 2, 3, 4]) assert.deepEqual(await ledgerOf(limit, seed), expected)
    }
  })
})
