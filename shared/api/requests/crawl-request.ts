/**
 * The body of `POST /crawl`: checks every rule, reports all problems together, and converts the rest to the job input.
 */
import { jobLimits } from '../../config/limits.ts'
import { crawlRequestSchema, publishedCrawlSchema, type CrawlRequest } from './crawl-schema.ts'
import type { PendingSchema } from '../output-schema/given-schema.ts'
import type { CrawlJobInput } from '../../tasks/job-input.ts'
import { checkReceivers, commonInput, type JobIdentity } from './common-input.ts'
import { formatsOf, pageOptions, tagsOf } from './page-options.ts'
import { readBody } from '../rules/request-body.ts'
import { isObject } from '../rules/json-object.ts'
import { withoutExcess } from '../rules/list-bounds.ts'
import { withoutNullFields } from '../rules/null-fields.ts'
import { wantedFormats, type WantedFormats } from '../rules/output-formats.ts'
import { checkPathPatterns, type PathPatterns } from '../rules/path-patterns.ts'
import { ProblemList } from '../rules/problem-list.ts'
import type { FieldProblem } from '../schemas/problems.ts'
import { canonicalFields, refuseClashes, scrapeSpellings } from '../rules/scrape-options.ts'
import { checkScrapeOptions } from './scrape-rules.ts'
import { checkUrl, pageUrl, type UrlPolicy } from '../rules/url-rules.ts'
import { compileSchema, type SchemaCheck, type WrittenNames } from '../rules/validate.ts'

/** `schema` and `patterns` still have to be compiled, which takes too long for an event loop that serves requests. */
export type CrawlRequestResult = { schema?: PendingSchema | null; patterns?: PathPatterns | null } & (
  | { ok: true; input: CrawlJobInput }
  | { ok: false; errors: FieldProblem[] }
)

interface BodyRules {
  schema: ReturnType<typeof crawlRequestSchema>
  check: SchemaCheck
}

/** The schema knows page options as `scrape`, in snake_case, and callers may write more. */
const writtenNames: WrittenNames = {
  '': Object.keys(publishedCrawlSchema.properties),
  '/scrape': [...scrapeSpellings.keys()],
}

/** By the largest `limit`: a service has one. */
const rulesByLimit = new Map<number, BodyRules>()

function rulesOf(limitMax: number): BodyRules {
  const known = rulesByLimit.get(limitMax)
  if (known !== undefined) return known
  const schema = crawlRequestSchema(limitMax)
  const rules = { schema, check: compileSchema(schema, writtenNames) }
  rulesByLimit.set(limitMax, rules)
  return rules
}

/** The body under canonical names, and a problem list that knows how the caller spelled them. */
interface CanonicalBody {
  body: Record<string, unknown>
  list: ProblemList
}

/** Renames `scrapeOptions` to `scrape`, and its members to snake_case. */
function canonicalBody(given: Record<string, unknown>, { schema }: BodyRules): CanonicalBody {
  const { scrape: plain, scrapeOptions: alias, ...rest } = given
  const spelling = (plain ?? null) === null && (alias ?? null) !== null ? 'scrapeOptions' : 'scrape'
  const scrape = spelling === 'scrape' ? plain : alias
  const spellings = new Map<string, string>(spelling === 'scrape' ? [] : [['/scrape', '/scrapeOptions']])
  const canonical = isObject(scrape) ? canonicalFields(scrape, scrapeSpellings) : null
  for (const [name, written] of canonical?.given ?? []) spellings.set(`/scrape/${name}`, `/${spelling}/${written}`)
  const list = new ProblemList(spellings)
  if ((plain ?? null) !== null && (alias ?? null) !== null) {
    list.addAsGiven('/scrapeOptions', 'validation_failed', 'is another spelling of `scrape`: give one of them')
  }
  refuseClashes(canonical?.clashes ?? [], `/${spelling}`, list)
  const body = { ...rest, ...(scrape === undefined ? {} : { scrape: canonical?.fields ?? scrape }) }
  const bounded = withoutExcess(body, schema, list)
  return { body: withoutNullFields(bounded, schema) as Record<string, unknown>, list }
}

/** Reads the formats of the job; `output` of the crawl and `output` of its page options exclude each other. */
function readFormats(body: Record<string, unknown>, list: ProblemList): WantedFormats {
  const scrapeOutput = isObject(body['scrape']) ? body['scrape']['output'] : undefined
  if (body['output'] !== undefined && scrapeOutput !== undefined) {
    list.add('/scrape/output', 'invalid_combination', 'must not be given together with `output` of the crawl')
  }
  if (body['output'] === undefined) return wantedFormats(scrapeOutput, '/scrape/output')
  const wanted = wantedFormats(body['output'], '/output')
  if (isObject(body['output']) && wanted.size === 0 && !list.touches('/output')) {
    list.add('/output', 'validation_failed', 'must switch on at least one format')
  }
  return wanted
}

function readStart(url: unknown, policy: UrlPolicy, list: ProblemList): URL | null {
  return typeof url === 'string' && !list.touches('/url') ? checkUrl(url, '/url', policy, list) : null
}

interface ReadParts {
  start: URL
  wanted: WantedFormats
  limitMax: number
}

function jobInput(request: CrawlRequest, parts: ReadParts, identity: JobIdentity): CrawlJobInput {
  const { start, wanted, limitMax } = parts
  const page = pageOptions(request.scrape ?? {}, wanted)
  const limit = request.limit ?? Math.min(jobLimits.limitPagesDefault, limitMax)
  return {
    ...commonInput(identity, { ...request, limit }),
    kind: 'crawl',
    url: pageUrl(start, page.render).href,
    includePaths: request.includePaths ?? [],
    excludePaths: request.excludePaths ?? [],
    maxDiscoveryDepth: request.maxDiscoveryDepth ?? null,
    sitemap: request.sitemap ?? 'include',
    ignoreQueryParameters: request.ignoreQueryParameters ?? false,
    crawlEntireDomain: request.crawlEntireDomain ?? false,
    allowSubdomains: request.allowSubdomains ?? false,
    output: formatsOf(wanted, 'markdown'),
    page,
    tag: tagsOf(request.scrape?.tag),
  }
}

/**
 * Validates the body of `POST /crawl`.
 * @param given the parsed JSON, of any type.
 * @param policy address policy for the start URL and the webhook receiver; does not resolve names.
 * @param limitMax largest `limit` that the operator allows, pages. @default the one that every service accepts
 * @returns the job input with defaults filled in, or every problem of the request.
 */
export function readCrawlRequest(
  given: unknown,
  identity: JobIdentity,
  policy: UrlPolicy,
  limitMax: number = jobLimits.limitPagesMax,
): CrawlRequestResult {
  const read = readBody(given)
  if (!read.ok) return read
  const rules = rulesOf(limitMax)
  const { body, list } = canonicalBody(read.body, rules)
  rules.check(body, list)
  const start = readStart(body['url'], policy, list)
  checkReceivers(body, policy, list)
  const patterns = checkPathPatterns(body, list)
  const wanted = readFormats(body, list)
  const schema = checkScrapeOptions(isObject(body['scrape']) ? body['scrape'] : {}, wanted, list)
  if (!list.empty || start === null) return { ok: false, errors: list.problems, schema, patterns }

  const request = body as CrawlRequest
  return { ok: true, input: jobInput(request, { start, wanted, limitMax }, identity), schema, patterns }
}
