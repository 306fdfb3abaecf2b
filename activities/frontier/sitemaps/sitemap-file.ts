/**
 * What is read from one sitemap file, and how a reader of one of its forms reports it.
 */

/** One entry, as written; maybe relative. */
export interface SitemapUrl {
  url: string
  /** As written; a W3C date, or RFC 822 in RSS. */
  lastmod?: string
  /** Of an item of a feed, of news, a video or a picture; as written, which in feeds may be HTML. */
  title?: string
  /** Of an item of a feed, or of a video; as a title. */
  description?: string
}

/** What a file says. */
export interface SitemapFile {
  /** `unknown` is what is no sitemap, an HTML page for example. */
  kind: 'urlset' | 'index' | 'text' | 'feed' | 'unknown'
  /** In document order. */
  urls: SitemapUrl[]
  /** Addresses of further sitemaps, in document order, as written. */
  sitemaps: string[]
  /** True when a cap stopped the reading. */
  truncated: boolean
  warnings: string[]
}

/** Caps of one file. */
export interface SitemapCaps {
  /** Entries, pages and sitemaps together. */
  entriesMax: number
  /** After gunzip. */
  decodedBytesMax: number
  /** Whether titles and descriptions are read. @default false */
  texts?: boolean
}

/** Takes the text of a file piece by piece; true once nothing more is wanted. */
export interface SitemapReader {
  write(text: string): boolean
  end(): void
}

/** Notes that the entry cap was reached; always true, because nothing more is wanted then. */
export function entriesFull(file: SitemapFile, caps: SitemapCaps): true {
  file.truncated = true
  file.warnings.push(`more than ${caps.entriesMax} entries, the rest was not read`)
  return true
}
