import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { LinkSet } from './link-set.ts'

const link = (at: number): string => `http://a.example/${at}`

describe('the links of a page', () => {
  it('are kept up to the cap, and the distinct ones beyond it are counted', () => {
    const links = new LinkSet()
    const most = frontierLimits.linksPerPageMax
    for (let at = 0; at < most + 10; at += 1) links.add(link(at))
    for (let at = 0; at < 10; at += 1) links.add(link(most + at))
    links.add(link(1))
    const { links: kept, dropped } = links.collected()
    assert.deepEqual([kept.length, dropped], [most, 10])
    assert.equal(kept.at(-1), link(most - 1))
    assert.equal(links.isCapped, false)
  })

  it('are all kept on an ordinary page', () => {
    const links = new LinkSet()
    links.add(link(1))
    links.add(link(1))
    assert.deepEqual(links.collected(), { links: [link(1)], dropped: 0 })
  })
})
