/** Tests the back-end that reads the engines' own pages, with pages of the same structure. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { serpEngines } from '@seine/shared/tasks/scrape-task.ts'
import { PageReader } from '@seine/activities/serp/reading/page-reader.ts'
import { searchLab } from './search-lab.ts'

const backends = 'html'
const pathOf = { google: '/google/search', bing: '/bing/search', duckduckgo: '/duckduckgo/html/' } as const

for (const engine of serpEngines) {
  describe(`the pages of ${engine}`, () => {
    it('are read: results, ads and what stands beside them', async (t) => {
      const { results } = await searchLab(t, { backends })
      const found = await results('lighthouse', { engine })
      assert.deepEqual(
        found.organic.map(({ position }) => position),
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      )
      const { displayed_link: shown, snippet, ...first } = found.organic[0] ?? assert.fail()
      const url = 'https://www.site1.example/lighthouse?n=1'
      assert.deepEqual(first, {
        position: 1,
        title: 'Result 1 & more',
        link: url,
        url,
        domain: 'site1.example',
        page: 1,
      })
      assert.match(shown ?? '', /^www\.site1\.example/)
      assert.match(snippet, /the lighthouse, number 1\.$/)
      assert.deepEqual(
        found.ads.map(({ title, domain }) => [title, domain]),
        [['Lamps for sale', 'shop.example']],
      )
      assert.equal(found.knowledge_graph?.title, 'Lighthouse')
      assert.match(found.knowledge_graph?.description ?? '', /^A tower with a light\./)
      assert.equal(found.knowledge_graph?.source, 'https://encyclopedia.example/Lighthouse')
      assert.deepEqual(found.pagination, { current: 1, next: 2 })
      assert.deepEqual([found.backend, found.engine, found.warnings], ['html', engine, []])
    })

    it('lead on until there are enough results, numbered through', async (t) => {
      const { results, stubs } = await searchLab(t, { backends })
      const found = await results('lighthouse', { engine, numResults: 23 })
      assert.deepEqual(
        found.organic.map(({ position }) => position),
        Array.from({ length: 23 }, (_, at) => at + 1),
      )
      assert.equal(new Set(found.organic.map(({ link }) => link)).size, 23)
      assert.equal(found.organic.at(-1)?.page, engine === 'duckduckgo' ? 2 : 3)
      assert.equal(stubs.requestsTo(pathOf[engine]).length, engine === 'duckduckgo' ? 2 : 3)
    })

    it('end where the engine has no more', async (t) => {
      const { results } = await searchLab(t, { backends })
      const found = await results('lighthouse two pages', { engine, numResults: 50 })
      assert.equal(found.organic.length, 13)
      assert.equal(found.pagination.next, null)
      assert.deepEqual(found.warnings, [])
    })

    it('without results are a success', async (t) => {
      const { results, alarms } = await searchLab(t, { backends })
      const found = await results('empty', { engine })
      assert.deepEqual([found.organic, found.pagination.next, found.warnings], [[], null, []])
      assert.deepEqual(alarms, [])
    })

    it('with a captcha are a block, and the engine is left alone for an hour', async (t) => {
      const { problem, results, stubs, clock } = await searchLab(t, { backends })
      const { code, retryAfterSecs, detail } = await problem('captcha', { engine })
      assert.deepEqual([code, retryAfterSecs], ['serp_blocked', 3_600], detail)
      assert.equal((await problem('lighthouse', { engine })).code, 'serp_blocked')
      assert.equal(stubs.requestsTo(pathOf[engine]).length, 1)
      clock.aheadMs += 3_600_000
      assert.equal((await results('lighthouse', { engine })).organic.length, 10)
    })

    it('that request rest are a block for as long as they say', async (t) => {
      const { problem } = await searchLab(t, { backends })
      const { code, retryAfterSecs } = await problem('throttled', { engine })
      assert.deepEqual([code, retryAfterSecs], ['serp_blocked', 120])
    })

    it('that refuse are a block', async (t) => {
      const { problem } = await searchLab(t, { backends })
      const { code, detail } = await problem('denied', { engine })
      assert.deepEqual([code, /denied/.test(detail)], ['serp_blocked', true])
    })

    it('in an unknown layout are counted as such, with a warning in the answer', async (t) => {
      const { results, alarms } = await searchLab(t, { backends })
      for (const pages of [1, 2]) {
        const found = await results('drift', { engine })
        assert.deepEqual(found.organic, [])
        assert.match(found.warnings[0] ?? '', /^layout_drift: selector set \d+ of /)
        assert.equal(alarms.length, pages)
        const { event, engine: named, selectorSet, pages: counted } = alarms.at(-1) ?? {}
        assert.deepEqual([event, named, typeof selectorSet, counted], ['serp_layout_drift', engine, 'number', pages])
        assert.doesNotMatch(JSON.stringify(alarms), /"drift"/)
      }
    })

    it('that do not come are out of budget', async (t) => {
      const { problem } = await searchLab(t, { backends })
      const { code, attempts } = await problem('slow', { engine, budgetMs: 2_000 })
      assert.equal(code, 'budget_exceeded')
      assert.equal(attempts.length, 1)
    })

    it('with an error are no results', async (t) => {
      const { problem } = await searchLab(t, { backends })
      assert.equal((await problem('broken', { engine })).code, 'all_attempts_failed')
    })
  })
}

describe('the pages of duckduckgo', () => {
  const wish = { engine: 'duckduckgo' } as const

  it('after the first are requested with the form of the first', async (t) => {
    const { results, stubs } = await searchLab(t, { backends })
    const found = await results('lighthouse', { ...wish, page: 3 })
    assert.deepEqual(
      found.organic.map(({ link }) => new URL(link).searchParams.get('n')),
      Array.from({ length: 10 }, (_, at) => String(21 + at)),
    )
    assert.deepEqual([found.organic[0]?.position, found.pagination.next], [21, 4])
    assert.deepEqual(
      stubs.fixture.seen.map(({ method }) => method),
      ['GET', 'POST', 'POST'],
    )
  })

  it('after the last are empty, and are not requested', async (t) => {
    const { results, stubs } = await searchLab(t, { backends })
    const found = await results('one page', { ...wish, page: 2 })
    assert.deepEqual([found.organic, found.pagination.next, found.warnings], [[], null, []])
    assert.equal(stubs.fixture.seen.length, 1)
  })

  it('that begin with a captcha are a block', async (t) => {
    const { problem, stubs } = await searchLab(t, { backends })
    assert.equal((await problem('captcha', { ...wish, page: 2 })).code, 'serp_blocked')
    assert.equal(stubs.fixture.seen.length, 1)
  })

  it('never receive search commands', async (t) => {
    const { results, stubs } = await searchLab(t, { backends })
    await results('!w lighthouse', wish)
    assert.equal(stubs.requestsTo(pathOf.duckduckgo)[0]?.searchParams.get('q'), '"!w" lighthouse')
  })

  it('take no more than 499 characters, which is no search that finds nothing', async (t) => {
    for (const each of ['html', 'searxng']) {
      const { problem, results } = await searchLab(t, { backends: each })
      const { code, detail } = await problem('x'.repeat(500), wish)
      assert.equal(code, 'all_attempts_failed')
      assert.match(detail, /499 characters/)
      assert.equal((await results('x'.repeat(499), wish)).organic.length, 10)
    }
  })
})

describe('the pages of bing', () => {
  it('after the last, which repeat the first, are empty', async (t) => {
    const { results } = await searchLab(t, { backends })
    const found = await results('begins again after 13', { engine: 'bing', page: 5 })
    assert.deepEqual([found.organic, found.pagination.next], [[], null])
  })

  it('that are the first where a later one was requested are no results', async (t) => {
    const { problem, results } = await searchLab(t, { backends })
    const { code, detail } = await problem('begins again', { engine: 'bing', page: 2 })
    assert.equal(code, 'all_attempts_failed')
    assert.match(detail, /bing gave the results from 1 for page 2/)
    const found = await results('begins again', { engine: 'bing', numResults: 20 })
    assert.equal(found.organic.length, 10)
    assert.match(found.warnings.join(), /fewer_results: page 2: bing gave/)
  })

  it('have snippets without labels', async (t) => {
    const { results } = await searchLab(t, { backends })
    assert.equal((await results('lighthouse', { engine: 'bing' })).organic[0]?.snippet, 'the lighthouse, number 1.')
  })
})

describe('a page of results', () => {
  it('is read on a thread of its own', async (t) => {
    const { results } = await searchLab(t, { backends, reader: new PageReader() })
    assert.equal((await results('lighthouse')).organic.length, 10)
  })
})

describe('the pages of google', () => {
  it('for those without scripts have their links unwrapped', async (t) => {
    const { results } = await searchLab(t, { backends })
    const found = await results('wrapped')
    assert.equal(found.organic.length, 10)
    assert.equal(found.organic[0]?.link, 'https://www.site1.example/wrapped?n=1')
    assert.equal(found.pagination.next, 2)
  })

  it('have the answer, the questions, related searches and the number of results', async (t) => {
    const { results } = await searchLab(t, { backends })
    const found = await results('lighthouse')
    assert.deepEqual(found.answer_box, {
      answer: 'It warns ships.',
      title: 'Why lighthouses',
      link: 'https://answers.example/why',
    })
    assert.deepEqual(found.people_also_ask, [
      {
        question: 'Who keeps a lighthouse?',
        answer: 'A keeper does.',
        title: 'Keepers',
        link: 'https://answers.example/keeper',
      },
      { question: 'How tall are they?', answer: null, title: null, link: null },
    ])
    assert.deepEqual(found.related_searches, ['tall lighthouse', 'old lighthouse'])
    assert.equal(found.total_results, 1_234_000)
    assert.deepEqual(found.knowledge_graph, {
      title: 'Lighthouse',
      type: 'Building',
      description: 'A tower with a light.',
      source: 'https://encyclopedia.example/Lighthouse',
      website: 'https://lighthouse.example/',
      image: 'https://images.example/l.png',
      attributes: [
        { name: 'First built', value: '280 BC' },
        { name: 'Height', value: 'up to 130 m' },
      ],
    })
  })

  it('that lead to /sorry/, or to one about cookies, are a block', async (t) => {
    for (const [words, why] of [
      ['sorry', /captcha/],
      ['consent', /denied: google: consent/],
    ] as const) {
      const { problem } = await searchLab(t, { backends })
      const { code, detail } = await problem(words)
      assert.equal(code, 'serp_blocked')
      assert.match(detail, why)
    }
  })

  it('that want scripts are no results where there is no browser, and raise no alarm', async (t) => {
    const { problem, alarms } = await searchLab(t, { backends })
    const { code, detail } = await problem('shell')
    assert.deepEqual([code, alarms.length], ['all_attempts_failed', 0])
    assert.match(detail, /the page needs a browser/)
  })

  it('that are refused later on leave what came before, and are then left alone', async (t) => {
    const { results, problem } = await searchLab(t, { backends })
    const found = await results('captcha on 2', { numResults: 30 })
    assert.equal(found.organic.length, 10)
    assert.match(found.warnings.join(), /fewer_results: page 2: /)
    assert.equal((await problem('lighthouse')).code, 'serp_blocked')
  })

  it('are requested as the search says', async (t) => {
    const { results, stubs } = await searchLab(t, { backends })
    await results('light house', {
      country: 'DE',
      language: 'de',
      safeSearch: 'strict',
      timeRange: 'w',
      device: 'mobile',
      page: 3,
    })
    const [url] = stubs.requestsTo(pathOf.google)
    const given = Object.fromEntries(url?.searchParams ?? [])
    assert.deepEqual(
      [given['q'], given['hl'], given['gl'], given['safe'], given['tbs'], given['start']],
      ['light house', 'de', 'de', 'active', 'qdr:w', '20'],
    )
    const { headers } = stubs.fixture.seen[0] ?? assert.fail()
    assert.match(headers['user-agent'] ?? '', /Mobile/)
    assert.match(headers['accept-language'] ?? '', /^de,en/)
  })

  it('continue in positions from page to page of the answer', async (t) => {
    const { results } = await searchLab(t, { backends })
    const second = await results('lighthouse', { numResults: 5, page: 2 })
    assert.deepEqual(
      second.organic.map(({ position, link }) => [position, new URL(link).searchParams.get('n')]),
      [6, 7, 8, 9, 10].map((place) => [place, String(place)]),
    )
    assert.deepEqual(second.pagination, { current: 2, next: 3 })
  })

  it('in `fast` are one', async (t) => {
    const { results, stubs } = await searchLab(t, { backends })
    const found = await results('lighthouse', { numResults: 30, mode: 'fast' })
    assert.equal(found.organic.length, 10)
    assert.match(found.warnings.join(), /fewer_results: `fast` takes one page/)
    assert.equal(stubs.requestsTo(pathOf.google).length, 1)
  })
})
