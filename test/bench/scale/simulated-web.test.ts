import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ExtractRequest } from '@seine/activities/extract/contract.ts'
import { EgressError, type EgressRequest } from '@seine/shared/egress/contract.ts'
import { createSimulatedWeb, siteUrl } from './simulated-web.ts'

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
  const { egress, extractor } = createSimulatedWeb(500, 0)
  const seen = new Set([siteUrl(3)])
  for (const url of seen) {
    assert.equal((await egress.fetch(request(url))).status, 200, url)
    for (const link of (await extractor.extract(extraction(url), 'acme')).links) seen.add(link)
  }
  assert.equal(seen.size, 500)
})

test('what is no page of the site is not found', async () => {
  const { egress } = createSimulatedWeb(500, 60_000)
  for (const path of ['robots.txt', 'sitemap.xml', 'parta/nothere', 'partb/a']) {
    assert.equal((await egress.fetch(request(`${siteUrl(1)}${path}`))).status, 404, path)
  }
})

test('pages differ in what they say', async () => {
  const { extractor } = createSimulatedWeb(100, 0)
  const { links } = await extractor.extract(extraction(siteUrl(1)), 'acme')
  const pages = await Promise.all(links.map(async (url) => await extractor.extract(extraction(url), 'acme')))
  assert.equal(new Set(pages.map(({ sketch }) => sketch.exact)).size, links.length)
  assert.equal(new Set(pages.map(({ outputs }) => Buffer.from(outputs).toString())).size, links.length)
})

test('a page that is given up is not waited for', async () => {
  const { egress } = createSimulatedWeb(100, 60_000)
  const stop = new AbortController()
  const loading = egress.fetch(request(siteUrl(1), stop.signal))
  stop.abort()
  await assert.rejects(loading, EgressError)
})
