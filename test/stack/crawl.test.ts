import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { runIdOf } from '@seine/shared/temporal/names.ts'
import { expectedCrawl } from '../site/truth.ts'
import { download } from './api-client.ts'
import { closedWorkflow, startTestStack, type TestStack } from './test-stack.ts'

describe('a crawl of the fixture website', () => {
  let t: TestStack
  before(async () => {
    t = await startTestStack()
    t.site.reset()
    whole = await t.api.start({ url: t.site.url, output: ['markdown', 'html', 'clean_html', 'links'] })
    await t.api.watch(whole)
  })
  after(async () => await t?.close())

  /** The crawl of the whole site. */
  let whole = ''

  const path = (url: string) => url.slice(t.site.origin.length)

  it('returns every page exactly once, as the ground truth says', async () => {
    const final = await t.api.status(whole)
    assert.equal(final.status, 'completed')
    const truth = expectedCrawl({ start: '/', sitemap: 'include' })
    assert.deepEqual(Object.keys(final.s3PresignedUrls ?? {}), ['markdown', 'html', 'clean_html', 'links'])
    const archive = await download(final.s3PresignedUrls?.['markdown'])
    const { manifest, ledger, names } = archive

    const scraped = manifest.pages.filter(({ duplicateOf }) => duplicateOf === undefined)
    assert.deepEqual(scraped.map(({ url }) => path(url)).toSorted(), [...truth.scraped.keys()].toSorted())
    for (const page of scraped) assert.equal(page.depth, truth.scraped.get(path(page.url))?.depth, page.url)
    const aliases = manifest.pages.filter(({ duplicateOf }) => duplicateOf !== undefined)
    assert.deepEqual(aliases.map(({ url }) => path(url)).toSorted(), [...truth.duplicates.keys()].toSorted())
    assert.deepEqual(
      manifest.failed.map(({ url, code }) => `${path(url)} ${code}`).toSorted(),
      [...truth.failed].map(([failed, code]) => `${failed} ${code}`).toSorted(),
    )
    assert.equal(final.completed, scraped.length + aliases.length)
    assert.equal(final.failed, truth.failed.size)

    for (const { file, sha256, bytes } of scraped) {
      const content = await archive.text(file!)
      assert.equal(createHash('sha256').update(content).digest('hex'), sha256)
      assert.equal(Buffer.byteLength(content), bytes)
    }
    const files = names.filter((name) => name.startsWith('pages/'))
    assert.deepEqual(files.toSorted(), Object.keys(manifest.files).toSorted())
    assert.equal(names.at(-1), 'manifest.json')

    const states = Object.groupBy(ledger, ({ state }) => state)
    const counts = Object.fromEntries(Object.entries(states).map(([state, lines]) => [state, lines.length]))
    assert.deepEqual(counts, manifest.ledger)
    assert.equal(new Set(ledger.map(({ url }) => url)).size, ledger.length)
    assert.equal(counts['scraped'], final.completed)
  })

  it('fetches nothing that robots.txt forbids and nothing twice', () => {
    const pages = t.site.requests.filter(({ path: p }) => !/robots\.txt|sitemap|feed/.test(p))
    assert.ok(!pages.some(({ path: p }) => p.startsWith('/private/') && !p.startsWith('/private/open/')))
    const truth = expectedCrawl({ start: '/', sitemap: 'include' })
    const redirected = new Set([...truth.scraped.values(), ...truth.duplicates.values()].map(String))
    const counts = Map.groupBy(pages, ({ path: p }) => p)
    for (const [target] of truth.scraped) {
      if (redirected.has(target)) continue
      const statuses = counts.get(target)?.map(({ status }) => status) ?? []
      assert.ok(statuses.filter((status) => status === 200).length <= 2, `${target}: ${statuses.join(' ')}`)
    }
  })

  it('gives the same manifest twice, apart from times', async () => {
    const manifests = []
    t.site.reset()
    const again = await t.api.watch(await t.api.start({ url: t.site.url }))
    for (const { s3PresignedUrls } of [await t.api.status(whole), again]) {
      const { manifest } = await download(s3PresignedUrls?.['markdown'])
      manifests.push({
        files: manifest.files,
        failed: manifest.failed,
        ledger: manifest.ledger,
        pages: manifest.pages.map(({ url, file, sha256, depth, parent, duplicateOf }) => ({
          url,
          file,
          sha256,
          depth,
          parent,
          duplicateOf,
        })),
      })
    }
    assert.deepEqual(manifests[0], manifests[1])
  })

  for (const options of [
    { sitemap: 'skip' },
    { sitemap: 'only' },
    { sitemap: 'skip', maxDiscoveryDepth: 2 },
    { sitemap: 'include', includePaths: ['^/guide/'] },
    { sitemap: 'skip', excludePaths: ['^/reference/', '\\?'] },
    { sitemap: 'skip', ignoreQueryParameters: true },
    { sitemap: 'include', start: '/blog' },
    { sitemap: 'include', start: '/guide/', crawlEntireDomain: true, maxDiscoveryDepth: 3 },
  ] as const) {
    it(`keeps to its options: ${JSON.stringify(options)}`, async () => {
      t.site.reset()
      const { start = '/', ...rest } = options as typeof options & { start?: string }
      const id = await t.api.start({ url: new URL(start, t.site.url).href, ...rest })
      const final = await t.api.watch(id)
      const { manifest } = await download(final.s3PresignedUrls?.['markdown'])
      const truth = expectedCrawl({ start, ...rest })
      const expected = [...truth.scraped.keys(), ...truth.duplicates.keys()].toSorted()
      assert.deepEqual(manifest.pages.map(({ url }) => path(url)).toSorted(), expected)
      assert.deepEqual(manifest.failed.map(({ url }) => path(url)).toSorted(), [...truth.failed.keys()].toSorted())
    })
  }

  for (const limit of [1, 7, 50]) {
    it(`attempts exactly ${limit} pages with that limit`, async () => {
      t.site.reset()
      const id = await t.api.start({ url: t.site.url, limit, sitemap: 'skip' })
      const final = await t.api.watch(id)
      assert.equal(final.total, limit)
      assert.equal(final.completed + final.failed, limit)
      assert.equal(final.pending, 0)
    })
  }

  it('shows operators a readable run', async () => {
    const id = await t.api.start({ url: t.site.url, limit: 20 })
    await t.api.watch(id)
    const lifecycle = await closedWorkflow(t, id)
    assert.equal(lifecycle.type, 'jobLifecycle')
    assert.equal(lifecycle.status.name, 'COMPLETED')
    assert.match((await lifecycle.staticSummary()) ?? '', /crawl .*127\.0\.0\.1.* limit 20/)
    assert.deepEqual(lifecycle.searchAttributes['JobStatus'], ['completed'])
    assert.deepEqual(lifecycle.searchAttributes['TargetHost'], [new URL(t.site.url).host])
    const run = t.temporal.workflow.getHandle(runIdOf(id))
    const { events } = await run.fetchHistory()
    const summaries = (events ?? []).flatMap(({ userMetadata }) =>
      userMetadata?.summary?.data === undefined || userMetadata.summary.data === null
        ? []
        : [Buffer.from(userMetadata.summary.data).toString('utf8')],
    )
    assert.ok(summaries.some((summary) => /slice \d+ · 127\.0\.0\.1:\d+ · \d+ pages/.test(summary)))
  })
})
