import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { MapLink } from '@seine/shared/api/schemas/map-result.ts'
import { rankLinks } from './rank-links.ts'

const link = (path: string, title?: string, description?: string): MapLink => ({
  url: path.includes('://') ? path : `https://www.e.com${path}`,
  source: 'sitemap',
  ...(title === undefined ? {} : { title }),
  ...(description === undefined ? {} : { description }),
})

const links = [
  link('/'),
  link('/blog/2024/how-we-set-our-pricing-and-what-we-learnt'),
  link('/pricing'),
  link('/docs/install-on-linux'),
  link('/docs/install', 'Installation guide'),
  link('/shop/caf%C3%A9-chairs'),
  link('/categories/shoes'),
  link('/p/1', 'Ein Straßenfest'),
  link('/p/2', '東京の天気'),
  link('/p/3', undefined, 'How to install and price it'),
  link('https://docs.e.com/start'),
  link('/userlogin'),
  link('/%E6%9D%B1%E4%BA%AC'),
  link('/%ZZ/broken'),
]

const pathsOf = (found: readonly MapLink[] | null): string[] | null =>
  found === null ? null : found.map(({ url }) => url.replace('https://www.e.com', ''))
const search = async (words: string): Promise<string[] | null> => pathsOf(await rankLinks(links, words, 'e.com'))

describe('a search', () => {
  for (const [words, expected] of [
    ['pricing', ['/pricing', '/blog/2024/how-we-set-our-pricing-and-what-we-learnt']],
    ['PRICES', ['/pricing', '/blog/2024/how-we-set-our-pricing-and-what-we-learnt', '/p/3']],
    ['install linux', ['/docs/install-on-linux', '/docs/install', '/p/3']],
    ['cafe chair', ['/shop/caf%C3%A9-chairs']],
    ['category', ['/categories/shoes']],
    ['shoe', ['/categories/shoes']],
    ['strassenfest', ['/p/1']],
    ['東京', ['/%E6%9D%B1%E4%BA%AC', '/p/2']],
    ['天気予報', ['/p/2']],
    ['login', ['/userlogin']],
    ['broken', ['/%ZZ/broken']],
    ['docs', ['/docs/install', '/docs/install-on-linux', 'https://docs.e.com/start']],
    [
      'how do I install it',
      ['/docs/install', '/docs/install-on-linux', '/p/3', '/blog/2024/how-we-set-our-pricing-and-what-we-learnt'],
    ],
    ['zebra', []],
    ['!?', null],
  ] as const) {
    it(`for "${words}" finds ${JSON.stringify(expected)}`, async () => {
      const found = await search(words)
      // This table does not define the order of links with equal scores.
      if (words === 'docs') assert.deepEqual(found?.toSorted(), [...(expected ?? [])].toSorted())
      else assert.deepEqual(found, expected)
    })
  }

  it('knows nothing of the domain that all links have', async () => {
    assert.deepEqual(await search('com'), [])
  })

  it('keeps the order of equals', async () => {
    const equals = Array.from({ length: 50 }, (_, at) => link(`/same/${String(at).padStart(2, '0')}`))
    assert.deepEqual(await rankLinks(equals, 'same', 'e.com'), equals)
  })

  it('of 100,000 links lets the event loop turn', async () => {
    const many = Array.from({ length: 100_000 }, (_, at) =>
      link(`/products/some-page-about-things/${at}`, `Thing ${at}`),
    )
    let turns = 0
    const pulse = setInterval(() => (turns += 1), 1)
    const found = await rankLinks(many, 'things 777 étude', 'e.com')
    clearInterval(pulse)
    assert.equal(found?.[0]?.url, 'https://www.e.com/products/some-page-about-things/777')
    assert.ok(turns > 5)
  })
})

it('a word that all hosts have does not count for more than one of a path', async () => {
  const found = ['/', '/press', '/guides/docs-as-code'].map((path) => link(`https://docs.e.com${path}`))
  assert.equal((await rankLinks(found, 'docs', 'e.com'))?.[0]?.url, 'https://docs.e.com/guides/docs-as-code')
})
