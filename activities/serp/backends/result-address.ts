/** Builds the URL of a result page from the search parameters. Pure functions. */
import { dayMs } from '@seine/shared/values/day-ms.ts'
import type { SerpEngine, SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import type { LaneRequest } from '@seine/shared/pages/lane.ts'
import { offsetOf, type EnginePaging } from '../results/result-pages.ts'

type Parameters = Record<string, string | number | null>

/** Parameters of a request for a result page. */
export interface ResultPageSelection {
  task: SerpTask
  /** Page number of the engine, from 1. */
  page: number
  paging: EnginePaging
  /** Fields read from the previous page. */
  carried: Record<string, string>
  /** Epoch milliseconds, for time ranges that are written as dates. */
  nowMs: number
}

/** Returns the language and its script or region, as engines distinguish languages: `de`, `zh-CN`, `pt-BR`. */
function languageOf({ language }: SerpTask): { base: string; region: string | null } | null {
  if (language === null) return null
  const locale = new Intl.Locale(language)
  return { base: locale.language, region: locale.region ?? null }
}

/** Chinese is distinguished by script, which Google writes as a region. */
function googleLanguage(task: SerpTask): string | null {
  const language = languageOf(task)
  if (language === null) return null
  const { base, region } = language
  if (base === 'zh') return new Intl.Locale(task.language ?? '').maximize().script === 'Hant' ? 'zh-TW' : 'zh-CN'
  return base === 'pt' && region !== null ? `${base}-${region}` : base
}

function googleParameters({ task, page, paging }: ResultPageSelection): Parameters {
  const language = googleLanguage(task)
  return {
    q: task.query,
    hl: language,
    lr: language === null ? null : `lang_${language}`,
    gl: task.country?.toLowerCase() ?? null,
    start: page === 1 ? null : offsetOf(page, paging),
    safe: { off: 'off', moderate: 'medium', strict: 'active' }[task.safeSearch],
    tbs: task.timeRange === null ? null : `qdr:${task.timeRange}`,
    ie: 'utf8',
    oe: 'utf8',
    pws: 0,
    // Skips the cookie consent page before the results.
    ucbcb: 1,
  }
}

function bingRange({ timeRange }: SerpTask, nowMs: number): string | null {
  if (timeRange === null) return null
  const today = Math.floor(nowMs / dayMs)
  return `ex1:"${{ d: 'ez1', w: 'ez2', m: 'ez3', y: `ez5_${today - 365}_${today}` }[timeRange]}"`
}

function bingParameters({ task, page, paging, nowMs }: ResultPageSelection): Parameters {
  const language = languageOf(task)
  const region = task.country ?? language?.region ?? null
  return {
    q: task.query,
    setlang: task.language,
    cc: region,
    mkt: language === null || region === null ? null : `${language.base}-${region}`,
    first: page === 1 ? null : offsetOf(page, paging) + 1,
    // PERE, PERE1, PERE2 …
    FORM: page === 1 ? null : `PERE${page === 2 ? '' : page - 2}`,
    adlt: task.safeSearch,
    filters: bingRange(task, nowMs),
  }
}

/** Regions of DuckDuckGo that are not simply country and language. */
const duckRegions: Readonly<Record<string, string>> = {
  'gb-en': 'uk-en',
  'jp-ja': 'jp-jp',
  'kr-ko': 'kr-kr',
  'tw-zh': 'tw-tzh',
  'hk-zh': 'hk-tzh',
  'dk-da': 'dk-da',
  'se-sv': 'se-sv',
  'si-sl': 'sl-sl',
  'no-nb': 'no-no',
  'id-id': 'id-en',
  'th-th': 'th-en',
  'vn-vi': 'vn-en',
  'sa-ar': 'xa-ar',
}

/** Returns country and language; a missing one is replaced by the other. */
function duckRegion(task: SerpTask): string {
  const language = languageOf(task)
  if (task.country === null && language === null) return 'wt-wt'
  const country = task.country ?? language?.region ?? new Intl.Locale(task.language ?? 'en').maximize().region ?? 'US'
  const base = language?.base ?? new Intl.Locale(`und-${country}`).maximize().language
  const region = `${country}-${base === 'und' ? 'en' : base === 'no' || base === 'nn' ? 'nb' : base}`.toLowerCase()
  return duckRegions[region] ?? region
}

function duckParameters({ task, page, paging, carried }: ResultPageSelection): Parameters {
  const offset = offsetOf(page, paging)
  return {
    q: task.query,
    kl: duckRegion(task),
    kp: { off: '-2', moderate: '-1', strict: '1' }[task.safeSearch],
    df: task.timeRange,
    s: page === 1 ? null : offset,
    dc: page === 1 ? null : offset + 1,
    ...(page === 1 ? {} : carried),
  }
}

const engines: Readonly<
  Record<SerpEngine, { path: string; parameters: (selection: ResultPageSelection) => Parameters }>
> = {
  google: { path: '/search', parameters: googleParameters },
  bing: { path: '/search', parameters: bingParameters },
  duckduckgo: { path: '/html/', parameters: duckParameters },
}

/**
 * Returns the URL of a result page.
 * @param base base URL of the engine, without a path.
 */
export function resultAddress(base: string, selection: ResultPageSelection): string {
  const { path, parameters } = engines[selection.task.engine]
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}${path}`
  for (const [name, value] of Object.entries(parameters(selection))) {
    if (value !== null) url.searchParams.set(name, String(value))
  }
  return url.href
}

/** The request for a result page. */
export type ResultPageRequest = Pick<LaneRequest, 'url' | 'method' | 'body'>

/**
 * Returns the request for a result page.
 * @param laterMethod method for pages after the first; POST sends their parameters as a form.
 */
export function resultRequest(
  base: string,
  selection: ResultPageSelection,
  laterMethod: 'GET' | 'POST',
): ResultPageRequest {
  const url = new URL(resultAddress(base, selection))
  if (selection.page === 1 || laterMethod === 'GET') return { url: url.href, method: 'GET', body: null }
  const text = url.searchParams.toString()
  url.search = ''
  return { url: url.href, method: 'POST', body: { contentType: 'application/x-www-form-urlencoded', text } }
}

/** Returns the Accept-Language header, in order of preference: the requested language, then English. */
export function acceptLanguage({ language, country }: SerpTask): string {
  const own =
    language ??
    (country === null ? null : new Intl.Locale(`und-${country}`).maximize().baseName.replace(/-[A-Z][a-z]{3}/, ''))
  if (own === null || own.startsWith('und')) return 'en-US,en;q=0.9'
  const [base = own] = own.split('-')
  const list = [...new Set([own, base, 'en'])]
  return list.map((each, at) => (at === 0 ? each : `${each};q=${((10 - at) / 10).toFixed(1)}`)).join(',')
}
