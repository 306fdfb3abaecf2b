/** The back-ends that query services, and the fallback over several back-ends. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { serpEngines } from '@seine/shared/tasks/scrape-task.ts'
import { searchLab } from './search-lab.ts'

const searxngPath = '/searxng/search'
const bravePath = '/brave/res/v1/web/search'

for (const engine of serpEngines) {
  describe(`SearXNG for ${engine}`, () => {
    const backends = 'searxng'

    it('returns results, what it knows beside them, and says what it has not', async (t) => {
      const { results, stubs } = await searchLab(t, { backends })
      const found = await results('lighthouse', { engine, country: 'GB', language: 'en', timeRange: 'm' })
      const url = 'https://www.site1.example/lighthouse?n=1'
      assert.deepEqual(found.organic[0], {
        position: 1,
        title: 'Result 1 & more',
        link: url,
        url,
        snippet: 'the lighthouse, number 1.',
        domain: 'site1.example',
        displayed_link: null,
        page: 1,
      })
      assert.equal(found.organic.length, 10)
      assert.deepEqual(found.related_searches, ['tall lighthouse', 'old lighthouse'])
      assert.equal(found.answer_box?.answer, 'It warns ships.')
      assert.equal(found.knowledge_graph?.website, 'https://lighthouse.example/')
      assert.deepEqual(found.warnings, ['not_supplied: searxng has no ads, people_also_ask, total_results'])
      const [asked] = stubs.requestsTo(searxngPath)
      assert.deepEqual(Object.fromEntries(asked?.searchParams ?? []), {
        q: 'lighthouse',
        format: 'json',
        engines: engine,
        language: 'en-GB',
        safesearch: '1',
        time_range: 'month',
        pageno: '1',
      })
    })

    it('is requested as many pages as it takes', async (t) => {
      const { results, stubs } = await searchLab(t, { backends })
      const found = await results('lighthouse', { engine, numResults: 25 })
      assert.equal(found.organic.at(-1)?.position, 25)
      assert.deepEqual(
        stubs.requestsTo(searxngPath).map(({ searchParams }) => searchParams.get('pageno')),
        ['1', '2', '3'],
      )
    })

    it('has a next page after one that is some results short, and none after one without results', async (t) => {
      const { results } = await searchLab(t, { backends })
      const short = await results('one short page', { engine })
      assert.deepEqual([short.organic.length, short.pagination.next], [9, 2])
      const last = await results('one short page', { engine, page: 2 })
      assert.deepEqual([last.organic.length, last.pagination.next], [0, null])
    })

    for (const [words, code] of [
      ['captcha', 'serp_blocked'],
      ['throttled', 'serp_blocked'],
      ['denied', 'serp_blocked'],
      ['limited', 'serp_blocked'],
      ['timed out', 'budget_exceeded'],
      ['broken', 'all_attempts_failed'],
      ['no json', 'all_attempts_failed'],
    ] as const) {
      it(`that is ${words} is ${code}`, async (t) => {
        const { problem } = await searchLab(t, { backends })
        const told = await problem(words, { engine })
        assert.equal(told.code, code, told.detail)
        assert.equal(told.retryAfterSecs !== undefined, code === 'serp_blocked')
      })
    }

    it('that answers for another engine, because it does not have this one, returns nothing', async (t) => {
      const { problem } = await searchLab(t, { backends })
      const { code, detail } = await problem('other engine', { engine })
      assert.equal(code, 'all_attempts_failed')
      assert.match(detail, /SearXNG has no engine/)
    })

    it('takes the words of a search for words and for no commands', async (t) => {
      const { results, stubs } = await searchLab(t, { backends })
      const found = await results('!bing !!w :fr <3 a! light : house', { engine })
      assert.equal(found.query, '!bing !!w :fr <3 a! light : house')
      const [asked] = stubs.requestsTo(searxngPath)
      assert.equal(asked?.searchParams.get('q'), '"!bing" "!!w" ":fr" "<3" a! light : house')
    })

    it('that finds nothing is a success', async (t) => {
      const { results } = await searchLab(t, { backends })
      assert.deepEqual((await results('empty', { engine })).organic, [])
    })
  })

  describe(`Brave for ${engine}`, () => {
    const backends = 'brave'

    it('returns its own results, and is named as their source', async (t) => {
      const { results, stubs } = await searchLab(t, { backends })
      const wish = { engine, country: 'DE', language: 'pt', safeSearch: 'strict', timeRange: 'y', page: 2 } as const
      const found = await results('lighthouse', wish)
      assert.deepEqual(
        [found.organic[0]?.position, found.organic[0]?.title, found.organic[0]?.snippet],
        [11, 'Result 11 & more', 'About the lighthouse, number 11.'],
      )
      assert.equal(found.backend, 'brave')
      assert.match(found.warnings[0] ?? '', /^results_of_brave/)
      assert.match(found.warnings.at(-1) ?? '', /^not_supplied: brave has no ads, answer_box, related_searches/)
      assert.deepEqual(found.pagination, { current: 2, next: 3 })
      const [asked] = stubs.requestsTo(bravePath)
      assert.deepEqual(Object.fromEntries(asked?.searchParams ?? []), {
        q: 'lighthouse',
        count: '10',
        offset: '1',
        country: 'DE',
        search_lang: 'pt-br',
        safesearch: 'strict',
        freshness: 'py',
        text_decorations: 'false',
        result_filter: 'web,infobox,faq',
      })
      assert.equal(stubs.fixture.seen[0]?.headers['x-subscription-token'], 'brave-key')
    })

    it('is requested twenty at a time', async (t) => {
      const { results, stubs } = await searchLab(t, { backends })
      const found = await results('lighthouse', { engine, numResults: 50 })
      assert.deepEqual([found.organic.length, found.organic.at(-1)?.position], [50, 50])
      assert.equal(found.knowledge_graph?.title, 'Lighthouse')
      assert.equal(found.people_also_ask[0]?.answer, 'A keeper does.')
      assert.deepEqual(
        stubs.requestsTo(bravePath).map(({ searchParams }) => [searchParams.get('count'), searchParams.get('offset')]),
        [
          ['20', null],
          ['20', '1'],
          ['20', '2'],
        ],
      )
    })

    it('that refuses is a block, and never reports the key', async (t) => {
      for (const [words, secs] of [
        ['denied', 3_600],
        ['throttled', 1],
      ] as const) {
        const { problem } = await searchLab(t, { backends })
        const told = await problem(words, { engine })
        assert.deepEqual([told.code, told.retryAfterSecs], ['serp_blocked', secs])
        assert.doesNotMatch(JSON.stringify(told), /brave-key/)
      }
    })

    it('that finds nothing is a success, one that says nothing of use is not', async (t) => {
      const { results, problem } = await searchLab(t, { backends })
      assert.deepEqual((await results('empty', { engine })).organic, [])
      assert.equal((await problem('broken', { engine })).code, 'all_attempts_failed')
    })
  })
}

describe('SearXNG for duckduckgo', () => {
  const wish = { engine: 'duckduckgo', page: 2 } as const

  it('loads the first page when a request for a later one is taken for automated', async (t) => {
    const { results, stubs } = await searchLab(t, { backends: 'searxng' })
    const found = await results(`unbegun ${process.hrtime.bigint()}`, wish)
    assert.equal(found.organic[0]?.position, 11)
    assert.deepEqual(
      stubs.requestsTo(searxngPath).map(({ searchParams }) => searchParams.get('pageno')),
      ['2', '1', '2'],
    )
  })

  it('that shows a captcha on the first page too is a block', async (t) => {
    const { problem } = await searchLab(t, { backends: 'searxng' })
    assert.equal((await problem('captcha', wish)).code, 'serp_blocked')
  })
})

describe('SearXNG for google', () => {
  it('leaves out what plug-ins answer', async (t) => {
    const { results } = await searchLab(t, { backends: 'searxng' })
    assert.equal((await results('plugged in')).answer_box, null)
  })
})

describe('several back-ends', () => {
  it('are asked in their order until one returns results', async (t) => {
    const { results, stubs } = await searchLab(t, { backends: 'searxng,html' })
    const found = await results('timed out')
    assert.equal(found.backend, 'html')
    assert.match(found.warnings[0] ?? '', /^searxng: timeout: /)
    assert.equal(stubs.requestsTo(searxngPath).length, 1)
  })

  it('are passed over while they are suspended', async (t) => {
    const { results, stubs, clock } = await searchLab(t, { backends: 'searxng,brave' })
    await results('captcha')
    const found = await results('lighthouse')
    assert.equal(found.backend, 'brave')
    assert.match(found.warnings[0] ?? '', /^searxng: suspended for \d+ s \(captcha\)/)
    assert.equal(stubs.requestsTo(searxngPath).length, 1)
    clock.aheadMs += 3_600_000
    assert.equal((await results('lighthouse')).backend, 'searxng')
  })

  it('are each suspended for one engine alone', async (t) => {
    const { results, problem } = await searchLab(t, { backends: 'searxng' })
    await problem('captcha', { engine: 'bing' })
    assert.equal((await results('lighthouse', { engine: 'google' })).backend, 'searxng')
  })

  it('of which the last cannot read the page are helped by the others', async (t) => {
    const { results, alarms } = await searchLab(t, { backends: 'html,brave' })
    const found = await results('drift')
    assert.deepEqual([found.backend, found.organic.length, alarms.length], ['brave', 10, 1])
    assert.match(found.warnings[0] ?? '', /^html: layout_drift: /)
  })

  it('are one in `fast`: the first that is not suspended', async (t) => {
    const { problem, results } = await searchLab(t, { backends: 'searxng,brave' })
    const wish = { mode: 'fast' } as const
    assert.equal((await problem('timed out', wish)).code, 'budget_exceeded')
    assert.equal((await problem('captcha', wish)).code, 'serp_blocked')
    assert.equal((await results('lighthouse', wish)).backend, 'brave')
  })

  it('are empty when none is configured', async (t) => {
    const { problem } = await searchLab(t, { backends: '', settings: { SEINE_SEARXNG_URL: '' } })
    const { code, detail } = await problem('lighthouse')
    assert.equal(code, 'serp_engine_not_configured')
    assert.match(detail, /SEINE_SERP_GOOGLE/)
  })
})

describe('answers', () => {
  const settings = { SEINE_SERP_CACHE_SECS: '600' }

  it('are kept for a while, each tenant its own', async (t) => {
    const { results, stubs, clock } = await searchLab(t, { backends: 'searxng', settings })
    const first = await results('lighthouse')
    assert.deepEqual(await results('lighthouse'), first)
    assert.deepEqual(await results('lighthouse', { mode: 'fast' }), first)
    assert.equal(stubs.requestsTo(searxngPath).length, 1)
    await results('lighthouse', { tenant: 'other' })
    await results('lighthouse', { page: 2 })
    assert.equal(stubs.requestsTo(searxngPath).length, 3)
    clock.aheadMs += 600_000
    assert.notEqual((await results('lighthouse')).fetched_at, first.fetched_at)
  })

  it('are shared by those who ask at the same time', async (t) => {
    const { results, stubs } = await searchLab(t, { backends: 'searxng', settings })
    await Promise.all(Array.from({ length: 5 }, async () => await results('lighthouse')))
    assert.equal(stubs.requestsTo(searxngPath).length, 1)
  })

  it('that are problems are not kept', async (t) => {
    const { problem, stubs } = await searchLab(t, { backends: 'searxng', settings })
    await problem('timed out')
    await problem('timed out')
    assert.equal(stubs.requestsTo(searxngPath).length, 2)
  })

  it('are given up when no caller waits for them any more', async (t) => {
    const { search } = await searchLab(t, { backends: 'searxng', settings })
    const gone = new AbortController()
    const waiting = search('slow', { signal: gone.signal })
    const reason = new Error('gone')
    gone.abort(reason)
    await assert.rejects(waiting, reason)
  })
})
