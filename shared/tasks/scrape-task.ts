/** Tasks that the gateway sends to a scrape worker: validated requests with every default filled in. */
import type { PageOptions, SitemapMode } from './job-input.ts'
import type { ScreenshotFormat, TextFormat } from './formats.ts'

/** `POST /scrape` on a scrape worker. The deadline of the whole call travels as a header. */
export interface ScrapeTask {
  /** WHATWG serialisation with its fragment, because pages may use it for routing. */
  url: string
  /** Tenant of the page; tenants do not share a cache. */
  tenant: string
  page: PageOptions
  formats: TextFormat[]
  /** null: none. */
  screenshot: ScreenshotFormat | null
  /** The session to use; null or absent: a new implicit one. */
  sessionId?: string | null
}

/** `POST /proxies` on a scrape worker: checks whether the proxy that a request names is configured. */
export interface ProxyTask {
  /** `auto`, a tier, or the name of a provider. */
  proxy: string
  /** ISO 3166-1 alpha-2, upper case; null: any. */
  geolocation: string | null
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
  /** Words by which links are ranked; null: none. */
  search: string | null
}

export const serpEngines = ['google', 'bing', 'duckduckgo'] as const
export type SerpEngine = (typeof serpEngines)[number]

/** `GET /serp` on a scrape worker. */
export interface SerpTask {
  tenant: string
  query: string
  engine: SerpEngine
  /** ISO 3166-1 alpha-2, upper case; null: the engine's default. */
  country: string | null
  /** BCP 47 tag of the caller in canonical form; null: the engine's default. */
  language: string | null
  numResults: number
  /** From 1. */
  page: number
  safeSearch: 'off' | 'moderate' | 'strict'
  timeRange: 'd' | 'w' | 'm' | 'y' | null
  device: 'desktop' | 'mobile'
  /**
   * `fast`: the results that one back-end returns at once. `full`: also asks other back-ends for missing or blocked
   * results, including a browser.
   */
  mode: 'fast' | 'full'
}
