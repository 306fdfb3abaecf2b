import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { FamilyBook, type FamilyFacts, type Standing } from './family-book.ts'

const base = 'http://a.example'
const kin = (path: string, hops = 1): FamilyFacts => ({ url: `${base}${path}`, hops, listed: false })

let nextHash = 1
/** Returns a sketch with hashes that were never used before. */
const news = () => ({ exact: nextHash++, facts: 7, least: [nextHash++, nextHash++, nextHash++] })
const same = { exact: 5, facts: 7, least: [1_000_001, 1_000_002, 1_000_003] }

/** Fetches pages one after the other while the book admits them; returns how many were fetched. */
function fetched(book: FamilyBook, pages: readonly FamilyFacts[], sketchOf: (at: number) => typeof same): number {
  for (const [at, facts] of pages.entries()) {
    if (book.standing(facts) !== 'free') return at
    book.leased(at, facts)
    book.judged(at, facts, sketchOf(at), 0)
  }
  return pages.length
}

const many = (count: number, make: (at: number) => FamilyFacts): FamilyFacts[] =>
  Array.from({ length: count }, (_, at) => make(at))
const queries = (count: number): FamilyFacts[] => many(count, (at) => kin(`/shop?colour=c${at}`))

describe('a family book', () => {
  it('counts how often in a row a family has found a URL', () => {
    const book = new FamilyBook()
    const hops = (path: string, parent: string | null, parentHops = 0): number =>
      book.hops(`${base}${path}`, parent === null ? null : { url: `${base}${parent}`, hops: parentHops })
    assert.equal(hops('/cal/2024-05-06', '/'), 0)
    assert.equal(hops('/cal/2024-05-06', null), 0)
    assert.equal(hops('/cal/2024-05-07', '/cal/2024-05-06', 3), 4)
    assert.equal(hops('/shop?colour=red', '/shop'), 1)
    assert.equal(hops('/about', '/shop', 3), 0)
  })

  it('closes a query family whose first pages say nothing new', () => {
    const book = new FamilyBook()
    assert.equal(
      fetched(book, queries(100), () => same),
      10,
    )
    assert.equal(book.standing(kin('/shop?size=m')), 'closed')
    assert.equal(book.standing(kin('/other?size=m')), 'free')
  })

  it('opens one tier after the other while a fifth says something new', () => {
    const book = new FamilyBook()
    assert.equal(
      fetched(book, queries(1_000), (at) => (at % 5 === 0 ? news() : same)),
      1_000,
    )
  })

  it('closes a family that has run dry', () => {
    const book = new FamilyBook()
    const count = fetched(book, queries(1_000), (at) => (at < 100 ? news() : same))
    assert.ok(count > 100 && count <= 160, `${count}`)
  })

  it('lets further pages wait while those of the tier are being fetched', () => {
    const book = new FamilyBook()
    const pages = queries(12)
    const standings: Standing[] = []
    for (const [at, facts] of pages.entries()) {
      standings.push(book.standing(facts))
      if (standings[at] === 'free') book.leased(at, facts)
    }
    assert.deepEqual(standings, [...Array.from({ length: 10 }, () => 'free'), 'wait', 'wait'])
    book.judged(0, pages[0]!, news(), 0)
    assert.equal(book.standing(pages[10]!), 'wait')
    book.judged(1, pages[1]!, news(), 0)
    assert.equal(book.standing(pages[10]!), 'free')
  })

  it('does not count a page that others have named while it was fetched', () => {
    const book = new FamilyBook()
    for (let at = 0; at < 30; at += 1) {
      book.leased(at, kin(`/n/${at}`))
      book.judged(at, kin(`/n/${at}`, at < 9 ? 1 : 0), same, 0)
    }
    assert.equal(book.standing(kin('/n/99')), 'free')
    book.leased(99, kin('/n/99'))
    book.judged(99, kin('/n/99'), same, 0)
    book.leased(100, kin('/n/100'))
    book.judged(100, kin('/n/100'), same, 0)
    assert.equal(book.standing(kin('/n/101')), 'closed')
    assert.ok(book.isClosed(kin('/n/101')) && !book.isClosed(kin('/n/101', 0)))
  })

  it('gives back the place of a page without a result', () => {
    const book = new FamilyBook()
    const pages = queries(11)
    for (const [at, facts] of pages.slice(0, 10).entries()) book.leased(at, facts)
    assert.equal(book.standing(pages[10]!), 'wait')
    for (let at = 0; at < 10; at += 1) book.returned(at)
    assert.equal(book.standing(pages[10]!), 'free')
    book.returned(3)
    assert.equal(
      fetched(book, queries(100), () => same),
      10,
    )
  })

  it('never tests what a sitemap lists or what other pages link to', () => {
    const book = new FamilyBook()
    const days = many(30, (at) => kin(`/cal/2024-05-${at + 1}`))
    assert.equal(
      fetched(book, days, () => same),
      10,
    )
    assert.equal(book.standing({ ...days[20]!, listed: true }), 'free')
    assert.equal(book.standing({ ...days[20]!, hops: 0 }), 'free')
  })

  it('tests views of a query wherever they are linked from, by their figures where that is elsewhere', () => {
    const linked = many(60, (at) => kin(`/sheet?id=${at}`, 0))
    const sheet = (at: number) => ({ ...same, facts: 1_000 + at })
    assert.equal(fetched(new FamilyBook(), linked, sheet), 60)
    assert.equal(
      fetched(new FamilyBook(), linked, () => same),
      10,
    )
    assert.equal(fetched(new FamilyBook(), queries(60), sheet), 10)
  })

  it('asks pages of a calendar for links that lead out of it', () => {
    const days = many(28, (at) => kin(`/cal/2024-02-${at + 1}`))
    assert.equal(
      fetched(new FamilyBook(), days, () => news()),
      10,
    )
    const book = new FamilyBook()
    for (const [at, facts] of days.entries()) {
      assert.equal(book.standing(facts), 'free')
      book.leased(at, facts)
      book.judged(at, facts, news(), 1)
    }
    const filed = many(28, (at) => kin(`/2024/02/${at + 1}/report`))
    assert.equal(
      fetched(new FamilyBook(), filed, () => news()),
      28,
    )
  })

  it('counts links to unproven queries and calendars as no way out', () => {
    const book = new FamilyBook()
    const day = `${base}/cal/2024-05-06`
    const found = ['/cal/2024-05-07', '/shop?colour=c1', '/other/2024-05', '/post/1', '/about', '/2024/05/06/news']
    const urls = found.map((path) => `${base}${path}`)
    assert.equal(book.newOutlinks(day, urls), 3)
    fetched(book, queries(5), () => news())
    assert.equal(book.newOutlinks(day, urls), 4)
  })

  it('follows numbers as long as there are new words within fifty hops', () => {
    const chain = many(300, (at) => kin(`/p/${at}`, at))
    assert.equal(
      fetched(new FamilyBook(), chain, () => news()),
      300,
    )
    const numbersOnly = (at: number) => ({ ...same, exact: at + 1 })
    assert.equal(fetched(new FamilyBook(), chain, numbersOnly), 51)
    const nowAndThen = (at: number) => ({ ...same, exact: at + 1, least: at % 40 === 0 ? news().least : same.least })
    assert.equal(fetched(new FamilyBook(), chain, nowAndThen), 300)
    assert.equal(
      fetched(new FamilyBook(), chain, () => same),
      11,
    )
  })

  it('is the same after it was stored', () => {
    const book = new FamilyBook()
    const pages = queries(20)
    for (const [at, facts] of pages.slice(0, 10).entries()) book.leased(at, facts)
    for (let at = 0; at < 5; at += 1) book.judged(at, pages[at]!, same, 0)
    const text = JSON.stringify(book.snapshot())
    const restored = new FamilyBook()
    restored.restore(JSON.parse(text))
    assert.equal(JSON.stringify(restored.snapshot()), text)
    for (const each of [book, restored]) {
      for (let at = 5; at < 10; at += 1) each.judged(at, pages[at]!, same, 0)
      assert.equal(each.standing(pages[11]!), 'closed')
    }
    assert.deepEqual(restored.snapshot().families, book.snapshot().families)
  })
})
