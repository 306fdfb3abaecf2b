/** Back-end that queries a SearXNG instance through its JSON API (docs.searxng.org, "Search API"). */
import type { SerpEngine, SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import type { SerpAnswerBox, SerpPanel } from '@seine/shared/api/schemas/serp-result.ts'
import { serpLimits } from '@seine/shared/config/serp-limits.ts'
import { retryAfterMs } from '@seine/shared/pages/page-faults.ts'
import type { Failure, Refusal, SerpBackend, SerpBounds } from '../results/contract.ts'
import { fieldsOf } from '@seine/shared/values/json-fields.ts'
import { addressIn, entriesOf, textIn } from './json-values.ts'
import { refusal } from '../results/refusal.ts'
import type { RawEntry } from '../results/result-list.ts'
import { searxngWords, tooLongFor } from './query-words.ts'
import { resultLink } from '../results/result-link.ts'
import { collectPages, type EnginePage } from '../results/result-pages.ts'
import { askService, isFailure } from './service-call.ts'

export interface SearxngPorts {
  /** Without a trailing slash. */
  baseUrl: string
  /** Clock of the machine, epoch milliseconds. */
  now: () => number
}

const { titleMaxCharacters, snippetMaxCharacters, linkMaxCharacters, entriesPerPageMax } = serpLimits

/** Highest number of entries of an answer that are read. */
const resultsMax = entriesPerPageMax * 2

/** Number of results that SearXNG returns per request: as many as the engine has on a page. */
const pagingOf = {
  google: { first: 10, later: 10 },
  bing: { first: 10, later: 10 },
  duckduckgo: { first: 10, later: 15 },
} as const satisfies Record<SerpEngine, object>

const ranges = { d: 'day', w: 'week', m: 'month', y: 'year' } as const
const safeSearches = { off: 0, moderate: 1, strict: 2 } as const

/** Returns `de-DE`, `de` or `all`: SearXNG combines language and country. */
function localeOf({ language, country }: SerpTask): string {
  if (language === null && country === null) return 'all'
  const locale = new Intl.Locale(language ?? `und-${country}`)
  const base = language === null ? locale.maximize().language : locale.language
  const region = country ?? locale.region
  if (base === 'und') return 'all'
  return region === undefined ? base : `${base}-${region}`
}

/** Placeholder page URL: the links of SearXNG are absolute. */
const noPage = 'https://searxng.invalid/'

/** False for results of another engine or a plug-in (the client's own IP address for `ip`, arithmetic, units). */
function isOf(engine: SerpEngine, found: unknown): boolean {
  const { engine: by, engines } = fieldsOf(found)
  if (by === engine || (by === undefined && engines === undefined)) return true
  return Array.isArray(engines) && engines.includes(engine)
}

function rawEntries(json: unknown, engine: SerpEngine): RawEntry[] {
  return entriesOf(fieldsOf(json)['results'], resultsMax).flatMap((result) => {
    if (!isOf(engine, result)) return []
    const { title, url, content, pretty_url: pretty } = fieldsOf(result)
    const link = addressIn(url, linkMaxCharacters)
    const name = textIn(title, titleMaxCharacters)
    if (link === null || name === null) return []
    // When an engine has changed its links, SearXNG passes its redirects on.
    const unwrapped = resultLink(engine, link, noPage)
    if (unwrapped !== null && unwrapped.kind === 'ad') return []
    return [
      {
        title: name,
        url: unwrapped?.url ?? link,
        snippet: textIn(content, snippetMaxCharacters) ?? '',
        displayedLink: textIn(pretty, titleMaxCharacters),
      },
    ]
  })
}

function panelOf(json: unknown, engine: SerpEngine): SerpPanel | null {
  for (const each of entriesOf(fieldsOf(json)['infoboxes'], 10)) {
    if (!isOf(engine, each)) continue
    const { infobox, content, id, img_src: image, urls, attributes } = fieldsOf(each)
    const title = textIn(infobox, titleMaxCharacters)
    if (title === null) continue
    const links = entriesOf(urls, 20).map((link) => {
      const { url, title: name, official } = fieldsOf(link)
      return { url: addressIn(url, linkMaxCharacters), name: textIn(name, titleMaxCharacters) ?? '', official }
    })
    const website = links.find(({ name, official }) => official === true || /official|website/i.test(name))
    return {
      title,
      type: null,
      description: textIn(content, snippetMaxCharacters),
      source: addressIn(id, linkMaxCharacters) ?? links.find(({ url }) => url !== null)?.url ?? null,
      website: website?.url ?? null,
      image: addressIn(image, linkMaxCharacters),
      attributes: entriesOf(attributes, serpLimits.attributesMax).flatMap((attribute) => {
        const { label, value } = fieldsOf(attribute)
        const [name, text] = [textIn(label, titleMaxCharacters), textIn(value, titleMaxCharacters)]
        return name === null || text === null ? [] : [{ name, value: text }]
      }),
    }
  }
  return null
}

/** Reads an answer: a text in older versions, an object in newer ones. */
function answerOf(json: unknown, engine: SerpEngine): SerpAnswerBox | null {
  for (const each of entriesOf(fieldsOf(json)['answers'], 10)) {
    if (!isOf(engine, each)) continue
    const { answer, url } = fieldsOf(each)
    const text = textIn(typeof each === 'string' ? each : answer, snippetMaxCharacters)
    if (text !== null) return { answer: text, title: null, link: addressIn(url, linkMaxCharacters) }
  }
  return null
}

/** Returns why the engine did not answer SearXNG, in its words; null when it did. */
function silenceOf(json: unknown, engine: SerpEngine): string | null {
  for (const each of entriesOf(fieldsOf(json)['unresponsive_engines'], 50)) {
    const [name, why] = entriesOf(each, 2)
    if (name === engine) return textIn(why, titleMaxCharacters) ?? 'no reason given'
  }
  return null
}

/** Whether SearXNG does not know the engine; it then queries others instead. */
function isWithout(json: unknown, engine: SerpEngine): boolean {
  const { results, unresponsive_engines: silent } = fieldsOf(json)
  if (entriesOf(results, resultsMax).some((result) => !isOf(engine, result))) return true
  return entriesOf(silent, 50).some((each) => entriesOf(each, 1)[0] !== engine)
}

/** Classifies a reason by its English name; suspended engines carry the reason of their suspension. */
function troubleOf(why: string): Refusal | Failure {
  const detail = `SearXNG got no answer from the engine: ${why}`
  if (/captcha/i.test(why)) return refusal('captcha', detail)
  if (/too many requests|rate limit/i.test(why)) return refusal('rate_limited', detail)
  if (/access denied|forbidden/i.test(why)) return refusal('denied', detail)
  return { kind: 'failed', code: /timeout|timed out/i.test(why) ? 'timeout' : 'bad_answer', detail }
}

function pageOf(json: unknown, engine: SerpEngine): EnginePage | Refusal | Failure {
  if (!Array.isArray(fieldsOf(json)['results'])) {
    return { kind: 'failed', code: 'bad_answer', detail: 'the answer of SearXNG is not a list of results' }
  }
  const organic = rawEntries(json, engine)
  const silence = silenceOf(json, engine)
  if (organic.length === 0 && silence !== null) return troubleOf(silence)
  if (organic.length === 0 && isWithout(json, engine)) {
    return {
      kind: 'failed',
      code: 'bad_answer',
      detail: `SearXNG has no engine ${engine}: only other engines answered`,
    }
  }
  const { suggestions, number_of_results: total } = fieldsOf(json)
  const isTotal = typeof total === 'number' && Number.isSafeInteger(total) && total > 0
  return {
    kind: 'page',
    organic,
    rest: {
      knowledge_graph: panelOf(json, engine),
      answer_box: answerOf(json, engine),
      related_searches: entriesOf(suggestions, serpLimits.relatedMax).flatMap(
        (text) => textIn(text, titleMaxCharacters) ?? [],
      ),
      ...(isTotal ? { total_results: total } : {}),
    },
    hasNext: organic.length === 0 ? false : null,
    warnings: silence === null ? [] : [`searxng: ${silence}`],
  }
}

async function ask(
  task: SerpTask,
  page: number,
  bounds: SerpBounds,
  { baseUrl, now }: SearxngPorts,
): Promise<EnginePage | Refusal | Failure> {
  const parameters = {
    q: searxngWords(task.query),
    format: 'json',
    // With categories as well, it would query every engine in them.
    engines: task.engine,
    language: localeOf(task),
    safesearch: safeSearches[task.safeSearch],
    time_range: task.timeRange === null ? null : ranges[task.timeRange],
    pageno: page,
  }
  // The reasons are parsed, so they must be in English.
  const headers = { 'accept-language': 'en' }
  const answer = await askService({ base: baseUrl, path: '/search', parameters, headers }, task, bounds)
  if (isFailure(answer)) return answer
  const retryMs = retryAfterMs(answer.headers['retry-after'], now())
  if (answer.status === 429) return refusal('rate_limited', 'SearXNG answered 429', retryMs)
  if (answer.status !== 200) {
    const hint = answer.status === 403 ? '; is the JSON format enabled in its settings?' : ''
    return { kind: 'failed', code: 'bad_answer', detail: `SearXNG answered ${answer.status}${hint}` }
  }
  return pageOf(answer.json, task.engine)
}

/** Creates the back-end. */
export function createSearxngBackend(ports: SearxngPorts): SerpBackend {
  return {
    name: 'searxng',
    async search(task, bounds) {
      const tooLong = tooLongFor(task)
      if (tooLong !== null) return tooLong
      let isBegun = false
      return await collectPages(task, pagingOf[task.engine], bounds, async (page) => {
        const answer = await ask(task, page, bounds, ports)
        const isFirst = !isBegun
        isBegun = true
        // SearXNG reports a captcha when a later page of DuckDuckGo is requested without a recent request for the
        // first.
        const mayBeUnbegun = answer.kind === 'blocked' && answer.why === 'captcha' && task.engine === 'duckduckgo'
        if (!isFirst || page === 1 || !mayBeUnbegun) return answer
        const first = await ask(task, 1, bounds, ports)
        return first.kind === 'page' ? await ask(task, page, bounds, ports) : first
      })
    },
  }
}
