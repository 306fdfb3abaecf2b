import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { readWithDuckDb } from '@seine/activities/archive/parquet/testing/read-with-duckdb.ts'
import { download, type Body } from '../stack/api-client.ts'
import { startTestStack, type TestStack } from '../stack/test-stack.ts'
import { readersSkip, readWithPython, type ParquetReading } from './python-readers.ts'

const types = {
  index: 'int32',
  url: 'string',
  final_url: 'string',
  status: 'int32',
  title: 'string',
  language: 'string',
  published_time: 'string',
  fetched_at: 'timestamp[ms, tz=UTC]',
  depth: 'int32',
  content_type: 'string',
  bytes: 'int64',
  sha256: 'string',
  markdown: 'string',
  text: 'string',
  html: 'string',
  clean_html: 'string',
  links: 'list<element: string>',
  metadata: 'string',
  error_code: 'string',
}

describe('the Parquet archive of a job', () => {
  let t: TestStack
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seine-parquet-'))
    t = await startTestStack()
  })
  after(async () => {
    await t?.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** Downloads the file of a job. */
  async function fileOf({ s3PresignedUrls }: Body): Promise<{ bytes: Buffer; path: string; name: string }> {
    const answer = await fetch(s3PresignedUrls!['parquet']!)
    assert.equal(answer.status, 200)
    assert.equal(answer.headers.get('content-type'), 'application/vnd.apache.parquet')
    const bytes = Buffer.from(await answer.arrayBuffer())
    const path = join(folder, `${createHash('md5').update(bytes).digest('hex')}.parquet`)
    await writeFile(path, bytes)
    return { bytes, path, name: answer.headers.get('content-disposition') ?? '' }
  }

  it('has the pages of a crawl, each with the texts of the other archives', { skip: readersSkip }, async () => {
    t.site.reset()
    const output = ['markdown', 'html', 'links']
    const id = await t.api.start({ url: t.site.url, output, archive: ['parquet'] })
    const final = await t.api.watch(id)
    assert.equal(final.status, 'completed')
    assert.deepEqual(Object.keys(final.s3PresignedUrls!), [...output, 'parquet'])
    const { bytes, path, name } = await fileOf(final)
    assert.match(name, /127\.0\.0\.1\.parquet/)
    const read: ParquetReading = await readWithPython(path)
    assert.deepEqual(read.types, types)
    assert.deepEqual(read.compressions, ['ZSTD'])
    assert.deepEqual(
      [read.polars['fetched_at'], read.polars['links'], read.polars['bytes']],
      ["Datetime(time_unit='ms', time_zone='UTC')", 'List(String)', 'Int64'],
    )
    assert.equal(read.rows.length, final.total)

    const markdown = await download(final.s3PresignedUrls!['markdown'])
    const html = await download(final.s3PresignedUrls!['html'])
    const rows = read.rows.map((row, at): Record<string, unknown> => ({ ...row, fetched: read.fetched[at] }))
    const byUrl = new Map(rows.map((row) => [row['url'], row]))
    for (const page of markdown.manifest.pages) {
      const row = byUrl.get(page.url)!
      assert.equal(row['final_url'], page.finalUrl)
      assert.deepEqual([row['status'], row['depth'], row['title']], [page.status, page.depth, page.title])
      assert.equal(Date.parse(String(row['fetched'])), Date.parse(page.fetchedAt))
      if (page.file === undefined) continue
      assert.equal(row['markdown'], await markdown.text(page.file))
      const raw = await html.text(html.manifest.pages.find(({ url }) => url === page.url)!.file!)
      assert.equal(row['html'], raw)
      assert.match(String(row['sha256']), /^[0-9a-f]{64}$/)
      assert.ok(Number(row['bytes']) > 0)
      assert.ok(Array.isArray(row['links']))
      assert.deepEqual([row['clean_html'], row['text'], row['error_code']], [null, null, null])
    }
    for (const { url, code } of markdown.manifest.failed) assert.equal(byUrl.get(url)!['error_code'], code)
    assert.equal(byUrl.size, markdown.manifest.pages.length + markdown.manifest.failed.length)

    const table = await readWithDuckDb(bytes)
    assert.equal(table.types['fetched_at'], 'TIMESTAMP WITH TIME ZONE')
    assert.deepEqual(new Set(table.rows.map(({ url }) => url)), new Set(byUrl.keys()))
    assert.equal(table.rows.length, byUrl.size)
  })

  it('has size and hash of the body as the site sent it', async () => {
    const url = `${t.site.origin}/`
    const sent = Buffer.from(await (await fetch(url)).arrayBuffer())
    const id = await t.api.startBatch({ urls: [url], output: ['markdown'], archive: ['parquet'] })
    const { bytes } = await fileOf(await t.api.watch(id))
    const [row] = (await readWithDuckDb(bytes)).rows
    assert.equal(row!['bytes'], String(sent.byteLength))
    assert.equal(row!['sha256'], createHash('sha256').update(sent).digest('hex'))
  })

  it('is made on request alone, and by a retry as by the job that it retries', async () => {
    const plain = await t.api.watch(await t.api.startBatch({ urls: [t.site.url], output: ['markdown'] }))
    assert.deepEqual(Object.keys(plain.s3PresignedUrls!), ['markdown'])
    const urls = [t.site.url, `${t.site.origin}/no-such-page`]
    const id = await t.api.startBatch({ urls, output: ['markdown'], archive: ['parquet', 'parquet'] })
    const final = await t.api.watch(id)
    const rows = (await readWithDuckDb((await fileOf(final)).bytes)).rows
    const codes = new Map(rows.map((row) => [row['index'], row['error_code']]))
    assert.deepEqual([codes.size, codes.get(0), codes.get(1)], [2, null, 'http_status'])
    const retried = await t.api.request('POST', `/batch/scrape/${id}/retry`)
    assert.equal(retried.status, 202)
    const again = await t.api.watch(retried.body.id)
    assert.deepEqual(Object.keys(again.s3PresignedUrls!), ['markdown', 'parquet'])
  })

  it('refuses archives that it does not make, by name', async () => {
    for (const [path, body] of [
      ['/crawl', { url: t.site.url }],
      ['/batch/scrape', { urls: [t.site.url] }],
      ['/v1/crawl', { url: t.site.url }],
    ] as const) {
      for (const [archive, pointer] of [
        [['zip'], '/archive/0'],
        [['parquet', 'har'], '/archive/1'],
        ['parquet', '/archive'],
        [[7], '/archive/0'],
      ] as const) {
        const { status, body: problem } = await t.api.request('POST', path, { ...body, archive })
        assert.equal(status, 422, JSON.stringify(problem))
        assert.deepEqual(
          problem.errors?.map((each) => each.pointer),
          [pointer],
          JSON.stringify(problem),
        )
      }
    }
  })
})
