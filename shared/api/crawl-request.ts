/**
 * The body of `POST /crawl`: every rule checked, all problems told at once, the rest normalised
 * into the job input.
 */
import { jobLimits, requestLimits } from '../config/limits.ts'
import { compilePatterns } from '../url/patterns.ts'
import { crawlRequestSchema, type CrawlRequest } from './crawl-schema.ts'
import { isEmailAddress } from './email.ts'
import { crawlFormats, type CrawlFormat, type CrawlJobInput } from './job-input.ts'
import { withoutExcess } from './list-bounds.ts'
import { firstTooDeep } from './nesting.ts'
import { refuseUnsupported } from './not-supported-yet.ts'
import { withoutNullFields } from './null-fields.ts'
import { wantedFormats, type WantedFormats } from './output-formats.ts'
import { ProblemList } from './problem-list.ts'
import type { FieldProblem } from './problems.ts'
import { canonicalOptions } from './scrape-options.ts'
import { checkScrapeOptions } from './scrape-rules.ts'
import { readUrl, type UrlPolicy } from './url-rules.ts'
import { compileSchema } from './validate.ts'
import { checkWebhook } from './webhook-rules.ts'

/** What the job input holds besides the request. */
export interface CrawlIdentity {
  id: string
  tenant: string
  requestId: string
  /** ISO 8601. */
  createdAt: string
}

export type CrawlRequestResult = { ok: true; input: CrawlJobInput } | { ok: false; errors: FieldProblem[] }

const checkSchema = compileSchema(crawlRequestSchema)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The body under canonical names, and the list that knows how the caller spelled them. */
interface CanonicalBody {
  body: Record<string, unknown>
  list: ProblemList
}

/** `scrapeOptions` becomes `scrape`, its members become snake_case. */
function canonicalBody(given: Record<string, unknown>): CanonicalBody {
  const { scrape: plain, scrapeOptions: alias, ...rest } = given
  const spelling = (plain ?? null) === null && (alias ?? null) !== null ? 'scrapeOptions' : 'scrape'
  const scrape = spelling === 'scrape' ? plain : alias
  const spellings = new Map<string, string>(spelling === 'scrape' ? [] : [['/scrape', '/scrapeOptions']])
  const canonical = isObject(scrape) ? canonicalOptions(scrape) : null
  for (const [name, written] of canonical?.given ?? []) spellings.set(`/scrape/${name}`, `/${spelling}/${written}`)
  const list = new ProblemList(spellings)
  if ((plain ?? null) !== null && (alias ?? null) !== null) {
    list.addAsGiven('/scrapeOptions', 'validation_failed', 'is another spelling of `scrape`: give one of them')
  }
  for (const [first, second] of canonical?.clashes ?? []) {
    list.addAsGiven(
      `/${spelling}/${second}`,
      'validation_failed',
      `is another spelling of \`${first}\`: give one of them`,
    )
  }
  const body = { ...rest, ...(scrape === undefined ? {} : { scrape: canonical?.options ?? scrape }) }
  const bounded = withoutExcess(body, crawlRequestSchema, list)
  return { body: withoutNullFields(bounded, crawlRequestSchema) as Record<string, unknown>, list }
}

/** Both lists share what their patterns may cost. */
function checkPatterns(body: Record<string, unknown>, list: ProblemList): void {
  let stepsLeft: number = jobLimits.patternStepsMax
  for (const field of ['includePaths', 'excludePaths']) {
    const sources = body[field]
    if (!Array.isArray(sources) || list.touches(`/${field}`)) continue
    const result = compilePatterns(sources as string[], stepsLeft)
    stepsLeft -= result.steps
    if (result.ok) continue
    for (const { index, code, message } of result.problems)
      list.add(`/${field}/${index}`, code, message, sources[index])
  }
}

/** The formats of the job; `output` of the crawl and of its page options exclude each other. */
function readFormats(body: Record<string, unknown>, list: ProblemList): WantedFormats {
  const scrapeOutput = isObject(body['scrape']) ? body['scrape']['output'] : undefined
  if (body['output'] !== undefined && scrapeOutput !== undefined) {
    list.add('/scrape/output', 'invalid_combination', 'must not be given when `output` of the crawl is')
  }
  if (body['output'] === undefined) return wantedFormats(scrapeOutput, '/scrape/output')
  const wanted = wantedFormats(body['output'], '/output')
  if (isObject(body['output']) && wanted.size === 0 && !list.touches('/output')) {
    list.add('/output', 'validation_failed', 'must switch on at least one format')
  }
  return wanted
}

function checkRules(body: Record<string, unknown>, policy: UrlPolicy, list: ProblemList): URL | null {
  const { url, email, webhook } = body
  const start = typeof url === 'string' && !list.touches('/url') ? readUrl(url, '/url', policy, list) : null
  if (typeof email === 'string' && !list.touches('/email') && !isEmailAddress(email)) {
    list.add('/email', 'validation_failed', 'must be one e-mail address', email)
  }
  checkPatterns(body, list)
  if (isObject(webhook)) checkWebhook(webhook, policy, list)
  return start
}

function jobInput(request: CrawlRequest, start: URL, wanted: WantedFormats, identity: CrawlIdentity): CrawlJobInput {
  const formats = [...wanted.keys()].filter((format): format is CrawlFormat =>
    crawlFormats.some((known) => known === format),
  )
  return {
    version: 1,
    id: identity.id,
    kind: 'crawl',
    tenant: identity.tenant,
    requestId: identity.requestId,
    url: start.href,
    limit: request.limit ?? jobLimits.limitPagesDefault,
    includePaths: request.includePaths ?? [],
    excludePaths: request.excludePaths ?? [],
    maxDiscoveryDepth: request.maxDiscoveryDepth ?? null,
    sitemap: request.sitemap ?? 'include',
    ignoreQueryParameters: request.ignoreQueryParameters ?? false,
    crawlEntireDomain: request.crawlEntireDomain ?? false,
    allowSubdomains: request.allowSubdomains ?? false,
    output: formats.length === 0 ? ['markdown'] : formats,
    page: {
      onlyMainContent: request.scrape?.only_main_content ?? true,
      timeoutMs: request.scrape?.timeout ?? jobLimits.pageTimeoutMsDefault,
    },
    scheduleToCloseTimeoutSecs: request.scheduleToCloseTimeoutSecs ?? jobLimits.scheduleToCloseTimeoutSecsDefault,
    heartbeatTimeoutSecs: request.heartbeatTimeoutSecs ?? jobLimits.heartbeatTimeoutSecsDefault,
    createdAt: identity.createdAt,
  }
}

/**
 * Reads the body of `POST /crawl`.
 * @param given the parsed JSON, whatever it is.
 * @param policy address policy for the start URL and the webhook receiver; resolves nothing.
 * @returns the job input with all defaults filled in, or every problem of the request.
 */
export function readCrawlRequest(given: unknown, identity: CrawlIdentity, policy: UrlPolicy): CrawlRequestResult {
  if (!isObject(given)) {
    const list = new ProblemList()
    list.add('', 'validation_failed', 'must be an object', given)
    return { ok: false, errors: list.problems }
  }
  const deepest = firstTooDeep(given, requestLimits.nestingLevelsMax)
  if (deepest !== null) {
    const list = new ProblemList()
    list.addAsGiven(
      deepest,
      'validation_failed',
      `is nested too deep: ${requestLimits.nestingLevelsMax} levels are allowed`,
    )
    return { ok: false, errors: list.problems }
  }
  const { body, list } = canonicalBody(given)
  checkSchema(body, list)
  const start = checkRules(body, policy, list)
  const wanted = readFormats(body, list)
  if (isObject(body['scrape'])) checkScrapeOptions(body['scrape'], wanted, list)
  else checkScrapeOptions({}, wanted, list)
  if (!list.empty || start === null) return { ok: false, errors: list.problems }

  const request = body as CrawlRequest
  refuseUnsupported({ request, wanted }, list)
  if (!list.empty) return { ok: false, errors: list.problems }
  return { ok: true, input: jobInput(request, start, wanted, identity) }
}
