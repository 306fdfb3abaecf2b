import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import type { PageRow } from './parquet-columns.ts'
import { parquetFile } from './parquet-file.ts'
import { readWithDuckDb } from './testing/read-with-duckdb.ts'

const row = (index: number, patch: Partial<PageRow> = {}): PageRow => ({
  index,
  url: `http://site.test/${index}`,
  finalUrl: null,
  status: null,
  title: null,
  language: null,
  publishedTime: null,
  fetchedAtMs: null,
  depth: 0,
  contentType: null,
  bytes: null,
  sha256: null,
  markdown: null,
  text: null,
  html: null,
  cleanHtml: null,
  links: null,
  metadata: null,
  errorCode: null,
  ...patch,
})

async function fileOf(rows: readonly PageRow[]): Promise<Buffer> {
  const pieces: Buffer[] = []
  async function* given(): AsyncGenerator<PageRow> {
    for (const each of rows) yield await Promise.resolve(each)
  }
  for await (const piece of parquetFile(given())) pieces.push(Buffer.from(piece))
  return Buffer.concat(pieces)
}

const contractMaxBytes = 16 * 1024 * 1024

describe('parquetFile', () => {
  it('keeps row groups within their size, unless a single page is larger', async () => {
    const sizes = [50_000, 700_000, 1_500_000, archiveLimits.rowGroupBytes * 9, 10, 10, 3_000_000, 100]
    const texts = sizes.map((size, index) => String.fromCodePoint(97 + index).repeat(size))
    const { rows, groups } = await readWithDuckDb(await fileOf(texts.map((markdown, at) => row(at, { markdown }))))
    assert.deepEqual(
      groups.map((group) => group.rows),
      [2, 1, 1, 2, 1, 1],
    )
    for (const group of groups) {
      assert.equal(group.compression, 'ZSTD')
      assert.ok(group.rows === 1 || group.bytes <= contractMaxBytes, JSON.stringify(group))
    }
    assert.ok(groups.some((group) => group.bytes > contractMaxBytes))
    assert.ok(rows.every(({ markdown }, index) => markdown === texts[index]))
  })

  it('bounds the rows of a group of pages without content', async () => {
    const { groups } = await readWithDuckDb(await fileOf(Array.from({ length: 9_000 }, (_, at) => row(at))))
    assert.ok(
      Math.max(...groups.map((group) => group.rows)) <= archiveLimits.rowGroupBytes / archiveLimits.rowOverheadBytes,
    )
    assert.equal(
      groups.reduce((sum, group) => sum + group.rows, 0),
      9_000,
    )
  })

  it('returns every value as it was given', async () => {
    const atMs = Date.UTC(2026, 0, 31, 23, 59, 59, 987)
    const given = [
      row(0, { links: ['http://a.test/', 'http://b.test/ü'], fetchedAtMs: atMs, bytes: 2 ** 40, status: 200 }),
      row(1, { links: [], markdown: '', title: 'ten\u2028lines\0 "quoted"' }),
      row(2, { publishedTime: 'around Easter', language: 'de' }),
    ]
    const { rows, instants } = await readWithDuckDb(await fileOf(given))
    assert.deepEqual(instants, [atMs])
    assert.deepEqual(
      rows.map(({ links }) => links),
      [given[0]!.links, [], null],
    )
    assert.deepEqual([rows[0]!['bytes'], rows[0]!['status']], [String(2 ** 40), 200])
    assert.deepEqual([rows[1]!['markdown'], rows[1]!['title']], ['', given[1]!.title])
    assert.deepEqual(
      [rows[2]!['published_time'], rows[2]!['language'], rows[2]!['markdown']],
      ['around Easter', 'de', null],
    )
  })

  it('replaces halves of surrogate pairs, which no UTF-8 can hold', async () => {
    const { rows } = await readWithDuckDb(await fileOf([row(0, { markdown: 'a\ud83eb', links: ['\udd86'] })]))
    assert.deepEqual([rows[0]!['markdown'], rows[0]!['links']], ['a\ufffdb', ['\ufffd']])
  })
})
