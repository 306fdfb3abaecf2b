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
    extractor: null,
    warnings: [],
  },
  files: seq % 3 === 0 ? {} : { markdown: { file: `pages/${seq}.md`, bytes: seq, sha256: 'ab' } },
})

test('facts of archived pages are found in any order, however many there are', () => {
  const { factsBlockPages, factsBlocksRead } = archiveLimits
  const count = factsBlockPages * (factsBlocksRead + 2) + 7
  const pages = new ArchivedPages(count + 1)
  // Every seq but 0 and one in the middle, in another order than that in which they are read.
  const added = Array.from({ length: count }, (_, at) => ((at * 7) % count) + 1).filter((seq) => seq !== 50)
  for (const seq of added) pages.add(seq, pageOf(seq))
  for (let seq = 0; seq <= count; seq += 1) {
    const isThere = seq !== 0 && seq !== 50
    assert.equal(pages.has(seq), isThere, String(seq))
    assert.deepEqual(pages.get(seq), isThere ? pageOf(seq) : undefined)
  }
})
