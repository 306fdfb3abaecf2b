import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { simulateCrawl, type SimulatedPage } from './testing/simulated-crawl.ts'

const page = (): SimulatedPage => ({ links: ['http://elsewhere.test/never'] })

describe('the frontier of a batch', () => {
  it('scrapes every URL once and counts every input line', async () => {
    const urls = ['http://a.test/1', 'http://a.test/2#x', 'http://b.test/1', 'http://a.test/1', 'http://a.test/2']
    const batch = await simulateCrawl({ urls, site: page })
    assert.deepEqual(batch.fetched.toSorted(), ['http://a.test/1', 'http://a.test/2', 'http://b.test/1'])
    assert.deepEqual(batch.last.counters, { total: 5, completed: 5, failed: 0, pending: 0 })
  })

  it('keeps spellings apart that a crawl would take for one page', async () => {
    const urls = ['http://a.test/p?utm_source=x', 'http://a.test/p', 'http://www.a.test/p', 'https://a.test/p']
    const batch = await simulateCrawl({ urls, site: page })
    assert.deepEqual(batch.fetched.toSorted(), urls.toSorted())
  })

  it('follows no links and takes no redirect target for another line', async () => {
    const urls = ['http://a.test/old', 'http://a.test/new']
    const site = (): SimulatedPage => ({ links: ['http://a.test/more'], finalUrl: 'http://a.test/new' })
    const batch = await simulateCrawl({ urls, site })
    const { entries } = await batch.reload()
    assert.equal(entries.length, 2)
    assert.ok(entries.every(({ duplicateOf, state }) => duplicateOf === null && state === 'scraped'))
  })

  it('counts a failed URL once per line', async () => {
    const site = (url: string): SimulatedPage => (url.endsWith('bad') ? { fault: 'dns_failure' } : page())
    const batch = await simulateCrawl({ urls: ['http://a.test/bad', 'http://a.test/ok', 'http://a.test/bad'], site })
    assert.deepEqual(batch.last.counters, { total: 3, completed: 1, failed: 2, pending: 0 })
  })

  it('fails a URL that is too long as requested, which older gateways accepted, and scrapes the others', async () => {
    const long = `http://a.test/?q=${'é'.repeat(400)}`
    const batch = await simulateCrawl({ urls: [long, 'http://a.test/ok', long], site: page })
    assert.deepEqual(batch.fetched, ['http://a.test/ok'])
    assert.deepEqual(batch.last.counters, { total: 3, completed: 1, failed: 2, pending: 0 })
    const [lost] = (await batch.reload()).entries
    assert.deepEqual([lost?.url, lost?.state, lost?.reason], [long, 'failed', 'invalid_url'])
    const failed = batch.notes.filter(({ success }) => !success)
    assert.deepEqual(
      failed.map(({ index, url, errorCode }) => [index, url, errorCode]),
      [
        [0, long, 'invalid_url'],
        [2, long, 'invalid_url'],
      ],
    )
  })

  it('ends when no URL can be fetched', async () => {
    const batch = await simulateCrawl({ urls: [`http://a.test/${'日'.repeat(250)}`], site: page })
    assert.deepEqual(batch.last.counters, { total: 1, completed: 0, failed: 1, pending: 0 })
    assert.equal(batch.last.failure, null)
  })

  it('lets hosts with few pages share slices', async () => {
    const urls = Array.from({ length: 10_000 }, (_, at) => `http://h${at % 1_000}.test/${at}`)
    let slices = 0
    const batch = await simulateCrawl({
      urls,
      site: page,
      onStart: (task) => {
        slices += 1
        assert.ok(task.pages <= 100 && task.hosts <= 32)
      },
    })
    assert.equal(batch.fetched.length, 10_000)
    assert.equal(batch.last.counters.completed, 10_000)
    assert.ok(slices <= 120, `${slices} slices`)
  })

  it('continues with the other hosts of a slice when one throttles', async () => {
    const urls = Array.from({ length: 40 }, (_, at) => `http://h${at % 4}.test/${at}`)
    let refusals = 0
    const site = (url: string): SimulatedPage => {
      if (!url.startsWith('http://h1.test') || refusals >= 3) return page()
      refusals += 1
      return { throttled: { retryAfterMs: 30_000 } }
    }
    const batch = await simulateCrawl({ urls, site })
    assert.deepEqual(batch.last.counters, { total: 40, completed: 40, failed: 0, pending: 0 })
    const lastOfOthers = batch.fetched.findLastIndex((url) => !url.startsWith('http://h1.test'))
    const secondTry = batch.fetched.findIndex((url, at) => url.startsWith('http://h1.test') && at > 31)
    assert.ok(lastOfOthers < secondTry)
  })

  it('fails the other pages of a host whose name does not resolve without asking for them', async () => {
    const urls = Array.from({ length: 800 }, (_, at) => `http://h${at % 2}.test/${at}`)
    const site = (url: string): SimulatedPage => (url.startsWith('http://h1.test') ? { fault: 'dns_failure' } : page())
    const batch = await simulateCrawl({ urls, site })
    assert.deepEqual(batch.last.counters, { total: 800, completed: 400, failed: 400, pending: 0 })
    assert.ok(batch.fetched.filter((url) => url.startsWith('http://h1.test')).length <= 200)
    assert.match(batch.last.warnings.join(), /h1\.test was given up: its name could not be resolved/)
  })
})
