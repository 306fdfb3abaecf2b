import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { describe, it, type TestContext } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import JSZip from 'jszip'
import { crawlJobInput } from '@seine/shared/api/testing/crawl-job-input.ts'
import { wireLimits } from '@seine/shared/config/limits.ts'
import type { WireExchange } from '@seine/shared/egress/connections/wire-exchange.ts'
import { clientFor, listen, type Fixture } from '@seine/shared/egress/testing/fixture-server.ts'
import { archiveKey, statusKey, wirePrefix } from '@seine/shared/storage/object-keys.ts'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { CrawlJobInput } from '@seine/shared/tasks/job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import type { PageBrowser } from '@seine/shared/pages/page.ts'
import { fakeBrowser } from '../../page/testing/fake-browser.ts'
import { finaliseJob } from '../finalise-job.ts'
import { endedAtMs, runJob, type RunJob } from '../testing/run-job.ts'
import { readWarc, type ReadRecord } from './testing/read-warc.ts'

const completed = { status: 'completed' } as const

/** A site with a redirect, a page that is compressed, one in chunks, and one that is missing. */
const startSite = async (context: TestContext): Promise<Fixture> =>
  await listen(
    context,
    createServer((request, response) => {
      const path = request.url ?? '/'
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.setHeader('Set-Cookie', 'session=canary-of-the-site; Path=/')
      if (path === '/') response.end('title: Home\nlinks: /zipped /chunks /gone /moved\n')
      else if (path === '/zipped') {
        response.setHeader('Content-Encoding', 'gzip')
        response.end(gzipSync('title: Zipped 🦆\n'))
      } else if (path === '/chunks') {
        response.write('title: Chunks\n')
        setTimeout(() => response.end('end of it\n'), 20)
      } else if (path === '/moved') response.writeHead(302, { Location: '/zipped' }).end('it has moved')
      else response.writeHead(404).end('gone')
    }),
  )

async function run(
  context: TestContext,
  input: Partial<CrawlJobInput> = {},
): Promise<{ job: RunJob; site: Fixture; input: CrawlJobInput }> {
  const site = await startSite(context)
  const whole = crawlJobInput({
    url: `${site.origin}/`,
    output: ['markdown'],
    sitemap: 'skip',
    archive: ['warc', 'wacz'],
    ...input,
  })
  const job = await runJob(whole, () => ({ status: 500 }), { egress: clientFor(context, [site]) })
  await job.finalise(completed)
  return { job, site, input: whole }
}

const statusOf = async ({ store, ...job }: RunJob): Promise<FinalStatus> =>
  (await store.getJson<FinalStatus>(statusKey(job)))!

const filesOf = async (job: RunJob): Promise<Map<string, Buffer>> => {
  const zip = await JSZip.loadAsync(job.store.objects.get(archiveKey(job, 'wacz'))!)
  const files = Object.values(zip.files).filter(({ dir }) => !dir)
  return new Map(await Promise.all(files.map(async (file) => [file.name, await file.async('nodebuffer')] as const)))
}

const ofType = (records: readonly ReadRecord[], type: string): ReadRecord[] =>
  records.filter((record) => record.type === type)

interface IndexLine {
  key: string
  time: string
  url: string
  status: string
  digest: string
  length: string
  offset: string
  filename: string
}

const indexOf = (text: string): IndexLine[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [key, time] = line.split(' ', 2)
      return {
        key: key!,
        time: time!,
        ...(JSON.parse(line.slice(line.indexOf('{'))) as Omit<IndexLine, 'key' | 'time'>),
      }
    })

describe('the archives of what went over the wire', () => {
  it('have every exchange, redirects and errors too, as it was received', async (context) => {
    const { job, site } = await run(context)
    assert.deepEqual(Object.keys((await statusOf(job)).archives), ['markdown', 'warc', 'wacz'])
    const records = readWarc(job.store.objects.get(archiveKey(job, 'warc'))!)
    assert.equal(records[0]!.type, 'warcinfo')
    const responses = ofType(records, 'response')
    const paths = responses.map(({ fields }) => fields['warc-target-uri']!.slice(site.origin.length))
    assert.deepEqual(paths.toSorted(), ['/', '/chunks', '/gone', '/moved', '/zipped', '/zipped'])
    const at = (path: string): ReadRecord => responses[paths.indexOf(path)]!
    assert.match(at('/moved').head, /^HTTP\/1\.1 302 Found\r\n[^]*\r\nLocation: \/zipped\r\n/)
    assert.equal(at('/moved').body.toString(), 'it has moved')
    assert.match(at('/gone').head, /^HTTP\/1\.1 404 Not Found\r\n/)
    assert.match(at('/zipped').head, /\r\nContent-Encoding: gzip\r\n/)
    assert.equal(gunzipSync(at('/zipped').body).toString(), 'title: Zipped 🦆\n')
    assert.match(at('/chunks').head, /\r\nX-Orig-Transfer-Encoding: chunked\r\n[^]*Content-Length: 24\r\n/)
    assert.equal(at('/chunks').body.toString(), 'title: Chunks\nend of it\n')
    const requests = ofType(records, 'request')
    assert.equal(requests.length, responses.length)
    const ids = new Set(responses.map(({ fields }) => fields['warc-record-id']))
    assert.equal(ids.size, responses.length)
    for (const { fields, head } of requests) {
      assert.ok(ids.has(fields['warc-concurrent-to']))
      assert.match(head, /^GET \/\S* HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\n[^]*accept-encoding: gzip, deflate\r\n/)
    }
    const hops = ofType(records, 'metadata').map(
      ({ block }) => /hopsFromSeed: (.*)\r/.exec(block.toString())?.[1]?.length,
    )
    assert.deepEqual(
      hops.toSorted((a, b) => Number(a) - Number(b)),
      [0, 1, 1, 1, 1],
    )
  })

  it('leave out credentials of the caller and of the site', async (context) => {
    const { job, input } = await run(context)
    const { browser } = input.page
    const headers = { 'X-Key': 'canary-header', Cookie: 'a=canary-cookie', 'User-Agent': 'canary-agent' }
    const page = { ...input.page, browser: { ...browser, headers } }
    const again = await runJob({ ...input, page }, () => ({ status: 500 }), { egress: job.deps.egress })
    await again.finalise(completed)
    for (const each of [job, again]) {
      for (const [key, bytes] of each.store.objects) {
        if (!key.startsWith(wirePrefix(each)) && !key.includes('/archive/')) continue
        assert.ok(!bytes.includes('canary'), key)
      }
      const text = gunzipSync(each.store.objects.get(archiveKey(each, 'warc'))!).toString('latin1')
      assert.ok(!text.includes('canary'))
      assert.ok(!/cookie/i.test(text.replaceAll('headers that carry', '')))
    }
  })

  it('are indexed: each line leads to its record, and each page to a line', async (context) => {
    const { job } = await run(context)
    const files = await filesOf(job)
    assert.deepEqual([...files.keys()].toSorted(), [
      'archive/data-000.warc.gz',
      'datapackage-digest.json',
      'datapackage.json',
      'indexes/index.cdxj',
      'pages/pages.jsonl',
    ])
    const text = files.get('indexes/index.cdxj')!.toString()
    const lines = text.trimEnd().split('\n')
    assert.deepEqual(lines, lines.toSorted())
    const index = indexOf(text)
    assert.equal(index.length, 6)
    for (const { url, digest, offset, length, filename, time } of index) {
      const file = files.get(`archive/${filename}`)!
      const [record, ...others] = readWarc(file.subarray(Number(offset), Number(offset) + Number(length)))
      assert.deepEqual(others, [])
      assert.deepEqual([record!.type, record!.fields['warc-target-uri']], ['response', url])
      assert.equal(record!.fields['warc-payload-digest'], digest)
      assert.equal(record!.fields['warc-date']!.replaceAll(/\D/g, '').slice(0, 14), time)
    }
    const [head, ...pages] = files
      .get('pages/pages.jsonl')!
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { url: string; ts: string; title: string; text: string; id: string })
    assert.deepEqual(head, { format: 'json-pages-1.0', id: 'pages', title: 'All pages', hasText: true })
    // Two pages with one address: one of them was redirected.
    assert.deepEqual(pages.map(({ title }) => title).toSorted(), ['Chunks', 'Home', 'Zipped 🦆', 'Zipped 🦆'])
    assert.equal(new Set(pages.map(({ id }) => id)).size, pages.length)
    for (const { url, ts, text: words } of pages) {
      assert.ok(index.some((line) => line.url === url && line.time === ts.replaceAll(/\D/g, '').slice(0, 14)))
      assert.match(words, /title/)
    }
  })

  it('state digests of their files, and digests of those statements', async (context) => {
    const { job } = await run(context)
    const files = await filesOf(job)
    const sha256 = (path: string): string => `sha256:${createHash('sha256').update(files.get(path)!).digest('hex')}`
    const described = JSON.parse(files.get('datapackage.json')!.toString()) as {
      wacz_version: string
      mainPageUrl: string
      resources: { path: string; hash: string; bytes: number }[]
    }
    assert.equal(described.wacz_version, '1.1.1')
    assert.match(described.mainPageUrl, /^http:\/\/127\.0\.0\.1:\d+\/$/)
    for (const { path, hash, bytes } of described.resources) {
      assert.deepEqual([hash, bytes], [sha256(path), files.get(path)!.byteLength])
    }
    assert.equal(described.resources.length, files.size - 2)
    assert.deepEqual(JSON.parse(files.get('datapackage-digest.json')!.toString()), {
      path: 'datapackage.json',
      hash: sha256('datapackage.json'),
    })
  })

  it('have the same bytes when they are written again, in files and blocks of any size', async (context) => {
    const limits = wireLimits as unknown as Record<string, number>
    const saved = { ...limits }
    context.after(() => Object.assign(limits, saved))
    Object.assign(limits, { fileBytes: 1, objectBytes: 1, sortedAtOnceBytes: 300, linesPerBlock: 2 })
    const { job } = await run(context)
    const files = await filesOf(job)
    const warcs = [...files.keys()].filter((name) => name.startsWith('archive/'))
    assert.ok(warcs.length > 1, warcs.join())
    const blocks = files.get('indexes/index.cdx.gz')!
    const index = indexOf(gunzipSync(blocks).toString())
    assert.equal(index.length, 6)
    assert.deepEqual(
      index.map(({ key }) => key),
      index.map(({ key }) => key).toSorted(),
    )
    for (const { url, offset, length, filename } of index) {
      const file = files.get(`archive/${filename}`)!
      const [record] = readWarc(file.subarray(Number(offset), Number(offset) + Number(length)))
      assert.equal(record!.fields['warc-target-uri'], url)
    }
    const [meta, ...list] = files.get('indexes/index.idx')!.toString().trimEnd().split('\n')
    assert.equal(meta, '!meta 0 {"format":"cdxj-gzip-1.0","filename":"index.cdx.gz"}')
    const found = list.flatMap((line) => {
      const { offset, length } = JSON.parse(line.slice(line.indexOf('{'))) as { offset: number; length: number }
      return indexOf(gunzipSync(blocks.subarray(offset, offset + length)).toString())
    })
    assert.deepEqual(found, index)

    const before = ['warc', 'wacz'].map((name) => job.store.objects.get(archiveKey(job, name))!)
    await job.store.delete([statusKey(job)])
    await finaliseJob(job.deps, { jobId: job.id, tenant: job.tenant, outcome: completed, endedAtMs })
    const after = ['warc', 'wacz'].map((name) => job.store.objects.get(archiveKey(job, name))!)
    assert.ok(before.every((bytes, at) => bytes.equals(after[at]!)))
  })

  it('have the traffic of rendered pages, and the page is its document', async () => {
    const url = 'http://app.test/'
    const exchange = (path: string, body: string, isDocument: boolean): WireExchange => ({
      url: new URL(path, url).href,
      method: 'GET',
      startedAtMs: Date.UTC(2026, 0, 1),
      requestHeaders: [],
      requestBody: null,
      status: 200,
      reason: '',
      headers: [['content-type', isDocument ? 'text/html' : 'application/json']],
      body: Buffer.from(body),
      isDecoded: true,
      cut: null,
      isDocument,
    })
    const shown = fakeBrowser({ html: { text: 'title: Rendered', url, truncated: false } })
    const browser: PageBrowser = {
      async view(...call) {
        call[7]?.(exchange('/', '<div id="app"></div>', true))
        // The page itself is requested again by a script.
        call[7]?.({ ...exchange('/', '{}', false), startedAtMs: Date.UTC(2026, 0, 2) })
        call[7]?.(exchange('/data', '[1]', false))
        return await shown.view(...call)
      },
    }
    const input = crawlJobInput({ url, output: ['markdown'], sitemap: 'skip', archive: ['wacz'] })
    const page = { ...input.page, render: 'always' as const }
    const job = await runJob({ ...input, page }, () => ({ status: 500 }), { browser })
    await job.finalise(completed)
    const files = await filesOf(job)
    assert.deepEqual(
      indexOf(files.get('indexes/index.cdxj')!.toString()).map((line) => [line.url, line.time]),
      [
        [url, '20260101000000'],
        [url, '20260102000000'],
        [`${url}data`, '20260101000000'],
      ],
    )
    const [, listed] = files.get('pages/pages.jsonl')!.toString().split('\n')
    const { url: place, ts, title } = JSON.parse(listed!) as Record<string, string>
    assert.deepEqual([place, ts, title], [url, '2026-01-01T00:00:00.000Z', 'Rendered'])
  })

  it('lack what the store has lost, with a warning of the job', async (context) => {
    const { job } = await run(context)
    const [key] = await job.store.list(wirePrefix(job))
    await job.store.put(key!, (await job.store.get(key!))!.subarray(0, 50))
    await job.store.delete([statusKey(job)])
    await job.finalise(completed)
    const { warnings, incomplete, archives } = await statusOf(job)
    assert.equal(incomplete, true)
    assert.match(warnings.join(), /recorded exchanges cannot be read/)
    assert.ok(archives.wacz !== undefined)
  })

  it('are made for a job without a single page, and not recorded for others', async (context) => {
    const none = await runJob(crawlJobInput({ archive: ['warc', 'wacz'], sitemap: 'skip' }), () => ({ status: 500 }), {
      generations: 0,
      store: new MemoryStore(),
    })
    await none.finalise(completed)
    assert.deepEqual(
      readWarc(none.store.objects.get(archiveKey(none, 'warc'))!).map(({ type }) => type),
      ['warcinfo'],
    )
    assert.ok((await filesOf(none)).has('indexes/index.cdxj'))
    const { job } = await run(context, { archive: ['parquet'] })
    assert.deepEqual(await job.store.list(wirePrefix(job)), [])
  })
})
