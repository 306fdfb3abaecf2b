import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { discoveryLimits } from '../limits/discovery-limits.ts'
import type { EgressRequest, EgressResponse } from '@seine/shared/egress/connections/contract.ts'
import type { RobotsVerdict } from '../robots/robots-loader.ts'
import { parseRobots } from '../robots/robots-rules.ts'
import { createSitemapGate } from './sitemap-gate.ts'
import { discoverSitemapUrls } from './sitemap-loader.ts'

const site = 'https://e.com'
const never = new AbortController().signal
const rules = (text: string): RobotsVerdict => ({ state: 'rules', file: parseRobots(`User-agent: *\n${text}`) })

/** A gate with a simulated clock that moves only while code sleeps. */
function gateOf(verdicts: Record<string, RobotsVerdict>) {
  let nowMs = 1_000
  const readAfter: (number | undefined)[] = []
  const gate = createSitemapGate(site, {
    robots: {
      load: async (url, _signal, readAfterMs) => {
        readAfter.push(readAfterMs)
        return verdicts[new URL(url).origin] ?? { state: 'allow_all', reason: 'http_404' }
      },
    },
    agentToken: 'FooBot',
    readAfterMs: 77,
    now: () => nowMs,
    sleep: async (ms) => {
      nowMs += ms
    },
  })
  return { gate, readAfter, now: () => nowMs }
}

/** Runs discovery on a site with these files (404 for others) behind such a gate; `starts` are request times. */
async function discover(verdicts: Record<string, RobotsVerdict>, files: Record<string, string>, listed: string[]) {
  const { gate, now } = gateOf(verdicts)
  const starts: [url: string, atMs: number][] = []
  const fetch = async ({ url, onRedirect }: EgressRequest): Promise<EgressResponse> => {
    starts.push([url.replace(site, ''), now()])
    const text = files[url.replace(site, '')] ?? ''
    const target = text.startsWith('->') ? new URL(text.slice(2), url) : null
    const isStopped = target !== null && (await onRedirect?.(target, [])) === 'stop'
    const rest = { truncated: false, redirects: [], wireBytes: 0, elapsedMs: 0, headers: {} }
    const body = new Uint8Array(
      Buffer.from(target === null ? text : `<urlset><url><loc>${target.href}#x</loc></url></urlset>`),
    )
    const status = text === '' ? 404 : isStopped ? 301 : 200
    return { ...rest, url, status, body, stoppedAt: isStopped ? target.href : null }
  }
  const result = await discoverSitemapUrls({
    egress: { fetch },
    gate,
    origin: site,
    robotsSitemaps: listed.map((path) => site + path),
    admits: () => true,
    maxUrls: 100,
    budgetMs: 10_000,
    signal: never,
  })
  return { ...result, starts, endedMs: now() }
}

const urlset = (path: string) => `<urlset><url><loc>${path}</loc></url></urlset>`

describe('a sitemap that robots.txt does not allow', () => {
  it('is not fetched, with a warning for a file that was named', async () => {
    const verdicts = { [site]: rules('Disallow: /no/') }
    const { urls, warnings, starts } = await discover(verdicts, { '/a.xml': urlset('/p'), '/no/b.xml': urlset('/q') }, [
      '/a.xml',
      '/no/b.xml',
    ])
    assert.deepEqual(urls, [`${site}/p`])
    assert.deepEqual(warnings, [`${site}/no/b.xml: robots.txt does not allow it`])
    assert.deepEqual(starts, [['/a.xml', 1_000]])
  })

  it('is skipped silently when its name was a guess', async () => {
    const { warnings, starts } = await discover({ [site]: rules('Disallow: /*.xml') }, {}, [])
    assert.deepEqual(warnings, [])
    assert.deepEqual(
      starts.map(([path]) => path),
      ['/sitemap.txt'],
    )
  })

  it('is not fetched by way of a redirect either', async () => {
    const { urls, warnings } = await discover({ [site]: rules('Disallow: /no') }, { '/a.xml': '->/no/b.xml' }, [
      '/a.xml',
    ])
    assert.deepEqual(urls, [])
    assert.deepEqual(warnings, [`${site}/a.xml: redirect to ${site}/no/b.xml: robots.txt does not allow it`])
  })

  it('is decided by the robots.txt of each host', async () => {
    const cdn = 'https://cdn.example'
    const { gate, readAfter } = gateOf({ [cdn]: { state: 'unreachable', reason: 'http_503' } })
    assert.equal(await gate.refusal(`${site}/s.xml`, never), null)
    assert.equal(await gate.refusal(`${cdn}/s.xml`, never), 'robots.txt could not be read (http_503)')
    assert.deepEqual(readAfter, [77, 77])
  })
})

describe('Crawl-delay', () => {
  it('keeps requests apart: from the start page, from each other, and from what follows', async () => {
    const { starts, endedMs, urls } = await discover(
      { [site]: rules('Crawl-delay: 2') },
      { '/a.xml': urlset('/p'), '/b.xml': urlset('/q') },
      ['/a.xml', '/b.xml'],
    )
    assert.deepEqual(urls, [`${site}/p`, `${site}/q`])
    assert.deepEqual(starts, [
      ['/a.xml', 3_000],
      ['/b.xml', 5_000],
    ])
    assert.equal(endedMs, 7_000)
  })

  it('ends the search under the usual names at the first that is there', async () => {
    const { starts } = await discover({ [site]: rules('Crawl-delay: 1') }, { '/sitemap_index.xml': urlset('/p') }, [])
    assert.deepEqual(starts, [
      ['/sitemap.xml', 2_000],
      ['/sitemap_index.xml', 3_000],
    ])
  })

  it('is kept up to its cap, and costs other hosts nothing', async () => {
    const { gate, now } = gateOf({ [site]: rules('Crawl-delay: 100') })
    await gate.waitForStart('https://cdn.example/s.xml', never)
    assert.equal(now(), 1_000)
    await gate.waitForStart(`${site}/s.xml`, never)
    assert.equal(now(), 1_000 + discoveryLimits.crawlDelayMaxMs)
  })
})

it('sitemaps of a site that holds first requests are asked for again sooner', () => {
  const load = async (): Promise<RobotsVerdict> => await Promise.resolve({ state: 'allow_all', reason: 'http_404' })
  const robots = { load, holdsFirst: (url: string) => url.startsWith(site) }
  const gate = createSitemapGate(site, { robots, agentToken: 'FooBot', readAfterMs: 0 })
  const { silenceMs, silenceAgainMs } = discoveryLimits
  assert.deepEqual(
    [`${site}/s.xml`, 'https://cdn.example/s.xml'].map((url) => gate.silenceMs?.(url)),
    [silenceAgainMs, silenceMs],
  )
})
