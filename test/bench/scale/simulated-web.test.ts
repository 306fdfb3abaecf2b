import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExtractRequest } from '@seine/shared/pages/extraction.ts'
import { type EgressRequest } from '@seine/shared/egress/connections/contract.ts'
import { EgressError } from '@seine/shared/egress/connections/egress-error.ts'
import { createSimulatedWeb, pageOfUrl, pathOf, siteUrl } from './simulated-web.ts'

const request = (url: string, signal?: AbortSignal): EgressRequest => ({
  url,
  timeoutMs: 1_000,
  maxDecodedBytes: 1_000,
  maxRedirects: 0,
  ...(signal === undefined ? {} : { signal }),
})

const extraction = (url: string): ExtractRequest => ({
  url,
  bytes: new Uint8Array(),
  contentType: 'text/html',
  formats: ['markdown'],
  onlyMainContent: true,
  compared: true,
})

test('every page of a site can be reached from its start page, and no other', async () => {
  const { egress, extractor } = createSimulatedWeb({ pages: 500, pageMs: 0 })
  const seen = new Set([siteUrl(3)])
  for (const url of seen) {
    assert.equal((await egress.fetch(request(url))).status, 200, url)
    for (const link of (await extractor.extract(extraction(url), 'acme')).links) seen.add(link)
  }
  assert.equal(seen.size, 500)
})

test('what is no page of the site is not found', async () => {
  const { egress } = createSimulatedWeb({ pages: 500, pageMs: 60_000 })
  for (const path of ['robots.txt', 'sitemap.xml', 'parta/nothere', 'partb/a']) {
    assert.equal((await egress.fetch(request(`${siteUrl(1)}${path}`))).status, 404, path)
  }
})

test('pages differ in what they say', async () => {
  const { extractor } = createSimulatedWeb({ pages: 100, pageMs: 0 })
  const { links } = await extractor.extract(extraction(siteUrl(1)), 'acme')
  const pages = await Promise.all(links.map(async (url) => await extractor.extract(extraction(url), 'acme')))
  assert.equal(new Set(pages.map(({ sketch }) => sketch.exact)).size, links.length)
  assert.equal(new Set(pages.map(({ outputs }) => Buffer.from(outputs).toString())).size, links.length)
})

test('a page that is abandoned is not waited for', async () => {
  const { egress } = createSimulatedWeb({ pages: 100, pageMs: 60_000 })
  const stop = new AbortController()
  const loading = egress.fetch(request(siteUrl(1), stop.signal))
  stop.abort()
  await assert.rejects(loading, EgressError)
})

test('so many pages fail when they are requested first, and never again', async () => {
  const { egress } = createSimulatedWeb({ pages: 1_000, pageMs: 0, faultPercent: 10 })
  const { extractor } = createSimulatedWeb({ pages: 1_000, pageMs: 0 })
  const seen = new Set([siteUrl(1)])
  let failed = 0
  for (const url of seen) {
    if ((await egress.fetch(request(url))).status === 500) failed += 1
    assert.equal((await egress.fetch(request(url))).status, 200)
    for (const link of (await extractor.extract(extraction(url), 'acme')).links) seen.add(link)
  }
  assert.ok(failed >= 80 && failed <= 120, `${failed} of ${seen.size}`)
})

test('a crawl-delay stands in robots.txt', async () => {
  const { egress } = createSimulatedWeb({ pages: 10, pageMs: 0, crawlDelayMs: 1_500 })
  const { status, body } = await egress.fetch(request(`${siteUrl(1)}robots.txt`))
  assert.deepEqual([status, new TextDecoder().decode(body)], [200, 'User-agent: *\nCrawl-delay: 1.5\n'])
})

test('every request for a page is reported with its website and page', async () => {
  const loads: [site: number, page: number][] = []
  const onLoad = (site: number, page: number): void => void loads.push([site, page])
  const { egress } = createSimulatedWeb({ pages: 100, pageMs: 0, onLoad })
  for (const path of ['/', pathOf(42), '/robots.txt', pathOf(42)]) {
    await egress.fetch(request(new URL(path, siteUrl(7)).href))
  }
  assert.deepEqual(loads, [
    [7, 0],
    [7, 42],
    [7, 42],
  ])
})

test('a URL that belongs to no page of the website has no page', () => {
  const url = new URL(pathOf(42), siteUrl(7)).href
  assert.deepEqual(pageOfUrl(new URL(url), 100), { site: 7, page: 42 })
  assert.deepEqual(pageOfUrl(new URL(url), 42), { site: 7, page: null })
  assert.deepEqual(pageOfUrl(new URL(`${url}?again`), 100), { site: 7, page: null })
  assert.deepEqual(pageOfUrl(new URL('https://other.example/'), 100), { site: 0, page: 0 })
})
