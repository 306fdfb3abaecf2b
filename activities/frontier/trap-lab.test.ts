/** Tests the family book on whole sites: sites with traps, and honest sites that look similar. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { crawlLab, pageOf, proseOf, trapSite, type LabSite } from './testing/trap-lab.ts'

/** Numbered pages, each linked to the next and the previous one, and a home page that links the first. */
function chainSite(count: number, pathOf: (at: number) => string, contentOf: (at: number) => string): LabSite {
  const atByPath = new Map(Array.from({ length: count }, (_, at) => [pathOf(at), at]))
  return (path) => {
    if (path === '/') return pageOf('Home', proseOf('home'), [pathOf(0)])
    const at = atByPath.get(path)
    if (at === undefined) return null
    const beside = [at - 1, at + 1].filter((each) => each >= 0 && each < count)
    return pageOf(`Item ${at}`, contentOf(at), beside.map(pathOf))
  }
}

const found = (site: LabSite, wanted: RegExp): number =>
  new Set(crawlLab(site, 2_000).fetched.filter((path) => wanted.test(path))).size

describe('a site among traps', () => {
  it('is found whole, with few fetches of traps, the same ones whatever the size of slices', () => {
    const crawls = [1, 8, 40].map((slice) => crawlLab(trapSite('constant'), 1_000, slice).fetched.toSorted())
    assert.deepEqual(crawls[1], crawls[0])
    assert.deepEqual(crawls[2], crawls[0])
    for (const slice of [1, 8, 40]) {
      const { fetched } = crawlLab(trapSite('constant'), 1_000, slice)
      const real = fetched.filter((path) => /^\/(?:s[0-9]+\/(?:p[0-9]+)?)?$/.test(path))
      assert.equal(real.length, 221)
      assert.ok((fetched.length - real.length) / fetched.length <= 0.13, `${fetched.length} fetches`)
    }
  })

  it('is found whole even when every page of a trap says something else', () => {
    const { fetched } = crawlLab(trapSite('seeded'), 1_000)
    assert.equal(fetched.filter((path) => /^\/(?:s[0-9]+\/(?:p[0-9]+)?)?$/.test(path)).length, 221)
    assert.ok(fetched.filter((path) => path.startsWith('/cal/')).length <= 12)
  })

  it('is crawled alike twice', () => {
    assert.deepEqual(crawlLab(trapSite('constant')), crawlLab(trapSite('constant')))
  })
})

describe('an honest site', () => {
  it('is not cut short for its numbers', () => {
    const site = chainSite(
      200,
      (at) => `/p/${at}`,
      (at) => proseOf(`page ${at}`),
    )
    assert.equal(found(site, /^\/p\//), 200)
  })

  it('is not cut short for its queries', () => {
    const site = chainSite(
      200,
      (at) => `/read.php?id=${at}`,
      (at) => proseOf(`page ${at}`, 5),
    )
    assert.equal(found(site, /^\/read/), 200)
  })

  it('may be a gallery that shows nothing but pictures', () => {
    for (const pathOf of [(at: number) => `/photo/${at}`, (at: number) => `/photo.php?id=${at}`]) {
      const site = chainSite(120, pathOf, (at) => `<img src="/img/${at}.jpg" alt="">`)
      assert.equal(found(site, /^\/photo/), 120)
    }
  })

  it('may be an archive by months, each leading to the next', () => {
    const months = Array.from({ length: 60 }, (_, at) => `/${2015 + Math.trunc(at / 12)}/${(at % 12) + 1}/`)
    const site: LabSite = (path) => {
      if (path === '/') return pageOf('Home', proseOf('home'), [months[0]!])
      if (path.endsWith('post')) return pageOf('Post', proseOf(path), ['/'])
      const at = months.indexOf(path)
      if (at === -1) return null
      const posts = ['a', 'b'].map((name) => `${path}${proseOf(path + name, 1)}-post`)
      return pageOf('Archive', proseOf(path, 30), [...posts, ...months.slice(at + 1, at + 2)])
    }
    assert.equal(found(site, /^\/20/), 180)
  })

  it('keeps the pages of a list when its filters are closed', () => {
    const site: LabSite = (path) => {
      if (path === '/') return pageOf('Home', proseOf('home'), ['/shop'])
      if (path.startsWith('/thing/')) return pageOf('Thing', proseOf(path), ['/'])
      if (!path.startsWith('/shop')) return null
      const query = new URLSearchParams(path.slice(path.indexOf('?') + 1))
      const at = Number(query.get('page') ?? 1)
      const filters = ['red', 'blue', 'green'].flatMap((value) =>
        ['colour', 'size', 'maker', 'price'].map((name) => `/shop?${name}=${value}&${query.toString()}`),
      )
      const things = Array.from({ length: 5 }, (_, each) => `/thing/${proseOf(`${at} ${each}`, 2).replace(' ', '-')}`)
      return pageOf('Shop', 'All that there is.', [...things, ...filters, ...(at < 40 ? [`/shop?page=${at + 1}`] : [])])
    }
    assert.equal(found(site, /^\/thing/), 200)
  })

  it('is followed to the last page of a list that never ends, and little further', () => {
    for (const pathOf of [(at: number) => `/list/${at}`, (at: number) => `/list?page=${at}`]) {
      const site: LabSite = (path) => {
        if (path === '/') return pageOf('Home', proseOf('home'), [pathOf(1)])
        const at = Number(/[0-9]+$/.exec(path)?.[0] ?? 0)
        return at > 0 ? pageOf(`List ${at}`, at <= 30 ? proseOf(path) : 'There is no more.', [pathOf(at + 1)]) : null
      }
      const count = found(site, /^\/list/)
      assert.ok(count >= 80 && count <= 82, `${count}`)
    }
  })
})
