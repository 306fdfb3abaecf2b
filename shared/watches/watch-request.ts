/** The body of `POST /watches` and `PUT /watches/{watch_id}`: checks every rule and reports all problems together. */
import { readBatchRequest } from '../api/requests/batch-request.ts'
import type { JobIdentity } from '../api/requests/common-input.ts'
import { checkReceivers } from '../api/requests/common-input.ts'
import { readCrawlRequest } from '../api/requests/crawl-request.ts'
import type { PendingSchema } from '../api/output-schema/given-schema.ts'
import { isObject } from '../api/rules/json-object.ts'
import { withoutExcess } from '../api/rules/list-bounds.ts'
import { withoutNullFields } from '../api/rules/null-fields.ts'
import type { PathPatterns } from '../api/rules/path-patterns.ts'
import { ProblemList } from '../api/rules/problem-list.ts'
import { readBody } from '../api/rules/request-body.ts'
import type { UrlPolicy } from '../api/rules/url-rules.ts'
import { compileSchema } from '../api/rules/validate.ts'
import type { FieldProblem } from '../api/schemas/problems.ts'
import { watchRequestSchema, type WatchRequest } from '../api/watches/watch-schema.ts'
import { patternLimits } from '../config/pattern-limits.ts'
import { requestLimits } from '../config/api-limits.ts'
import { watchLimits } from '../config/watch-limits.ts'
import { selectorProblem } from '../selectors/css-problem.ts'
import type { BatchUrls, JobInput } from '../tasks/job-input.ts'
import { compilePatterns } from '../urls/patterns.ts'
import { maskedRule } from '../values/masked-value.ts'
import { cronProblem, isTimezone } from './cron-rule.ts'
import { watchEvents, type WatchPlan, type WatchSchedule, type WatchTrack, type WatchWebhook } from './definition.ts'
import { masksIn } from './masked-request.ts'

/** The content of a request, with defaults filled in. */
export interface WatchContent extends WatchPlan {
  webhook: WatchWebhook | null
  email: string | null
  /** The input of its jobs, with its secrets. */
  job: JobInput
  /** URLs of a batch; null for a crawl. */
  urls: BatchUrls | null
}

/** `schema` and `patterns` still have to be compiled; their problems have pointers into the member `at`. */
export type WatchRequestResult = {
  at: '/crawl' | '/batch'
  schema: PendingSchema | null
  patterns: PathPatterns | null
} & ({ ok: true; content: WatchContent } | { ok: false; errors: FieldProblem[] })

const checkSchema = compileSchema(watchRequestSchema)

/** Returns problems of a member as problems of the whole. */
export const within = (at: string, errors: readonly FieldProblem[]): FieldProblem[] =>
  errors.map(({ pointer, code, message }) => ({
    pointer: `${at}${pointer}`,
    code,
    message: placed(at, pointer, message),
  }))

/** Puts the member in front of the field that a message begins with. */
function placed(at: string, pointer: string, message: string): string {
  const name = at.slice(1)
  if (pointer === '') return message.replace(/^the (?:request )?body\b/, `\`${name}\``)
  return message.replace(/^`(?!.*`.*`.*` is another)/, `\`${name}.`)
}

/** What the operator allows jobs: the address policy, and the largest `limit` of a crawl, pages. */
interface JobBounds {
  policy: UrlPolicy
  crawlLimitMax: number
}

const readers = { '/crawl': readCrawlRequest, '/batch': readBatchRequest } as const

/** Reads the request of the job, which has the rules of its own route. */
async function readJob(
  body: Record<string, unknown>,
  at: '/crawl' | '/batch',
  identity: JobIdentity,
  bounds: JobBounds,
  list: ProblemList,
) {
  const given = body[at.slice(1)]
  if (!isObject(given)) return null
  for (const name of ['webhook', 'email']) {
    if (given[name] != null) list.add(`${at}/${name}`, 'invalid_combination', 'must stand in the watch itself')
  }
  const { webhook: _webhook, email: _email, ...alone } = given
  return await readers[at](alone, identity, bounds.policy, bounds.crawlLimitMax)
}

function checkSchedule(body: Record<string, unknown>, list: ProblemList): void {
  const { schedule, jitter_seconds: jitter } = body
  if (!isObject(schedule) || list.touches('/schedule')) return
  const { cron, timezone, every_seconds: everySecs } = schedule
  if ((cron === undefined) === (everySecs === undefined)) {
    list.add('/schedule', 'invalid_combination', 'must have either `cron` or `every_seconds`')
  }
  if (typeof cron === 'string') {
    const problem = cronProblem(cron)
    if (problem !== null) list.add('/schedule/cron', 'validation_failed', problem, cron)
  }
  if (timezone !== undefined && cron === undefined) {
    list.add('/schedule/timezone', 'invalid_combination', 'must be given together with `cron`')
  }
  if (typeof timezone === 'string' && !isTimezone(timezone)) {
    list.add(
      '/schedule/timezone',
      'validation_failed',
      'must be the name of a time zone, such as `Europe/Berlin`',
      timezone,
    )
  }
  if (typeof everySecs === 'number' && typeof jitter === 'number' && jitter > everySecs) {
    list.add('/jitter_seconds', 'validation_failed', 'must be at most `schedule.every_seconds`', jitter)
  }
}

function checkTrack(track: unknown, list: ProblemList): void {
  if (!isObject(track) || list.touches('/track')) return
  const { ignore_selectors: selectors = [], ignore_patterns: patterns = [] } = track as {
    ignore_selectors?: string[]
    ignore_patterns?: string[]
  }
  for (const [at, selector] of selectors.entries()) {
    const problem = selectorProblem(selector)
    if (problem === null) continue
    const rule = `must be a CSS selector that can be evaluated on a document: ${problem}`
    list.add(`/track/ignore_selectors/${at}`, 'validation_failed', rule, selector)
  }
  const compiled = compilePatterns(patterns, patternLimits.loopStepsMax)
  if (compiled.ok) return
  for (const { index, code, message } of compiled.problems)
    list.add(`/track/ignore_patterns/${index}`, code, message, patterns[index])
}

const webhookOf = ({ webhook }: WatchRequest): WatchWebhook | null => {
  if (webhook === undefined) return null
  const { url, headers = {}, metadata = null, events = [] } = webhook
  return { url, headers, metadata, events: events.length === 0 ? [...watchEvents] : [...new Set(events)] }
}

const scheduleOf = ({ schedule }: WatchRequest): WatchSchedule =>
  schedule.every_seconds === undefined
    ? {
        cron: schedule.cron!.trim().replaceAll(/\s+/g, ' '),
        timezone: schedule.timezone ?? watchLimits.timezoneDefault,
      }
    : { everySecs: schedule.every_seconds }

const trackOf = ({ track = {} }: WatchRequest): WatchTrack => ({
  mode: track.mode ?? 'markdown',
  ignoreSelectors: track.ignore_selectors ?? [],
  ignorePatterns: track.ignore_patterns ?? [],
  minChangedWords: track.min_changed_words ?? watchLimits.minChangedWordsDefault,
})

const tagsOf = ({ tag = [] }: WatchRequest): string[] => (typeof tag === 'string' ? [tag] : tag)

/** Returns the input with what the comparison needs: its output, and without elements that are to be ignored. */
function tracked(job: JobInput, track: WatchTrack, tag: readonly string[]): JobInput {
  const needed = track.mode === 'json' ? 'json' : 'markdown'
  const output = job.output.includes(needed) ? job.output : [...job.output, needed as 'markdown']
  const excludeTags = [...new Set([...job.page.excludeTags, ...track.ignoreSelectors])]
  return { ...job, output, tag: [...new Set([...job.tag, ...tag])], page: { ...job.page, excludeTags } }
}

function contentOf(request: WatchRequest, job: JobInput, urls: BatchUrls | null): WatchContent {
  const track = trackOf(request)
  return {
    name: request.name,
    schedule: scheduleOf(request),
    jitterSecs: request.jitter_seconds ?? 0,
    overlap: request.overlap ?? 'skip',
    track,
    keepRuns: request.keep_runs ?? watchLimits.keepRunsDefault,
    tag: tagsOf(request),
    paused: request.paused ?? false,
    webhook: webhookOf(request),
    email: request.email ?? null,
    job: tracked(job, track, tagsOf(request)),
    urls,
  }
}

function checkTags(tag: unknown, list: ProblemList): void {
  const tags = typeof tag === 'string' ? [tag] : Array.isArray(tag) ? tag : []
  if (tags.length > requestLimits.choicesMax)
    list.add('/tag', 'validation_failed', `must have at most ${requestLimits.choicesMax} labels`)
  for (const [at, each] of tags.entries()) {
    const pointer = typeof tag === 'string' ? '/tag' : `/tag/${at}`
    if (typeof each === 'string' && (each.length === 0 || each.length > watchLimits.nameMaxCharacters)) {
      list.add(pointer, 'validation_failed', `must have 1 to ${watchLimits.nameMaxCharacters} characters`)
    }
  }
}

/**
 * Validates the body of a watch.
 * @param given the parsed JSON, of any type.
 * @param identity of the watch; its jobs get their own.
 * @param bounds `policy`: address policy for URLs and receivers; does not resolve names.
 * @returns the content with defaults filled in, or every problem of the request.
 */
export async function readWatchRequest(
  given: unknown,
  identity: JobIdentity,
  bounds: JobBounds,
): Promise<WatchRequestResult> {
  const none = { at: '/crawl', schema: null, patterns: null } as const
  const read = readBody(given)
  if (!read.ok) return { ...none, ...read }
  const list = new ProblemList()
  const { crawl, batch, ...own } = read.body
  const bounded = withoutExcess(own, watchRequestSchema, list)
  const body: Record<string, unknown> = {
    ...(withoutNullFields(bounded, watchRequestSchema) as Record<string, unknown>),
    ...(crawl == null ? {} : { crawl }),
    ...(batch == null ? {} : { batch }),
  }
  checkSchema(body, list)
  for (const pointer of masksIn(read.body)) list.add(pointer, 'validation_failed', maskedRule)
  if ((crawl == null) === (batch == null)) {
    list.add('', 'invalid_combination', 'must have exactly one of `crawl` and `batch`')
  }
  checkSchedule(body, list)
  checkTrack(body['track'], list)
  checkReceivers(body, bounds.policy, list)
  checkTags(body['tag'], list)
  const at = crawl == null ? '/batch' : '/crawl'
  const job = await readJob(body, at, identity, bounds, list)
  const errors = [...list.problems, ...(job === null || job.ok ? [] : within(at, job.errors))]
  const pending = {
    at,
    schema: job?.schema ?? null,
    patterns: (job !== null && 'patterns' in job ? job.patterns : null) ?? null,
  } as const
  if (job === null || !job.ok || errors.length > 0) return { ...pending, ok: false, errors }
  const urls = 'urls' in job ? job.urls : null
  const content = contentOf(body as unknown as WatchRequest, job.input, urls)
  if (content.track.mode === 'json' && content.job.page.json == null) {
    const rule = 'must be given in the page options of the job when `track.mode` is `json`'
    list.add(at === '/crawl' ? '/crawl/scrape/schema' : '/batch/schema', 'invalid_combination', rule)
    return { ...pending, ok: false, errors: list.problems }
  }
  return { ...pending, ok: true, content }
}
