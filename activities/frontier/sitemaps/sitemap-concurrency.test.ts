import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SitemapConcurrency } from './sitemap-concurrency.ts'
import type { SitemapOutcome } from './sitemap-source.ts'

const mib = 1024 * 1024

function read(kind: 'urlset' | 'index', bytes: number): SitemapOutcome {
  const urls = kind === 'urlset' ? [{ url: '/a' }] : []
  const sitemaps = kind === 'index' ? ['/s.xml'] : []
  return { state: 'read', finalUrl: '', bytes, file: { kind, urls, sitemaps, truncated: false, warnings: [] } }
}

describe('sitemap files under way at a time', () => {
  for (const [what, outcomes, expected] of [
    ['are as many as may be at first', [], 4],
    ['are fewer below an index, whose files may be of any size', [read('index', 100)], 2],
    ['are as many as may be once files turn out small', [read('index', 100), read('urlset', mib)], 4],
    ['are fewer the larger the largest is', [read('urlset', 30 * mib), read('urlset', mib)], 2],
    ['are one where files are as large as can be', [read('urlset', 50 * mib)], 1],
    [
      'do not depend on files that could not be read',
      [{ state: 'failed', message: '', temporary: true }, { state: 'absent' }],
      4,
    ],
  ] as const) {
    it(what, () => {
      const concurrency = new SitemapConcurrency(4)
      for (const outcome of outcomes) concurrency.learn(outcome)
      assert.equal(concurrency.size, expected)
    })
  }

  it('stay one where the host requests pauses', () => {
    const concurrency = new SitemapConcurrency(1)
    concurrency.learn(read('urlset', 1))
    assert.equal(concurrency.size, 1)
  })
})
