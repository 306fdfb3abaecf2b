/**
 * What operators read in the Temporal Web UI about what callers start: of a job one line and the main options,
 * of an event that is sent again whose it is.
 */
import type { BatchJobInput, CrawlJobInput, JobInput } from '@seine/shared/tasks/job-input.ts'
import { operatorTextLimits } from '@seine/shared/config/operator-text-limits.ts'
import type { FinaliseAgainInput, RedeliveryInput } from '@seine/shared/temporal/shapes.ts'
import { jobPaths } from './job-kinds.ts'

/** The longest head of `text` that fits, cut between characters, with `…` where something is missing. */
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

/** `crawl <start URL> · limit N`, `batch <first URL> · N URLs`; a long URL gives way, the number stays. */
export function startSummary(input: JobInput): string {
  const tail = input.kind === 'crawl' ? ` · limit ${input.limit}` : ` · ${input.lines} URLs`
  const room = operatorTextLimits.summaryMaxBytes - Buffer.byteLength(`${input.kind} ${tail}`)
  return `${input.kind} ${headWithinBytes(input.url, room)}${tail}`
}

const code = (text: string): string => `\`${text.replaceAll('`', "'").replaceAll(/\s+/g, ' ')}\``

function listLine(name: string, texts: readonly string[]): string[] {
  if (texts.length === 0) return []
  const listed = texts.slice(0, operatorTextLimits.listedPatternsMax).map((text) => code(text))
  const more = texts.length - listed.length
  return [`- ${name}: ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}

const crawlLines = (input: CrawlJobInput): string[] => [
  `- url: ${code(input.url)}`,
  `- limit: ${input.limit}`,
  `- output: ${input.output.join(', ')}`,
  `- sitemap: ${input.sitemap}`,
  `- maxDiscoveryDepth: ${input.maxDiscoveryDepth ?? 'unlimited'}`,
  `- crawlEntireDomain: ${input.crawlEntireDomain}`,
  `- allowSubdomains: ${input.allowSubdomains}`,
  `- ignoreQueryParameters: ${input.ignoreQueryParameters}`,
]

const batchLines = (input: BatchJobInput): string[] => [
  `- urls: ${input.lines}, the first ${code(input.url)}`,
  `- limit: ${input.limit}`,
  `- output: ${input.output.join(', ')}`,
  `- method: ${input.page.method}`,
]

/** Who is told of the job, without addresses. */
function toldLine({ notifyPlan }: JobInput): string[] {
  const { webhook = null, email = false } = notifyPlan ?? {}
  const events = Object.entries(webhook ?? {}).flatMap(([event, isWanted]) => (isWanted ? [event] : []))
  const told = [...(webhook === null ? [] : [`webhook (${events.join(', ')})`]), ...(email ? ['e-mail'] : [])]
  return told.length === 0 ? [] : [`- told by: ${told.join(', ')}`]
}

/** What the API answers of the job. */
const apiLines = ({ kind, id }: JobInput): string[] => [
  `- status: \`GET ${jobPaths[kind]}/${id}\``,
  `- pages: \`GET ${jobPaths[kind]}/${id}/urls\`, those that failed with \`?state=failed\``,
  `- cancel: \`DELETE ${jobPaths[kind]}/${id}\``,
]

const commonLines = (input: JobInput): string[] => [
  `- tenant: ${code(input.tenant)}`,
  `- render: ${input.page.render}`,
  ...(input.page.sessionId == null ? [] : [`- session: ${code(input.page.sessionId)}`]),
  `- onlyMainContent: ${input.page.onlyMainContent}`,
  `- page timeout: ${input.page.timeoutMs} ms`,
  `- scheduleToCloseTimeoutSecs: ${input.scheduleToCloseTimeoutSecs}`,
  `- heartbeatTimeoutSecs: ${input.heartbeatTimeoutSecs}`,
  ...(input.priority === undefined ? [] : [`- priority: ${input.priority}`]),
  `- request id: ${code(input.requestId)}`,
  ...toldLine(input),
  ...apiLines(input),
]

/** The options of a job as Markdown; nothing a caller may hold secret is among them. */
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

/** One line about a job that is finalised again. */
export const finaliseSummary = ({ jobId }: Pick<FinaliseAgainInput, 'jobId'>): string => `${jobId}, finalised again`

/** One line about an event that is sent again. */
export const redeliverySummary = ({ eventId }: RedeliveryInput): string => `webhook ${eventId}, sent again`

/** Whose event is sent again, and where its tries are; nothing of the receiver. */
export const redeliveryDetails = ({ jobId, tenant, eventId }: RedeliveryInput): string =>
  [
    `- event: ${code(eventId)}`,
    `- job: ${code(jobId)}`,
    `- tenant: ${code(tenant)}`,
    '- receiver and headers are sealed; every try: the API\'s list of webhook deliveries of the job, with `"redelivery": true`',
  ].join('\n')
