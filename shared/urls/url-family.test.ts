import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { familyOf, isOfFamily, shapeOf } from './url-family.ts'

const at = (path: string) => familyOf(`https://example.com${path}`)
const kind = (path: string): string | null => at(path)?.kind ?? null
const key = (path: string): string | null => at(path)?.key ?? null

describe('shapeOf', () => {
  const alike = (a: string, b: string): boolean => shapeOf(`https://a.example${a}`) === shapeOf(`https://a.example${b}`)

  it('is the same for pages that most likely come out of one template', () => {
    for (const [a, b] of [
      ['/blog/first-post', '/blog/second-post-2'],
      ['/users/12/orders/5', '/users/99/orders/1234'],
      ['/2024/05/words', '/2023/11/more-words'],
      ['/item?id=1', '/item?id=2&tab=x'],
      ['/a/x.html', '/a/y.html'],
    ] as const) {
      assert.ok(alike(a, b), `${a} ${b}`)
    }
  })

  it('differs by host, folder, kind of name, suffix and script', () => {
    for (const [a, b] of [
      ['/blog/post', '/shop/post'],
      ['/blog/post', '/blog/12'],
      ['/blog/post', '/blog/'],
      ['/blog/post', '/blog/post.html'],
      ['/item?id=1', '/list?id=1'],
      ['/item', '/item?id=1'],
    ] as const) {
      assert.ok(!alike(a, b), `${a} ${b}`)
    }
    assert.notEqual(shapeOf('https://a.example/x'), shapeOf('https://b.example/x'))
    assert.equal(shapeOf('https://www.a.example/x'), shapeOf('http://a.example/y'))
  })
})

describe('the family of a URL', () => {
  it('is null for a path without date, query or number', () => {
    for (const path of ['/', '/about', '/team/alice/', '/?', '/a;v=x']) assert.equal(at(path), null)
  })

  it('is a date where the path names a day, a month or a week', () => {
    const calendar = key('/cal/2024-05-06')
    for (const path of [
      '/cal/2024-05',
      '/cal/2024/05/06/',
      '/cal/2024/5',
      '/cal/2024/may',
      '/cal/may/2024',
      '/cal/06/05/2024',
      '/cal/20240506.html',
      '/cal/2024-W12',
      '/cal/6-may-2024',
      '/cal/1911-08-04T10:00',
      '/cal/2024-05-06?view=week',
    ]) {
      assert.equal(kind(path), 'date', path)
      assert.equal(key(path), calendar, path)
    }
  })

  it('is a date where the query holds one, whatever else is in it', () => {
    const calendar = key('/events?date=2024-05-06')
    for (const query of [
      'year=2024&month=5',
      'y=2024&m=5',
      'm=202405',
      'startDate=1714953600',
      'month=may&view=grid',
      'from=05%2F06%2F2024',
      '2024-05-06',
    ]) {
      assert.equal(key(`/events?${query}`), calendar, query)
    }
  })

  it('does not take every parameter or number for a date', () => {
    for (const query of ['m=3', 'd=12', 'updateday=3', 'id=20241356', 'week']) {
      assert.equal(kind(`/events?${query}`), 'query', query)
    }
    for (const path of ['/issues/1500/3', '/p/10011001', '/docs/1.2/', '/year/2024']) {
      assert.equal(kind(path), 'number', path)
    }
  })

  it('distinguishes a page filed under a date from a page of a calendar', () => {
    assert.equal(at('/2024/05/06/')?.leaf, true)
    assert.equal(at('/2024/05/06/first-post')?.leaf, false)
    assert.notEqual(key('/2024/05/06/first-post'), key('/2024/05/06/second-post'))
    assert.equal(key('/2024/05/06/first-post'), key('/2023/11/02/first-post'))
  })

  it('is one for all queries of a path, numbers in it aside', () => {
    const list = key('/shop/12?colour=red')
    assert.equal(kind('/shop/12?colour=red'), 'query')
    for (const path of ['/shop/12?colour=blue&size=m', '/shop/13?page=2&size=m', '/shop/12;jsessionid=AB12?x']) {
      assert.equal(key(path), list, path)
    }
    assert.notEqual(key('/other/12?colour=red'), list)
    assert.equal(familyOf('https://www.example.com/shop/12?a')?.key, list)
  })

  it('is another for the pages of a list than for its filters', () => {
    assert.equal(kind('/shop?page=2'), 'query')
    assert.equal(key('/shop?page=2'), key('/shop?start=40'))
    assert.notEqual(key('/shop?page=2'), key('/shop?colour=red'))
  })

  it('is a number for paths that differ in digits or long ids', () => {
    assert.equal(key('/p/17'), key('/p/18'))
    assert.equal(key('/p/0f8fad5b-d9cb-469f-a165-70867728950e'), key('/p/7c9e6679-7425-40de-944b-e07fc1f90ae7'))
    assert.notEqual(key('/p/17'), key('/q/17'))
    assert.notEqual(key('/p/17'), key('/p/17/edit'))
  })

  it('never crosses a host', () => {
    assert.notEqual(familyOf('https://a.example/p/1')?.key, familyOf('https://b.example/p/1')?.key)
  })

  it('takes a long path in linear time', () => {
    const started = process.cpuUsage()
    for (const piece of ['2024-', '1/', '2024/', 'w2', '%2F', 'a2024_'])
      familyOf(`https://a.example/${piece.repeat(400)}`)
    assert.ok(process.cpuUsage(started).user < 1_000_000)
  })
})

describe('own kin', () => {
  it('is what a member of the family links to, and what its path without a query does', () => {
    const family = familyOf('https://a.example/shop?colour=red')!
    assert.equal(isOfFamily(family, 'https://a.example/shop?size=m'), true)
    assert.equal(isOfFamily(family, 'https://a.example/shop'), true)
    assert.equal(isOfFamily(family, 'https://a.example/shop?page=2'), true)
    assert.equal(isOfFamily(family, 'https://a.example/'), false)
    const second = familyOf('https://a.example/shop?page=2')!
    assert.equal(isOfFamily(second, 'https://a.example/shop'), true)
    assert.equal(isOfFamily(second, 'https://a.example/shop?colour=red'), true)
    const day = familyOf('https://a.example/cal/2024-05-06')!
    assert.equal(isOfFamily(day, 'https://a.example/cal/2024-05-07'), true)
    assert.equal(isOfFamily(day, 'https://a.example/cal/'), false)
    assert.equal(isOfFamily(day, 'https://a.example/cal/month?date=2024-05'), true)
    assert.equal(isOfFamily(day, 'https://a.example/2024/05/06/post'), false)
  })
})
