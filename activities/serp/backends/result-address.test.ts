import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import { acceptLanguage, resultAddress } from './result-address.ts'
import { serpTask } from '../testing/serp-task.ts'

const task = (change: Partial<SerpTask>): SerpTask => serpTask({ query: 'a&b c', ...change })

const dayMs = 86_400_000

function asked(change: Partial<SerpTask>, page = 1, carried: Record<string, string> = {}) {
  const url = new URL(
    resultAddress('https://e.com/', {
      task: task(change),
      page,
      paging: { first: 10, later: change.engine === 'duckduckgo' ? 15 : 10 },
      carried,
      nowMs: 20_000 * dayMs + 5,
    }),
  )
  return { path: url.pathname, ...Object.fromEntries(url.searchParams) } as Record<string, string | undefined>
}

const picked = (parameters: Record<string, string | undefined>, ...names: string[]) =>
  names.map((name) => parameters[name] ?? null)

describe('the address of a page of results', () => {
  it('of Google has language, country, page, safe search and range of time', () => {
    const names = ['path', 'q', 'hl', 'lr', 'gl', 'start', 'safe', 'tbs']
    assert.deepEqual(picked(asked({}), ...names), ['/search', 'a&b c', null, null, null, null, 'medium', null])
    const wish = { language: 'zh-Hant', country: 'TW', safeSearch: 'off', timeRange: 'd' } as const
    assert.deepEqual(picked(asked(wish, 4), ...names), [
      '/search',
      'a&b c',
      'zh-TW',
      'lang_zh-TW',
      'tw',
      '30',
      'off',
      'qdr:d',
    ])
    assert.deepEqual(picked(asked({ language: 'pt-BR' }), 'hl'), ['pt-BR'])
    assert.deepEqual(picked(asked({ language: 'de-AT' }), 'hl'), ['de'])
  })

  it('of Bing likewise', () => {
    const wish = { engine: 'bing', language: 'de', country: 'AT', safeSearch: 'strict', timeRange: 'y' } as const
    assert.deepEqual(picked(asked(wish, 3), 'path', 'setlang', 'cc', 'mkt', 'first', 'FORM', 'adlt', 'filters'), [
      '/search',
      'de',
      'AT',
      'de-AT',
      '21',
      'PERE1',
      'strict',
      'ex1:"ez5_19635_20000"',
    ])
    assert.deepEqual(picked(asked({ engine: 'bing' }), 'cc', 'mkt', 'first', 'filters'), [null, null, null, null])
  })

  it('of DuckDuckGo likewise, with what the page before handed on', () => {
    const wish = { engine: 'duckduckgo', country: 'GB', safeSearch: 'off', timeRange: 'm' } as const
    assert.deepEqual(picked(asked(wish, 3, { vqd: '4-1' }), 'path', 'kl', 'kp', 'df', 's', 'dc', 'vqd'), [
      '/html/',
      'uk-en',
      '-2',
      'm',
      '25',
      '26',
      '4-1',
    ])
    for (const [change, region] of [
      [{}, 'wt-wt'],
      [{ language: 'de' }, 'de-de'],
      [{ country: 'CH', language: 'fr' }, 'ch-fr'],
      [{ country: 'JP' }, 'jp-jp'],
      [{ country: 'NO' }, 'no-no'],
      [{ language: 'nb' }, 'no-no'],
      [{ country: 'TH' }, 'th-en'],
    ] as const) {
      assert.deepEqual(picked(asked({ engine: 'duckduckgo', ...change }, 1), 'kl', 's'), [region, null])
    }
  })
})

describe('the languages of a search', () => {
  for (const [change, expected] of [
    [{}, 'en-US,en;q=0.9'],
    [{ language: 'de' }, 'de,en;q=0.9'],
    [{ language: 'pt-BR' }, 'pt-BR,pt;q=0.9,en;q=0.8'],
    [{ country: 'FR' }, 'fr-FR,fr;q=0.9,en;q=0.8'],
    [{ language: 'en' }, 'en'],
  ] as const) {
    it(`${JSON.stringify(change)} are ${expected}`, () => assert.equal(acceptLanguage(task(change)), expected))
  }
})
