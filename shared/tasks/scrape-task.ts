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
  /** The session to use; null or absent = a new implicit one. */
  sessionId?: string | null
}

/** `POST /proxies` on a scrape worker: whether what a request pins is configured. */
export interface ProxyTask {
  /** `auto`, a tier, or the name of a provider. */
  proxy: string
  /** ISO 3166-1 alpha-2, upper case; null = any. */
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
  /** Words that links are ranked by; null = none. */
  search: string | null
}

export const serpEngines = ['google', 'bing', 'duckduckgo'] as const
export type SerpEngine = (typeof serpEngines)[number]

/** `GET /serp` on a scrape worker. */
export interface SerpTask {
  tenant: string
  query: string
  engine: SerpEngine
  /** ISO 3166-1 alpha-2, upper case; null = as it comes. */
  country: string | null
  /** BCP 47, as the caller wrote it in its canonical form; null = as it comes. */
  language: string | null
  numResults: number
  /** From 1. */
  page: number
  safeSearch: 'off' | 'moderate' | 'strict'
  timeRange: 'd' | 'w' | 'm' | 'y' | null
  device: 'desktop' | 'mobile'
  /** `fast`: what one back-end has at once; `full`: other back-ends for what is missing or blocked, browser included. */
  mode: 'fast' | 'full'
}
