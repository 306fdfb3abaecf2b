/** Formats results of routes as text for models. */
import { mcpLimits } from '../tool/mcp-limits.ts'

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 1))

/** Formats the content of a page: one format as it is, several under their names. */
export function contentText(data: unknown): string {
  const formats = Object.entries((data ?? {}) as Record<string, unknown>).filter(([, value]) => value !== null)
  const [only] = formats
  if (only !== undefined && formats.length === 1) return asText(only[1])
  return formats.map(([name, value]) => `--- ${name} ---\n\n${asText(value)}`).join('\n\n')
}

/** Returns the warnings of an answer, bounded. */
export function boundedWarnings(warnings: unknown): string[] {
  if (!Array.isArray(warnings)) return []
  return (warnings as unknown[])
    .slice(0, mcpLimits.warningsMax)
    .map((warning) => String(warning).slice(0, mcpLimits.warningMaxCharacters))
}

interface LinkFacts {
  url?: unknown
  title?: unknown
  description?: unknown
}

/** Formats the links of a map, one a line. */
export const linksText = (links: unknown): string =>
  ((links ?? []) as LinkFacts[])
    .map(({ url, title, description }) =>
      [url, title, description].filter((part) => typeof part === 'string' && part !== '').join(' | '),
    )
    .join('\n')

interface ResultFacts {
  position?: unknown
  title?: unknown
  link?: unknown
  snippet?: unknown
}

/** Formats the results of a search, a paragraph each. */
export const resultsText = (organic: unknown): string =>
  ((organic ?? []) as ResultFacts[])
    .map(
      ({ position, title, link, snippet }) =>
        `${String(position)}. ${String(title)}\n${String(link)}\n${String(snippet)}`,
    )
    .join('\n\n')

interface CallFacts {
  method?: unknown
  status?: unknown
  resource_type?: unknown
  url?: unknown
}

/** Formats captured calls as a table: index, method, status, type and URL. */
export const callsText = (calls: readonly unknown[]): string =>
  (calls as CallFacts[])
    .map(({ method, status, resource_type: type, url }, index) =>
      [index, method, status ?? '-', type, url].map((part) => String(part)).join(' '),
    )
    .join('\n')
