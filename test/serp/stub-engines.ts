/**
 * A server on 127.0.0.1 that replaces every engine and every service. The words of a search select the outcome:
 * `captcha`, `empty`, `drift`, `throttled`, `denied`, `slow`, `broken`, `two pages` …
 */
// oxlint-disable-next-line no-restricted-imports -- it serves and opens no connections
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { startFixture, type Fixture, type FixtureHandler } from '../browser/fixture-server.ts'
import * as bing from './bing-pages.ts'
import * as duckduckgo from './duckduckgo-pages.ts'
import * as google from './google-pages.ts'
import { braveAnswer, braveProblem, searxngAnswer, searxngSilence } from './service-answers.ts'
import type { StubSearch } from './stub-contract.ts'

export interface StubEngines {
  fixture: Fixture
  /** Settings that make a worker use the stub engines. */
  settings: Record<string, string>
  /** Requests received so far for a path. */
  requestsTo(path: string): URL[]
  close(): Promise<void>
}

interface Pages {
  normal: (search: StubSearch) => string
  unknown: (search: StubSearch) => string
  empty: string
  captcha: string
}

const html = (response: ServerResponse, body: string, status = 200, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
}

const json = (response: ServerResponse, body: object, status = 200, headers: Record<string, string> = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** Returns the requested part of a search. */
function searchOf(url: URL, offset: number, perPage: number): StubSearch {
  const words = url.searchParams.get('q') ?? ''
  const all = words.includes('two pages')
    ? 13
    : words.includes('one page')
      ? 10
      : words.includes('one short')
        ? 9
        : 1_000
  const count = Math.max(0, Math.min(perPage, all - offset))
  return { words, offset, count, total: 1_234_000, isLast: offset + perPage >= all }
}

function answerPage(response: ServerResponse, url: URL, search: StubSearch, pages: Pages): void {
  const { words } = search
  if (words.includes('slow')) return
  if (words.includes('throttled')) html(response, '<title>429</title>', 429, { 'retry-after': '120' })
  else if (words.includes('denied')) html(response, '<title>403</title><p>Forbidden</p>', 403)
  else if (words.includes('broken')) html(response, '<title>500</title><p>Error</p>', 500)
  else if (words.includes('captcha on 2') && search.offset > 0) html(response, pages.captcha)
  else if (words.includes('captcha') && !words.includes('captcha on 2')) html(response, pages.captcha)
  else if (words.includes('sorry')) response.writeHead(302, { location: `/sorry/index?continue=${url.pathname}` }).end()
  else if (words.includes('shell')) html(response, google.shellPage)
  else if (words.includes('consent')) html(response, google.consentPage)
  else if (words.includes('empty') || search.count === 0) html(response, pages.empty)
  else if (words.includes('drift')) html(response, pages.unknown(search))
  else if (words.includes('wrapped')) html(response, google.wrappedPage(search))
  else html(response, pages.normal(search))
}

const asked = (path: string | undefined): URL => new URL(path ?? '/', 'http://stub')

const number = (url: URL, name: string, otherwise: number): number => Number(url.searchParams.get(name) ?? otherwise)

const googleHandler: FixtureHandler = (request, response) => {
  const url = asked(request.url)
  const pages = {
    normal: google.desktopPage,
    unknown: google.unknownPage,
    empty: google.emptyPage,
    captcha: google.captchaPage,
  }
  answerPage(response, url, searchOf(url, number(url, 'start', 0), 10), pages)
}

const bingHandler: FixtureHandler = (request, response) => {
  const url = asked(request.url)
  const pages = {
    normal: bing.resultsPage,
    unknown: bing.unknownPage,
    empty: bing.emptyPage,
    captcha: bing.captchaPage,
  }
  const search = searchOf(url, number(url, 'first', 1) - 1, 10)
  const again = search.words.includes('begins again')
  const total = search.words.includes('after 13') ? 13 : search.total
  answerPage(response, url, again ? { ...search, offset: 0, total } : search, pages)
}

const duckHandler: FixtureHandler = (request, response) => {
  void text(request).then((body) =>
    answerDuck(request.method, new URL(`?${body}`, asked(request.url)), request.url, response),
  )
}

/** DuckDuckGo: later pages are requested by the form on the previous page. */
function answerDuck(method: string | undefined, form: URL, path: string | undefined, response: ServerResponse): void {
  const url = method === 'POST' ? form : asked(path)
  const offset = number(url, 's', 0)
  const pages = {
    normal: duckduckgo.resultsPage,
    unknown: duckduckgo.unknownPage,
    empty: duckduckgo.emptyPage,
    captcha: duckduckgo.captchaPage,
  }
  const isOfForm =
    method === 'POST' && url.searchParams.get('vqd') === duckduckgo.vqd && url.searchParams.get('o') === 'json'
  // Only a bot requests a later page without the fields of the first.
  if (offset > 0 && !isOfForm) html(response, duckduckgo.captchaPage)
  else answerPage(response, url, searchOf(url, offset, offset === 0 ? 10 : 15), pages)
}

const silences: readonly (readonly [word: string, why: string])[] = [
  ['captcha', 'Suspended: CAPTCHA'],
  ['throttled', 'too many requests'],
  ['denied', 'access denied'],
  ['timed out', 'timeout'],
  ['empty', ''],
]

/** Searches whose first page was requested. */
const begun = new Set<string>()

const searxngHandler: FixtureHandler = (request, response) => {
  const url = asked(request.url)
  const engine = url.searchParams.get('engines') ?? ''
  const search = searchOf(url, (number(url, 'pageno', 1) - 1) * 10, 10)
  const { words } = search
  if (words.includes('slow')) return
  const isUnbegun = words.includes('unbegun') && search.offset > 0 && !begun.has(words)
  if (search.offset === 0) begun.add(words)
  const silence = isUnbegun ? silences[0] : silences.find(([word]) => words.includes(word))
  if (words.includes('no json')) html(response, '<title>403</title>', 403)
  else if (words.includes('limited')) json(response, {}, 429, { 'retry-after': '30' })
  else if (words.includes('broken')) html(response, '<p>not JSON</p>')
  else if (words.includes('other engine')) json(response, searxngAnswer(search, 'mojeek'))
  else if (silence !== undefined) json(response, searxngSilence(words, engine, silence[1]))
  else json(response, searxngAnswer(search, engine))
}

const braveHandler: FixtureHandler = (request, response) => {
  const url = asked(request.url)
  const count = number(url, 'count', 20)
  const search = searchOf(url, number(url, 'offset', 0) * count, count)
  const { words } = search
  if (words.includes('slow')) return
  if (words.includes('denied')) json(response, braveProblem('SUBSCRIPTION_TOKEN_INVALID'), 401)
  else if (words.includes('throttled'))
    json(response, braveProblem('RATE_LIMITED'), 429, { 'x-ratelimit-reset': '1, 1419704' })
  else if (words.includes('broken')) json(response, { what: 1 })
  else if (words.includes('empty')) json(response, { type: 'search', query: { original: words } })
  else json(response, braveAnswer(search))
}

/** Starts the server. */
export async function startStubEngines(): Promise<StubEngines> {
  const fixture = await startFixture({
    '/google/search': googleHandler,
    '/bing/search': bingHandler,
    '/duckduckgo/html/': duckHandler,
    '/sorry/index': (_request, response) => html(response, google.captchaPage),
    '/searxng/search': searxngHandler,
    '/brave/res/v1/web/search': braveHandler,
  })
  const { origin } = fixture
  return {
    fixture,
    settings: {
      SEINE_SERP_GOOGLE_URL: `${origin}/google`,
      SEINE_SERP_BING_URL: `${origin}/bing`,
      SEINE_SERP_DUCKDUCKGO_URL: `${origin}/duckduckgo`,
      SEINE_SEARXNG_URL: `${origin}/searxng`,
      SEINE_BRAVE_URL: `${origin}/brave`,
      SEINE_BRAVE_KEY: 'brave-key',
    },
    requestsTo: (path) => fixture.seen.map((seen) => asked(seen.path)).filter(({ pathname }) => pathname === path),
    close: async () => await fixture.close(),
  }
}
