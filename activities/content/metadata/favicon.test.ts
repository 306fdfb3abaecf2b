import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createUrlResolver } from '../../html/urls.ts'
import { chooseFavicon } from './favicon.ts'

const choose = (...icons: [href: string, rel?: string, sizes?: string][]): string | null =>
  chooseFavicon(
    icons.map(([href, rel = 'icon', sizes = '']) => ({ href, rel, sizes })),
    createUrlResolver('https://example.org/', null),
  )

describe('chooseFavicon', () => {
  it('takes the icon nearest to the size it is shown in', () => {
    assert.equal(
      choose(['/16', 'icon', '16x16'], ['/32', 'icon', '32x32'], ['/512', 'icon', '512x512']),
      'https://example.org/32',
    )
  })

  it('takes one for a home screen where there is no other', () => {
    assert.equal(choose(['/touch', 'apple-touch-icon', '32x32']), 'https://example.org/touch')
    assert.equal(choose(['/touch', 'apple-touch-icon', '32x32'], ['/i', 'shortcut icon']), 'https://example.org/i')
  })

  it('takes none that is no address', () => assert.equal(choose(['data:image/png,x']), null))
})
