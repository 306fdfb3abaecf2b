/** Tools that start, follow and cancel jobs. */
import { setTimeout as sleep } from 'node:timers/promises'
import { publishedBatchSchema } from '@seine/shared/api/requests/batch-schema.ts'
import { publishedCrawlSchema } from '@seine/shared/api/requests/crawl-schema.ts'
import { jobLimits } from '@seine/shared/config/limits.ts'
import { batchStatusSchema, crawlStatusSchema } from '@seine/shared/api/schemas/job-schema.ts'
import { formatList, scrapeFields } from '@seine/shared/api/schemas/scrape-schema.ts'
import { Type } from 'typebox'
import { pathOfJob, startPaths, type ToolJobKind } from './job-paths.ts'
import { mcpLimits } from '../tool/mcp-limits.ts'
import { factsOf, routeArguments, routeResult } from './route-result.ts'
import {
  asInScrape,
  brief,
  idempotencyKeyField,
  jobIdField,
  optionsObject,
  pick,
  readingArguments,
  resultObject,
  strictObject,
  waitField,
} from './tool-schemas.ts'
import type { Tool, ToolContext } from '../tool/tool.ts'

const endStatuses: ReadonlySet<unknown> = new Set(['completed', 'failed', 'cancelled'])

/** Returns whether a job has its record and archives: a cancelled one has its status from the request on. */
const hasEnded = ({ status, completedAt }: Record<string, unknown>): boolean =>
  endStatuses.has(status) && typeof completedAt === 'string'

const starting = { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: true }
const following = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

const startOutput = strictObject({ id: jobIdField })

/** Starts a job. */
async function start(kind: ToolJobKind, body: Record<string, unknown>, key: unknown, context: ToolContext) {
  const accepted = await routeResult(context, {
    method: 'POST',
    path: startPaths[kind],
    body,
    ...(typeof key === 'string' ? { headers: { 'idempotency-key': key } } : {}),
  })
  const id = String(accepted['id'])
  return {
    facts: { id },
    words: `Started job ${id}. Follow it with ${kind}_status and wait_seconds, read it with ${kind}_pages.`,
    text: '',
  }
}

const crawlFields = publishedCrawlSchema.properties
/** Without a maximum, which the operator sets and a client of a remote service does not know. */
const limitField = Type.Optional(
  Type.Integer({
    minimum: 1,
    default: jobLimits.limitPagesDefault,
    description: 'Maximum number of pages attempted.',
  }),
)
const jobOptions = ['scheduleToCloseTimeoutSecs']
const pageOptions = [
  'js_render',
  'only_main_content',
  'wait_selector',
  'wait_ms',
  'timeout',
  'proxy_strategy',
  'geolocation',
  'session_id',
  'max_age',
]

const crawlStart: Tool = {
  name: 'crawl_start',
  title: 'Start crawling a website',
  description:
    'Starts a job that follows links and sitemaps from one URL and reads every page below its path, and returns the id of the job at once. Use it for a whole site or section; for known URLs use batch_start, for one page scrape, for a list of URLs map. Then call crawl_status, or crawl_pages for the texts.',
  input: strictObject({
    ...pick(crawlFields, ['url']),
    limit: limitField,
    ...pick(crawlFields, ['maxDiscoveryDepth']),
    ...brief(crawlFields, {
      includePaths: 'Only paths that match one of these (RE2).',
      excludePaths: 'No paths that match one of these.',
    }),
    ...pick(crawlFields, ['crawlEntireDomain', 'allowSubdomains', 'sitemap']),
    output: Type.Optional(formatList({ default: ['markdown'], description: 'Content fields per page.' })),
    idempotency_key: idempotencyKeyField,
    options: optionsObject({
      ...pick(crawlFields, ['ignoreQueryParameters', ...jobOptions]),
      scrape: Type.Optional(
        Type.Object(brief(scrapeFields, asInScrape(pageOptions)), {
          additionalProperties: false,
          description: 'How each page is loaded.',
        }),
      ),
    }),
  }),
  output: startOutput,
  hints: starting,
  run: async ({ idempotency_key: key, ...given }, context) => await start('crawl', routeArguments(given), key, context),
}

const batchFields = publishedBatchSchema.properties
const batchPageOptions = ['waitMs', 'timeout', 'proxyStrategy', 'geolocation', 'sessionId', 'maxAge']

const batchStart: Tool = {
  name: 'batch_start',
  title: 'Start reading a list of pages',
  description:
    'Starts a job that reads every URL of a list and returns the id of the job at once. Use it for two or more known URLs; to find the URLs of a site use map, to follow links crawl_start. Then call batch_status, or batch_pages for the texts.',
  input: strictObject({
    ...pick(batchFields, ['urls']),
    output: Type.Optional({ ...batchFields.output, default: ['markdown'] }),
    ...pick(batchFields, ['onlyMainContent', 'jsRender', 'waitSelector']),
    idempotency_key: idempotencyKeyField,
    options: optionsObject({
      ...brief(batchFields, asInScrape(batchPageOptions)),
      ...pick(batchFields, ['prompt', 'schema', ...jobOptions]),
    }),
  }),
  output: startOutput,
  hints: starting,
  run: async ({ idempotency_key: key, ...given }, context) =>
    await start('batch', { output: ['markdown'], ...routeArguments(given) }, key, context),
}

/** Members of a status that results have, and what they are. */
const statusWords = {
  id: 'Id of the job.',
  status: 'Status.',
  completed: 'Pages read.',
  failed: 'Pages that failed.',
  pending: 'Pages that wait.',
}
const statusFacts = Object.keys(statusWords)

/** Says how far a job is. */
const progressWords = ({ status, completed, failed, pending, limit }: Record<string, unknown>): string =>
  `${String(status)}: ${String(completed)} pages read, ${String(failed)} failed, ${String(pending)} waiting, limit ${String(limit)}`

/** Reads the status until the job has ended or the time is over. */
async function follow(id: string, waitSecs: number, context: ToolContext) {
  const until = performance.now() + waitSecs * 1_000
  const path = pathOfJob(id)
  for (;;) {
    const body = await routeResult(context, { method: 'GET', path })
    context.report(progressWords(body))
    const leftMs = until - performance.now()
    if (hasEnded(body) || leftMs <= 0) return body
    await sleep(Math.min(mcpLimits.pollMs, leftMs), undefined, { signal: context.signal })
  }
}

/** Formats links, warnings and error of a job. */
function statusText(body: Record<string, unknown>): string {
  const links = (body['s3PresignedUrls'] ?? body['partialS3PresignedUrls'] ?? {}) as Record<string, string>
  const warnings = (body['warnings'] ?? []) as string[]
  return [
    ...(typeof body['error'] === 'string' ? [`Error: ${body['error']}`] : []),
    ...warnings.map((warning) => `Warning: ${warning}`),
    ...Object.entries(links).map(([name, link]) => `Archive of ${name}: ${link}`),
  ].join('\n')
}

const statusTool = (kind: ToolJobKind): Tool => ({
  name: `${kind}_status`,
  title: kind === 'crawl' ? 'Follow a crawl' : 'Follow a batch',
  description: `Returns how far a job of ${kind}_start is, and download links of its archives once it has ended. Use wait_seconds to wait for the end instead of calling again and again.`,
  input: strictObject({
    id: jobIdField,
    wait_seconds: waitField('Waits up to this long for the end of the job.'),
    ...readingArguments,
  }),
  output: resultObject(brief((kind === 'crawl' ? crawlStatusSchema : batchStatusSchema).properties, statusWords)),
  hints: following,
  async run({ id, wait_seconds: waitSecs }, context) {
    const body = await follow(String(id), typeof waitSecs === 'number' ? waitSecs : 0, context)
    const isEnding = endStatuses.has(body['status']) && !hasEnded(body)
    const next = isEnding ? ' Its archives are being written: call again with wait_seconds for their links.' : ''
    return { facts: factsOf(body, statusFacts), words: `${progressWords(body)}.${next}`, text: statusText(body) }
  },
})

const cancel: Tool = {
  name: 'cancel',
  title: 'Cancel a job',
  description:
    'Cancels a crawl or a batch that is running; what it has read so far stays available. A job that has ended does not change.',
  input: strictObject({ id: jobIdField }),
  output: strictObject({ id: jobIdField, status: Type.String({ description: 'Status of the job after the call.' }) }),
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  async run({ id }, context) {
    const body = await routeResult(context, { method: 'DELETE', path: pathOfJob(String(id)) })
    const facts = factsOf(body, ['id', 'status'])
    return { facts, words: `The job is ${String(body['status'])}.`, text: '' }
  },
}

export const jobTools: readonly Tool[] = [crawlStart, statusTool('crawl'), batchStart, statusTool('batch'), cancel]
