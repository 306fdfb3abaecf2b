/**
 * Texts for operators in the Temporal Web UI: for a job one summary line and the main options, for a redelivery the job
 * that the event belongs to.
 */
import type { BatchJobInput, CrawlJobInput, JobInput } from '@seine/shared/tasks/job-input.ts'
import { operatorTextLimits } from '@seine/shared/config/operator-text-limits.ts'
import type { FinaliseAgainInput, RedeliveryInput } from '@seine/shared/temporal/shapes.ts'
import { jobPaths } from './job-kinds.ts'
import { codeSpan } from '@seine/shared/temporal/code-span.ts'

/** Returns the longest head of `text` that fits, cut between characters, with `…` when it is truncated. */
export function headWithinBytes(text: string, maxBytes: number): string {
  if (Buffer.byteLength(text) <= maxBytes) return text
  let head = ''
  let bytes = Buffer.byteLength('…')
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBytes) break
    head += character
  }
  return `${head}…`
}

/**
 * Returns `crawl <start URL> · limit N` or `batch <first URL> · N URLs`; a long URL is truncated, the number is kept.
 */
export function startSummary(input: JobInput): string {
  const tail = input.kind === 'crawl' ? ` · limit ${input.limit}` : ` · ${input.lines} URLs`
  const urlMaxBytes = operatorTextLimits.summaryMaxBytes - Buffer.byteLength(`${input.kind} ${tail}`)
  return `${input.kind} ${headWithinBytes(input.url, urlMaxBytes)}${tail}`
}

function listLine(name: string, texts: readonly string[]): string[] {
  if (texts.length === 0) return []
  const listed = texts.slice(0, operatorTextLimits.listedPatternsMax).map((text) => codeSpan(text))
  const more = texts.length - listed.length
  return [`- ${name}: ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}

const crawlLines = (input: CrawlJobInput): string[] => [
  `- url: ${codeSpan(input.url)}`,
  `- limit: ${input.limit}`,
  `- output: ${input.output.join(', ')}`,
  `- sitemap: ${input.sitemap}`,
  `- maxDiscoveryDepth: ${input.maxDiscoveryDepth ?? 'unlimited'}`,
  `- crawlEntireDomain: ${input.crawlEntireDomain}`,
  `- allowSubdomains: ${input.allowSubdomains}`,
  `- ignoreQueryParameters: ${input.ignoreQueryParameters}`,
]

const batchLines = (input: BatchJobInput): string[] => [
  `- urls: ${input.lines}, the first ${codeSpan(input.url)}`,
  `- limit: ${input.limit}`,
  `- output: ${input.output.join(', ')}`,
  `- method: ${input.page.method}`,
]

/** Lists the kinds of notices configured for the job, without addresses. */
function noticesLine({ notifyPlan }: JobInput): string[] {
  const { webhook = null, email = false } = notifyPlan ?? {}
  const events = Object.entries(webhook ?? {}).flatMap(([event, isWanted]) => (isWanted ? [event] : []))
  const notices = [...(webhook === null ? [] : [`webhook (${events.join(', ')})`]), ...(email ? ['e-mail'] : [])]
  return notices.length === 0 ? [] : [`- notified by: ${notices.join(', ')}`]
}

/** Lists the API calls for the job. */
const apiLines = ({ kind, id }: JobInput): string[] => [
  `- status: \`GET ${jobPaths[kind]}/${id}\``,
  `- pages: \`GET ${jobPaths[kind]}/${id}/urls\`, only failed ones with \`?state=failed\``,
  `- cancel: \`DELETE ${jobPaths[kind]}/${id}\``,
]

const commonLines = (input: JobInput): string[] => [
  `- tenant: ${codeSpan(input.tenant)}`,
  `- render: ${input.page.render}`,
  ...(input.page.sessionId == null ? [] : [`- session: ${codeSpan(input.page.sessionId)}`]),
  `- onlyMainContent: ${input.page.onlyMainContent}`,
  `- page timeout: ${input.page.timeoutMs} ms`,
  `- scheduleToCloseTimeoutSecs: ${input.scheduleToCloseTimeoutSecs}`,
  `- heartbeatTimeoutSecs: ${input.heartbeatTimeoutSecs}`,
  ...(input.priority === undefined ? [] : [`- priority: ${input.priority}`]),
  ...listLine('archive', input.archive ?? []),
  `- request id: ${codeSpan(input.requestId)}`,
  ...noticesLine(input),
  ...apiLines(input),
]

/** Returns the options of a job as Markdown, without any value that may be a caller's secret. */
export function startDetails(input: JobInput): string {
  const lines =
    input.kind === 'crawl'
      ? [
          ...crawlLines(input),
          ...commonLines(input),
          ...listLine('includePaths', input.includePaths),
          ...listLine('excludePaths', input.excludePaths),
          ...listLine('tag', input.tag),
        ]
      : [...batchLines(input), ...commonLines(input), ...listLine('tag', input.tag)]
  return headWithinBytes(lines.join('\n'), operatorTextLimits.detailsMaxBytes)
}

/** Returns a one-line summary of a repeated finalisation. */
export const finaliseSummary = ({ jobId }: Pick<FinaliseAgainInput, 'jobId'>): string => `${jobId}, finalised again`

/** Returns a one-line summary of a redelivery. */
export const redeliverySummary = ({ eventId }: RedeliveryInput): string => `webhook ${eventId}, sent again`

/** Returns the details of a redelivery: the event's job, and where its tries are listed; nothing about the receiver. */
export const redeliveryDetails = ({ jobId, tenant, eventId }: RedeliveryInput): string =>
  [
    `- event: ${codeSpan(eventId)}`,
    `- job: ${codeSpan(jobId)}`,
    `- tenant: ${codeSpan(tenant)}`,
    '- receiver and headers are sealed; the API lists every try among the webhook deliveries of the job, with `"redelivery": true`',
  ].join('\n')
