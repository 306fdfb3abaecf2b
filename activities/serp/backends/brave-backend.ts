/**
 * Back-end for the Brave Search API (api-dashboard.search.brave.com, "Web search"). It has its own index, so its
 * results are not those of the requested engine.
 */
import type { SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import type { SerpPanel, SerpQuestion } from '@seine/shared/api/schemas/serp-result.ts'
import { serpLimits } from '@seine/shared/config/serp-limits.ts'
import { braveLimits } from '../limits/serp-reading-limits.ts'
import type { JsonAnswer } from '@seine/shared/operator-services/json-call.ts'
import { retryAfterMs } from '@seine/shared/pages/page-faults.ts'
import type { Failure, Refusal, SerpBackend } from '../results/contract.ts'
import { fieldsOf } from '@seine/shared/values/json-fields.ts'
import { addressIn, entriesOf, lineIn, textIn } from './json-values.ts'
import { refusal } from '../results/refusal.ts'
import type { RawEntry } from '../results/result-list.ts'
import { collectPages, type EnginePage } from '../results/result-pages.ts'
import { askService, isFailure } from './service-call.ts'

export interface BravePorts {
  /** Without a trailing slash. */
  baseUrl: string
  key: string
  /** Clock of the machine, epoch milliseconds. */
  now: () => number
}

const { titleMaxCharacters, snippetMaxCharacters, linkMaxCharacters } = serpLimits

/** Countries that the API accepts; it rejects others. */
const countries = new Set(
  'AR AU AT BE BR CA CL DK FI FR DE GR HK IN ID IT JP KR MY MX NL NZ NO CN PL PT PH RU SA ZA ES SE CH TW TR GB US'.split(
    ' ',
  ),
)

/** Languages that the API accepts; it rejects others. */
const languages = new Set(
  'ar eu bn bg ca hr cs da nl en et fi fr gl de el gu he hi hu is it jp kn ko lv lt ms ml mr nb pl pa ro ru sr sk sl es sv ta te th tr uk vi'.split(
    ' ',
  ),
)

/** Languages that the API spells differently or subdivides. */
function languageOf(language: string | null): string | null {
  if (language === null) return null
  const { language: base, script, region } = new Intl.Locale(language).maximize()
  if (base === 'zh') return script === 'Hant' ? 'zh-hant' : 'zh-hans'
  if (base === 'pt') return region === 'PT' ? 'pt-pt' : 'pt-br'
  if (base === 'ja') return 'jp'
  if (base === 'no') return 'nb'
  return base !== undefined && languages.has(base) ? base : null
}

const ranges = { d: 'pd', w: 'pw', m: 'pm', y: 'py' } as const

function rawEntries(json: unknown): RawEntry[] {
  const { results } = fieldsOf(fieldsOf(json)['web'])
  return entriesOf(results, braveLimits.countMax).flatMap((result) => {
    const { title, url, description, meta_url: meta } = fieldsOf(result)
    const link = addressIn(url, linkMaxCharacters)
    const name = lineIn(title, titleMaxCharacters)
    if (link === null || name === null) return []
    const { netloc, path } = fieldsOf(meta)
    const shown = `${textIn(netloc, titleMaxCharacters) ?? ''} ${textIn(path, titleMaxCharacters) ?? ''}`.trim()
    return [
      {
        title: name,
        url: link,
        snippet: lineIn(description, snippetMaxCharacters) ?? '',
        displayedLink: shown === '' ? null : shown,
      },
    ]
  })
}

function panelOf(json: unknown): SerpPanel | null {
  const [first] = entriesOf(fieldsOf(fieldsOf(json)['infobox'])['results'], 1)
  const box = fieldsOf(first)
  const title = lineIn(box['title'], titleMaxCharacters)
  if (title === null) return null
  const [image] = entriesOf(box['images'], 1)
  return {
    title,
    type: lineIn(box['category'], titleMaxCharacters),
    description: lineIn(box['long_desc'], snippetMaxCharacters) ?? lineIn(box['description'], snippetMaxCharacters),
    source: addressIn(box['url'], linkMaxCharacters),
    website: addressIn(box['website_url'], linkMaxCharacters),
    image: addressIn(fieldsOf(image)['src'], linkMaxCharacters),
    attributes: entriesOf(box['attributes'], serpLimits.attributesMax).flatMap((attribute) => {
      const [label, value] = entriesOf(attribute, 2)
      const name = lineIn(label, titleMaxCharacters)
      const text = lineIn(value, titleMaxCharacters)
      return name === null || text === null ? [] : [{ name, value: text }]
    }),
  }
}

function questionsOf(json: unknown): SerpQuestion[] {
  return entriesOf(fieldsOf(fieldsOf(json)['faq'])['results'], serpLimits.questionsMax).flatMap((each) => {
    const { question, answer, title, url } = fieldsOf(each)
    const text = lineIn(question, titleMaxCharacters)
    return text === null
      ? []
      : [
          {
            question: text,
            answer: lineIn(answer, snippetMaxCharacters),
            title: lineIn(title, titleMaxCharacters),
            link: addressIn(url, linkMaxCharacters),
          },
        ]
  })
}

/** Returns the problem of an unsuccessful answer. */
function troubleOf({ status, headers, json }: JsonAnswer, nowMs: number): Refusal | Failure {
  const code = textIn(fieldsOf(fieldsOf(json)['error'])['code'], 64)
  const detail = `Brave answered ${status}${code === null ? '' : ` (${code})`}`
  if (status === 429) {
    const reset = /^\s*(\d{1,7})/.exec(headers['x-ratelimit-reset'] ?? '')?.[1]
    const retryMs = retryAfterMs(headers['retry-after'], nowMs) ?? (reset === undefined ? null : Number(reset) * 1_000)
    return refusal('rate_limited', detail, retryMs)
  }
  if (status === 401 || status === 403) return refusal('denied', detail)
  return { kind: 'failed', code: 'bad_answer', detail }
}

function pageOf(json: unknown, warnings: string[]): EnginePage | Failure {
  if (typeof fieldsOf(json)['type'] !== 'string' && !('web' in fieldsOf(json))) {
    return { kind: 'failed', code: 'bad_answer', detail: 'the answer of Brave is not a list of results' }
  }
  const { more_results_available: more } = fieldsOf(fieldsOf(json)['query'])
  return {
    kind: 'page',
    organic: rawEntries(json),
    rest: { knowledge_graph: panelOf(json), people_also_ask: questionsOf(json) },
    hasNext: typeof more === 'boolean' ? more : null,
    warnings,
  }
}

/** Returns why the API would reject the search; null when it accepts it. */
function refusedBeforehand({ query }: SerpTask): Failure | null {
  const isLong = query.length > braveLimits.queryMaxCharacters || query.split(/\s+/).length > braveLimits.queryMaxWords
  const limits = `${braveLimits.queryMaxCharacters} characters and ${braveLimits.queryMaxWords} words`
  return isLong ? { kind: 'failed', code: 'bad_answer', detail: `Brave takes ${limits} at most` } : null
}

/** Creates the back-end. */
export function createBraveBackend({ baseUrl, key, now }: BravePorts): SerpBackend {
  return {
    name: 'brave',
    async search(task, bounds) {
      const refused = refusedBeforehand(task)
      if (refused !== null) return refused
      const count = Math.min(task.numResults, braveLimits.countMax)
      const language = languageOf(task.language)
      const isCountry = task.country === null || countries.has(task.country)
      const warnings = [
        'results_of_brave: they come from the index of Brave, in its order',
        ...(isCountry ? [] : [`brave does not support the country ${task.country}`]),
        ...(task.language === null || language !== null
          ? []
          : [`brave does not support the language ${task.language}`]),
      ]
      return await collectPages(task, { first: count, later: count }, bounds, async (page) => {
        // The API has no results beyond that offset.
        if (page - 1 > braveLimits.offsetMax) {
          const warning = `brave has ${(braveLimits.offsetMax + 1) * count} results at most`
          return { kind: 'page', organic: [], rest: {}, hasNext: false, warnings: [...warnings, warning] }
        }
        const parameters = {
          q: task.query,
          count,
          offset: page === 1 ? null : page - 1,
          country: task.country === null ? null : isCountry ? task.country : 'ALL',
          search_lang: language,
          safesearch: task.safeSearch,
          freshness: task.timeRange === null ? null : ranges[task.timeRange],
          text_decorations: 'false',
          result_filter: 'web,infobox,faq',
        }
        const headers = { 'x-subscription-token': key }
        const call = { base: baseUrl, path: '/res/v1/web/search', parameters, headers }
        const answer = await askService(call, task, bounds)
        if (isFailure(answer)) return answer
        return answer.status === 200 ? pageOf(answer.json, warnings) : troubleOf(answer, now())
      })
    },
  }
}
