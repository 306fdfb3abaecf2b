/**
 * Contents read from one sitemap file, and how the readers of its forms report them.
 */

/** One entry, as written; the URL may be relative. */
export interface SitemapUrl {
  url: string
  /** As written: a W3C date, or an RFC 822 date in RSS. */
  lastmod?: string
  /** Title of a feed item, news entry, video or image; as written, which may be HTML in feeds. */
  title?: string
  /** Description of a feed item or a video; as written, like a title. */
  description?: string
}

/** Contents of a file. */
export interface SitemapFile {
  /** `unknown`: not a sitemap, for example an HTML page. */
  kind: 'urlset' | 'index' | 'text' | 'feed' | 'unknown'
  /** In document order. */
  urls: SitemapUrl[]
  /** URLs of further sitemaps, in document order, as written. */
  sitemaps: string[]
  /** True when a cap ended the reading. */
  truncated: boolean
  warnings: string[]
}

/** Caps of one file. */
export interface SitemapCaps {
  /** Maximum number of entries, pages and sitemaps together. */
  entriesMax: number
  /** Maximum size after gunzip, in bytes. */
  decodedBytesMax: number
  /** Whether titles and descriptions are read. @default false */
  texts?: boolean
}

/** Takes the text of a file piece by piece; `write` returns true once no more text is needed. */
export interface SitemapReader {
  write(text: string): boolean
  end(): void
}

/** Records that the entry cap was reached; always returns true, because no more text is needed then. */
export function entriesFull(file: SitemapFile, caps: SitemapCaps): true {
  file.truncated = true
  file.warnings.push(`more than ${caps.entriesMax} entries, the rest was not read`)
  return true
}
