/** Values of the watch form, and the request body built from them. */
import type { WatchAnswer } from './watch-answer.ts'

export type WatchedJob = 'crawl' | 'batch'

/** Values as they were typed. */
export interface WatchDraft {
  name: string
  job: WatchedJob
  url: string
  limit: string
  /** One address a line. */
  urls: string
  cron: string
  timezone: string
  every_seconds: string
  jitter_seconds: string
  overlap: string
  mode: string
  /** One selector a line. */
  ignore_selectors: string
  /** One pattern a line. */
  ignore_patterns: string
  min_changed_words: string
  keep_runs: string
  webhook_url: string
  email: string
  /** One label a line. */
  tag: string
  paused: boolean
  /** JSON: members of the crawl or batch that have no field of their own. */
  options: string
}

export type DraftField = keyof WatchDraft

export const emptyDraft: WatchDraft = {
  name: '',
  job: 'crawl',
  url: '',
  limit: '',
  urls: '',
  cron: '',
  timezone: '',
  every_seconds: '',
  jitter_seconds: '',
  overlap: '',
  mode: '',
  ignore_selectors: '',
  ignore_patterns: '',
  min_changed_words: '',
  keep_runs: '',
  webhook_url: '',
  email: '',
  tag: '',
  paused: false,
  options: '',
}

const shown = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

const lines = (value: unknown): string => (Array.isArray(value) ? value.map(shown).join('\n') : '')

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}

/** Members of the job with fields of their own. */
const jobFields: Record<WatchedJob, readonly string[]> = { crawl: ['url', 'limit'], batch: ['urls', 'limit'] }

function optionsText(job: WatchedJob, request: Readonly<Record<string, unknown>>): string {
  const rest = Object.entries(request).filter(([name]) => !jobFields[job].includes(name))
  return rest.length === 0 ? '' : JSON.stringify(Object.fromEntries(rest), null, 2)
}

/** @returns the form filled with a watch; values that the service hides stay `********`, which keeps them. */
export function draftOf(watch: WatchAnswer): WatchDraft {
  const job: WatchedJob = watch.batch === undefined ? 'crawl' : 'batch'
  const request = membersOf(watch[job])
  const track = membersOf(watch['track'])
  return {
    name: watch.name,
    job,
    url: shown(request['url']),
    limit: shown(request['limit']),
    urls: lines(request['urls']),
    cron: shown(watch.schedule.cron),
    timezone: shown(watch.schedule.timezone),
    every_seconds: shown(watch.schedule.every_seconds),
    jitter_seconds: shown(watch['jitter_seconds']),
    overlap: shown(watch['overlap']),
    mode: shown(track['mode']),
    ignore_selectors: lines(track['ignore_selectors']),
    ignore_patterns: lines(track['ignore_patterns']),
    min_changed_words: shown(track['min_changed_words']),
    keep_runs: shown(watch['keep_runs']),
    webhook_url: shown(membersOf(watch['webhook'])['url']),
    email: shown(watch['email']),
    tag: lines(watch.tag),
    paused: watch.paused,
    options: optionsText(job, request),
  }
}

const listOf = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** Addresses may have spaces in them; several in a line are split before their schemes. */
const betweenAddresses = /\r?\n|\s+(?=https?:\/\/)/i

/** Patterns and labels keep the spaces at their ends, which count. */
const wholeLinesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '')

/** A number as it was typed, so that the service can reject an invalid one. */
function numberOf(text: string): number | string {
  const number = Number(text)
  return Number.isFinite(number) ? number : text
}

const numberMember = (name: string, text: string): Record<string, unknown> =>
  text.trim() === '' ? {} : { [name]: numberOf(text.trim()) }
const textMember = (name: string, text: string): Record<string, unknown> =>
  text.trim() === '' ? {} : { [name]: text.trim() }
const listMember = (name: string, items: readonly string[]): Record<string, unknown> =>
  items.length === 0 ? {} : { [name]: items }

function optionsOf(text: string): { members: Record<string, unknown> } | { problem: string } {
  if (text.trim() === '') return { members: {} }
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { members: value as Record<string, unknown> }
    return { problem: 'must be a JSON object' }
  } catch {
    return { problem: 'must be JSON' }
  }
}

function trackOf(draft: WatchDraft): Record<string, unknown> {
  const track = {
    ...textMember('mode', draft.mode),
    ...listMember('ignore_selectors', listOf(draft.ignore_selectors, /\r?\n/)),
    ...listMember('ignore_patterns', wholeLinesOf(draft.ignore_patterns)),
    ...numberMember('min_changed_words', draft.min_changed_words),
  }
  return Object.keys(track).length === 0 ? {} : { track }
}

/** The receiver of an edited watch keeps its headers, events and metadata as long as it has a URL. */
function webhookOf(draft: WatchDraft, edited: WatchAnswer | null): Record<string, unknown> {
  const url = draft.webhook_url.trim()
  return url === '' ? {} : { webhook: { ...membersOf(edited?.['webhook']), url } }
}

const scheduleOf = ({ cron, timezone, every_seconds }: WatchDraft): Record<string, unknown> => ({
  ...textMember('cron', cron),
  // A time zone is only valid with a cron expression; the service rejects it otherwise.
  ...(cron.trim() === '' ? {} : textMember('timezone', timezone)),
  ...numberMember('every_seconds', every_seconds),
})

export type DraftBody = { body: Record<string, unknown> } | { problems: { field: DraftField; message: string }[] }

/**
 * Makes the body of `POST /watches` or `PUT /watches/{watch_id}`. The service validates everything except that JSON
 * fields have to be valid JSON.
 * @param edited the watch that is changed; null: a new one.
 */
export function bodyOfDraft(draft: WatchDraft, edited: WatchAnswer | null): DraftBody {
  const options = optionsOf(draft.options)
  if ('problem' in options) return { problems: [{ field: 'options', message: `options ${options.problem}` }] }
  const start = draft.job === 'crawl' ? { url: draft.url.trim() } : { urls: listOf(draft.urls, betweenAddresses) }
  return {
    body: {
      name: draft.name.trim(),
      [draft.job]: { ...options.members, ...start, ...numberMember('limit', draft.limit) },
      schedule: scheduleOf(draft),
      ...numberMember('jitter_seconds', draft.jitter_seconds),
      ...textMember('overlap', draft.overlap),
      ...trackOf(draft),
      ...numberMember('keep_runs', draft.keep_runs),
      ...webhookOf(draft, edited),
      ...textMember('email', draft.email),
      ...listMember('tag', wholeLinesOf(draft.tag)),
      paused: draft.paused,
    },
  }
}

/** JSON pointers of the fields; a problem is shown at the first field whose pointer contains its own. */
const fieldPointers: readonly [pointer: string, field: DraftField][] = [
  ['/name', 'name'],
  ['/crawl/url', 'url'],
  ['/crawl/limit', 'limit'],
  ['/batch/limit', 'limit'],
  ['/batch/urls', 'urls'],
  ['/crawl', 'options'],
  ['/batch', 'options'],
  ['/schedule/timezone', 'timezone'],
  ['/schedule/every_seconds', 'every_seconds'],
  ['/schedule', 'cron'],
  ['/jitter_seconds', 'jitter_seconds'],
  ['/overlap', 'overlap'],
  ['/track/mode', 'mode'],
  ['/track/ignore_selectors', 'ignore_selectors'],
  ['/track/ignore_patterns', 'ignore_patterns'],
  ['/track/min_changed_words', 'min_changed_words'],
  ['/keep_runs', 'keep_runs'],
  ['/webhook', 'webhook_url'],
  ['/email', 'email'],
  ['/tag', 'tag'],
  ['/paused', 'paused'],
]

/** @param pointer JSON pointer into the body, as in a refusal. @returns its field; null: no field shows it. */
export function fieldAt(pointer: string): DraftField | null {
  return fieldPointers.find(([held]) => pointer === held || pointer.startsWith(`${held}/`))?.[1] ?? null
}
