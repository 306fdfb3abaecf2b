/** What the API states about the content of a page, from its extraction. */
import type { JsonReport } from '../api/schemas/json-report.ts'
import type { ScrapeMetadata } from '../api/schemas/scrape-result.ts'
import type { PageMetadata } from './extraction.ts'

/** The extraction of a page, as far as its metadata is concerned. */
export interface MetadataSource {
  /** Null without an extraction. */
  page: PageMetadata | null
  /** The media type of the answer, used without an extraction; null when it is not known. */
  contentType: string | null
  extractor: string | null
  jsonReport: JsonReport | undefined
  /** Why the output is less than requested. */
  degraded: string | null
}

/** Returns the metadata of a page in the names of the API. */
export function scrapeMetadata({ page, contentType, extractor, jsonReport, degraded }: MetadataSource): ScrapeMetadata {
  return {
    title: page?.title ?? null,
    description: page?.description ?? null,
    language: page?.language ?? null,
    canonical_url: page?.canonicalUrl ?? null,
    author: page?.author ?? null,
    published_time: page?.publishedTime ?? null,
    modified_time: page?.modifiedTime ?? null,
    site_name: page?.siteName ?? null,
    favicon: page?.favicon ?? null,
    robots: page?.robots ?? null,
    content_type: page?.contentType ?? contentType ?? '',
    charset: page?.charset ?? null,
    pages: page?.pages ?? null,
    word_count: page?.wordCount ?? 0,
    og: page?.og ?? {},
    json_ld: page?.jsonLd ?? [],
    extractor: extractor ?? 'none',
    ...(jsonReport === undefined ? {} : { json: jsonReport }),
    ...(degraded === null ? {} : { degraded }),
  }
}
