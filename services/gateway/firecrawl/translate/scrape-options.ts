/** The options of a page, which scrape, crawl, batch and search share. */
import { requestLimits } from '@seine/shared/config/api-limits.ts'
import { jobLimits } from '@seine/shared/config/limits.ts'
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import { Type, type TSchema } from 'typebox'
import { readActions } from './actions.ts'
import { readFormats } from './formats.ts'
import type { Translation } from './translation.ts'
import { anyValues, refuseLacking, type LackingOptions } from './wire-body.ts'

const lacking: LackingOptions = {
  minAge: '',
  lockdown: '',
  profile: 'use a session of `POST /sessions` and `POST /scrape`',
  redactPII: '',
  threatProtection: '',
  checkPromptInjection: '',
  domainTools: '',
  toolDetail: '',
  auditMetadata: '',
  zeroDataRetention: 'results are kept for the retention time of the service',
}

const texts = Type.Array(Type.String())
const flag = Type.Optional(Type.Boolean())

/** Schema per field. Values that may be secrets are checked by our own rules, whose messages do not repeat them. */
export const scrapeOptionFields: Record<string, TSchema> = {
  ...anyValues(['formats', 'headers', 'parsers', 'actions', 'useMock', ...Object.keys(lacking)]),
  includeTags: Type.Optional(texts),
  excludeTags: Type.Optional(texts),
  onlyMainContent: flag,
  timeout: Type.Optional(Type.Integer({ minimum: jobLimits.pageTimeoutMsMin })),
  waitFor: Type.Optional(Type.Integer({ minimum: 0 })),
  mobile: flag,
  location: Type.Optional(
    Type.Object(
      { country: Type.Optional(Type.String()), languages: Type.Optional(texts) },
      { additionalProperties: false },
    ),
  ),
  skipTlsVerification: flag,
  removeBase64Images: flag,
  blockAds: flag,
  fastMode: flag,
  storeInCache: flag,
  proxy: Type.Optional(Type.Enum(['basic', 'stealth', 'enhanced', 'auto'])),
  maxAge: Type.Optional(Type.Number({ minimum: 0 })),
}

const proxyStrategies = { basic: 'basic', stealth: 'premium', enhanced: 'enhanced', auto: 'auto' } as const

/** Page options in our form, under canonical names, and the field that each comes from. */
export interface PageFields {
  fields: Record<string, unknown>
  sources: Map<string, string>
  /** Time for the whole page as given, milliseconds; null when absent. */
  timeoutMs: number | null
}

/** Returns `Accept-Language` for languages in order of preference. */
const acceptLanguage = (languages: readonly string[]): string =>
  languages.map((language, index) => (index === 0 ? language : `${language};q=${weightOf(index)}`)).join(', ')

const weightOf = (index: number): string => Math.max(0.1, 1 - index / 10).toFixed(1)

function readParsers(given: unknown, at: string, notes: Translation): void {
  if (given === undefined || given === null) return
  if (!Array.isArray(given)) {
    notes.bad(at, 'must be a list')
    return
  }
  if (given.length === 0) notes.warn('PDF files are always read as documents: an empty `parsers` has no effect')
  for (const [index, parser] of given.entries()) {
    const { type, mode, maxPages, ...unknown } = isObject(parser) ? parser : { type: parser as unknown }
    const each = `${at}[${index}]`
    if (type !== 'pdf') notes.bad(each, 'must be `pdf`, or an object with the `type` `pdf`')
    if (mode === 'ocr') notes.lacks(`${each}.mode`, 'text is read from the file, not from pictures of its pages')
    if ((maxPages ?? null) !== null) notes.lacks(`${each}.maxPages`)
    for (const name of Object.keys(unknown)) notes.bad(`${each}.${name}`, 'is not a known field')
  }
}

/** Adds what is accepted but has no effect, or another one than asked for. */
function checkFlags(given: Record<string, unknown>, at: string, notes: Translation): void {
  if (given['mobile'] === true) notes.bad(`${at}mobile`, 'must be false: this service has no mobile devices')
  if (given['skipTlsVerification'] === true) {
    notes.warn('certificates are always verified: `skipTlsVerification` has no effect')
  }
  if (given['removeBase64Images'] === false) {
    notes.warn('embedded images are always removed from Markdown: `removeBase64Images` has no effect')
  }
}

/** Collects translated fields with their sources. */
class FieldMap {
  readonly fields: Record<string, unknown> = {}
  readonly sources = new Map<string, string>()
  readonly #at: string

  constructor(at: string) {
    this.#at = at
  }

  /** Sets a field unless the value is absent. @param field name of the caller, without prefix. */
  set(name: string, value: unknown, field: string): void {
    if (value === undefined || value === null) return
    this.fields[name] = value
    this.sources.set(name, `${this.#at}${field}`)
  }
}

/** Sets headers, with the languages of the caller unless he gives the header himself. */
function setHeaders(given: Record<string, unknown>, to: FieldMap): void {
  const { headers, location } = given
  const languages =
    isObject(location) && Array.isArray(location['languages']) ? (location['languages'] as string[]) : []
  const known = isObject(headers) ? Object.keys(headers).map((name) => name.toLowerCase()) : []
  if (languages.length === 0 || known.includes('accept-language') || (headers !== undefined && !isObject(headers))) {
    if (headers !== undefined && headers !== null) to.set('override_parameter', { headers }, 'headers')
    return
  }
  const all = { ...headers, 'Accept-Language': acceptLanguage(languages) }
  to.set('override_parameter', { headers: all }, isObject(headers) ? 'headers' : 'location.languages')
}

function setTimes(given: Record<string, unknown>, to: FieldMap, notes: Translation): number | null {
  const { timeout, waitFor, maxAge, storeInCache } = given
  if (typeof timeout === 'number' && timeout > jobLimits.pageTimeoutMsMax) {
    notes.warn(`an attempt takes at most ${jobLimits.pageTimeoutMsMax} ms: \`timeout\` bounds the page as a whole`)
  }
  if (typeof timeout === 'number') to.set('timeout', Math.min(timeout, jobLimits.pageTimeoutMsMax), 'timeout')
  if (typeof waitFor === 'number' && waitFor > 0) {
    to.set('wait_ms', waitFor, 'waitFor')
    to.set('js_render', true, 'waitFor')
  }
  const ageSecs = typeof maxAge === 'number' ? Math.floor(maxAge / 1_000) : 0
  const maxAgeSecs = storeInCache === false ? 0 : Math.min(ageSecs, requestLimits.maxAgeSecsMax)
  if (maxAgeSecs > 0) to.set('max_age', maxAgeSecs, 'maxAge')
  return typeof timeout === 'number' ? timeout : null
}

/**
 * Translates the options of a page.
 * @param given fields whose types have been checked by `scrapeOptionFields`.
 * @param at prefix of the names of the fields: empty, or `scrapeOptions.`.
 */
export function readScrapeOptions(given: Record<string, unknown>, at: string, notes: Translation): PageFields {
  refuseLacking(given, lacking, notes, at)
  checkFlags(given, at, notes)
  readParsers(given['parsers'], `${at}parsers`, notes)
  const to = new FieldMap(at)
  const { output, json } = readFormats(given['formats'], `${at}formats`, notes)
  to.set('output', output, 'formats')
  to.set('schema', json?.schema, `formats[${json?.index}].schema`)
  to.set('prompt', json?.prompt, `formats[${json?.index}].prompt`)
  to.set('include_tags', given['includeTags'], 'includeTags')
  to.set('exclude_tags', given['excludeTags'], 'excludeTags')
  to.set('only_main_content', given['onlyMainContent'] ?? true, 'onlyMainContent')
  setHeaders(given, to)
  const timeoutMs = setTimes(given, to, notes)
  const actions = given['actions']
  if (actions !== undefined && actions !== null)
    to.set('actions', readActions(actions, `${at}actions`, notes), 'actions')
  const { location, proxy } = given
  if (isObject(location)) to.set('geolocation', location['country'], 'location.country')
  if (typeof proxy === 'string' && proxy !== 'auto') {
    to.set('proxy_strategy', proxyStrategies[proxy as keyof typeof proxyStrategies], 'proxy')
  }
  return { fields: to.fields, sources: to.sources, timeoutMs }
}

/**
 * Records the names of page fields at their places in a translated body.
 * @param pointerOf returns the place of a field.
 */
export function namePageFields({ sources }: PageFields, notes: Translation, pointerOf: (name: string) => string): void {
  for (const [name, field] of sources) {
    notes.name(pointerOf(name), field)
    if (name === 'override_parameter') notes.name(`${pointerOf(name)}/headers`, field)
  }
}
