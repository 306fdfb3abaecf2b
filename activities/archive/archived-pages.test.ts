import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import { ArchivedPages, type ArchivedPage } from './archived-pages.ts'

const pageOf = (seq: number): ArchivedPage => ({
  facts: {
    finalUrl: `https://e.com/${seq}`,
    status: 200,
    contentType: 'text/html',
    title: seq % 2 === 0 ? `Page “${seq}”` : null,
    fetchedAt: '2026-01-01T00:00:00.000Z',
    attempts: [],
    winningAttempt: 1,
    actions: { ok: seq, skipped: 0, failed: 1 },
    stalls: seq,
    extractor: null,
    degraded: null,
    extractMs: seq,
    jsonReport: { by: 'page', model: null, valid: true, errors: [], sources: {}, usage: null },
    warnings: [],
  },
  files: seq % 3 === 0 ? {} : { markdown: { file: `pages/${seq}.md`, bytes: seq, sha256: 'ab' } },
})

test('facts of archived pages are found in any order, however many there are', () => {
  const { factsBlockPages, factsSectionsMax } = archiveLimits
  for (const count of [1, factsBlockPages + 1, factsBlockPages * factsSectionsMax * 2 + 7]) {
    // The manifest lists every second URL, the last one first.
    const order = Array.from({ length: count }, (_, at) => (count - at) * 2)
    const pages = new ArchivedPages(order, count * 2 + 1)
    // All but the first page, in another order than that in which they are read.
    const added = order.map((_, at) => order[(at * 1_009) % count]!).filter((seq) => seq !== 2)
    for (const seq of added) pages.add(seq, pageOf(seq))
    assert.deepEqual([pages.has(1), pages.get(1)], [false, undefined])
    for (const seq of order) {
      assert.equal(pages.has(seq), seq !== 2)
      assert.deepEqual(pages.get(seq), seq === 2 ? undefined : pageOf(seq))
    }
  }
})
