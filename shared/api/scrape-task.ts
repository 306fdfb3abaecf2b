/** What the gateway asks a scrape worker for: requests in which nothing is wrong, every default filled in. */
import type { PageOptions, ScreenshotFormat, SitemapMode, TextFormat } from './job-input.ts'

/** `POST /scrape` on a scrape worker. The deadline of the whole call travels as a header. */
export interface ScrapeTask {
  /** WHATWG serialisation, with its fragment: pages route by it. */
  url: string
  /** Whose page it is; callers share no cache. */
  tenant: string
  page: PageOptions
  formats: TextFormat[]
  /** Null = none. */
  screenshot: ScreenshotFormat | null
}

/** `POST /map` on a scrape worker. */
export interface MapTask {
  /** WHATWG serialisation without its fragment. */
  url: string
  tenant: string
  sitemap: SitemapMode
  includeSubdomains: boolean
  ignoreQueryParameters: boolean
  ignoreCache: boolean
  limit: number
  timeoutMs: number
  /** Words that links are ranked by; null = none. */
  search: string | null
}
