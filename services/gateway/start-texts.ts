/** What operators read about a job in the Temporal Web UI: one line, and the main options. */
import type { CrawlJobInput } from '@seine/shared/api/job-input.ts'
import { operatorTextLimits } from '@seine/shared/config/limits.ts'

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

/** `crawl <start URL> · limit N`; a long URL gives way, the limit stays. */
export function startSummary(input: CrawlJobInput): string {
  const tail = ` · limit ${input.limit}`
  const room = operatorTextLimits.summaryMaxBytes - Buffer.byteLength(`${input.kind} ${tail}`)
  return `${input.kind} ${headWithinBytes(input.url, room)}${tail}`
}

const code = (text: string): string => `\`${text.replaceAll('`', "'").replaceAll(/\s+/g, ' ')}\``

function patternLine(name: string, patterns: readonly string[]): string[] {
  if (patterns.length === 0) return []
  const listed = patterns.slice(0, operatorTextLimits.listedPatternsMax).map((pattern) => code(pattern))
  const more = patterns.length - listed.length
  return [`- ${name}: ${listed.join(', ')}${more > 0 ? ` and ${more} more` : ''}`]
}

/** The options of a job as Markdown; nothing a caller may hold secret is among them. */
export function startDetails(input: CrawlJobInput): string {
  const lines = [
    `- url: ${code(input.url)}`,
    `- limit: ${input.limit}`,
    `- output: ${input.output.join(', ')}`,
    `- sitemap: ${input.sitemap}`,
    `- maxDiscoveryDepth: ${input.maxDiscoveryDepth ?? 'unlimited'}`,
    `- crawlEntireDomain: ${input.crawlEntireDomain}`,
    `- allowSubdomains: ${input.allowSubdomains}`,
    `- ignoreQueryParameters: ${input.ignoreQueryParameters}`,
    `- onlyMainContent: ${input.page.onlyMainContent}`,
    `- page timeout: ${input.page.timeoutMs} ms`,
    `- scheduleToCloseTimeoutSecs: ${input.scheduleToCloseTimeoutSecs}`,
    `- heartbeatTimeoutSecs: ${input.heartbeatTimeoutSecs}`,
    `- request id: ${code(input.requestId)}`,
    ...patternLine('includePaths', input.includePaths),
    ...patternLine('excludePaths', input.excludePaths),
  ]
  return headWithinBytes(lines.join('\n'), operatorTextLimits.detailsMaxBytes)
}
