/**
 * A page as a document of the Firecrawl wire form: content under its names, metadata in camelCase. The answers under
 * `/v2` and the webhooks of jobs that were started there share it.
 */
import type { ScrapeMetadata, ScrapeResult } from '../api/schemas/scrape-result.ts'

/** A page in our form, from a scrape or from the pages of a job. */
export interface WirePage {
  /** As asked for. */
  url: string
  /** Identifies a document of a job; absent for a scrape. */
  id?: string
  finalUrl: string | null
  status: number | null
  /** Content by our formats. */
  output: Readonly<Record<string, unknown>>
  metadata: Partial<ScrapeMetadata>
  warnings: readonly string[]
  /** Members of the metadata that only one source has. */
  more?: Readonly<Record<string, unknown>>
}

export type WireDocument = Record<string, unknown> & { metadata: Record<string, unknown> }

/** Our formats by their members of a document. */
const members = {
  markdown: 'markdown',
  clean_html: 'html',
  html: 'rawHtml',
  links: 'links',
  json: 'json',
  screenshot: 'screenshot',
  screenshot_full_page: 'screenshot',
} as const

/** Returns the member of a document that has the content of a format. */
export const memberOf = (format: keyof typeof members): string => members[format]

/** Open Graph properties that may have several values; of all others the first counts. */
const listProperties = new Set(['locale:alternate'])

/** Open Graph properties that are metadata of their own. */
const knownProperties: Readonly<Record<string, string>> = {
  'article:published_time': 'publishedTime',
  'article:modified_time': 'modifiedTime',
}

/** Converts `site_name` to `ogSiteName`. */
const openGraphName = (property: string): string =>
  knownProperties[property] ??
  `og${property
    .split(/[_:]/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('')}`

function openGraph(og: unknown): Record<string, string | string[]> {
  const properties = Object.entries((og ?? {}) as Record<string, string | string[]>)
  return Object.fromEntries(
    properties.flatMap(([property, value]) => {
      const values = Array.isArray(value) ? value : [value]
      const [first] = values
      if (first === undefined) return []
      return [[openGraphName(property), listProperties.has(property) ? values : first]]
    }),
  )
}

const withoutNulls = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

/** Returns the document of a page. Members are always in the same order: SDKs compare documents as text. */
export function documentOf(page: WirePage): WireDocument {
  const { metadata } = page
  const content = Object.entries(members).flatMap(([format, member]) =>
    page.output[format] === undefined || page.output[format] === null ? [] : [[member, page.output[format]] as const],
  )
  return {
    ...(page.id === undefined ? {} : { docId: page.id }),
    ...Object.fromEntries(content),
    ...(page.warnings.length === 0 ? {} : { warning: page.warnings.join('; ') }),
    metadata: {
      ...openGraph(metadata.og),
      ...withoutNulls({
        title: metadata.title,
        description: metadata.description,
        language: metadata.language,
        robots: metadata.robots,
        favicon: metadata.favicon,
        author: metadata.author,
        publishedTime: metadata.published_time,
        modifiedTime: metadata.modified_time,
        contentType: metadata.content_type,
        numPages: metadata.pages,
        sourceURL: page.url,
        url: page.finalUrl ?? page.url,
        statusCode: page.status,
        ...page.more,
        creditsUsed: 1,
      }),
    },
  }
}

/** The kinds of proxies by the tier of the attempt that loaded the page. */
const proxyWords = { none: 'basic', basic: 'basic', enhanced: 'stealth', premium: 'stealth' } as const

/**
 * Returns the document of a scrape.
 * @param warnings of the translation, in addition to those of the page.
 */
export function scrapedDocument(result: ScrapeResult, warnings: readonly string[]): WireDocument {
  const winner = result.attempts.find(({ index }) => index === result.winning_attempt)
  const cachedAt = result.cached_at
  return documentOf({
    url: result.url,
    finalUrl: result.final_url,
    status: result.status,
    output: result.data,
    metadata: result.metadata,
    warnings: [...warnings, ...result.warnings],
    more: {
      scrapeId: result.request_id,
      proxyUsed: winner === undefined ? null : proxyWords[winner.proxy_tier],
      cacheState: cachedAt === null ? 'miss' : 'hit',
      cachedAt,
    },
  })
}
