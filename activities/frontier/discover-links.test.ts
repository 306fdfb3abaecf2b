import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { interleave } from './discover-links.ts'

describe('interleave', () => {
  it('returns each link once, with and without sitemap URLs, for few and for many links', async () => {
    const linked = (url: string) => ({ url, listed: false, linked: true })
    assert.deepEqual(await interleave(['a', 'b', 'a'], []), [linked('a'), linked('b')])
    assert.deepEqual(await interleave(['a', 'b', 'a'], ['b', 'c']), [
      linked('a'),
      { url: 'b', listed: true, linked: true },
      { url: 'c', listed: true, linked: false },
    ])
    const many = Array.from({ length: frontierLimits.linksPerTurn + 1 }, (_, at) => `${at}`)
    assert.deepEqual(await interleave([...many, '0'], []), many.map(linked))
  })
})
