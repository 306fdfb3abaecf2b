/**
 * What the extraction pool takes and gives: bytes of one response in, every wanted form out.
 * The page path, the pool and its threads share these shapes and nothing else.
 */
import type { TextFormat } from '@seine/shared/api/job-input.ts'

/** One page to extract. `bytes` belongs to the extractor from then on: a large page is transferred to the thread. */
export interface ExtractRequest {
  /** Final URL: the base of relative links unless the page names another. */
  url: string
  bytes: Uint8Array<ArrayBuffer>
  /** Value of the Content-Type header, or null. */
  contentType: string | null
  formats: readonly TextFormat[]
  onlyMainContent: boolean
  /** Whether the page will be compared with others; the sketch is empty otherwise. */
  compared: boolean
}

/** Where in a page a link stands. */
export type LinkSource = 'a' | 'area' | 'iframe' | 'link-next' | 'link-alternate' | 'meta-refresh'

/** A link of the whole page: absolute http(s) URL without fragment, in document order, no repeats. */
export interface PageLink {
  url: string
  text: string
  nofollow: boolean
  source: LinkSource
}

/** Facts about the page; null where the page does not say. */
export interface PageMetadata {
  title: string | null
  description: string | null
  language: string | null
  canonicalUrl: string | null
  /** Content of meta robots, lower case. */
  robots: string | null
  contentType: string
  charset: string | null
}

export type ExtractedOutputs = Partial<{ markdown: string; html: string; clean_html: string; links: string[] }>

/**
 * What a page says, small enough to compare pages by. Tokens that stand in the page's own URL do
 * not count, so that a page which differs from another in its number alone says the same.
 */
export interface TextSketch {
  /** Hash of the whole text as it stands, 53 bits. */
  exact: number
  /** Hash of the words and figures outside links, 53 bits; 0 where the URL has no family. */
  facts: number
  /** The least hashes of the text's word triples, digits and names of months and days left out. */
  least: number[]
}

/** What came of one page. */
export interface ExtractResult {
  links: PageLink[]
  /** Distinct links beyond `frontierLimits.linksPerPageMax`, which are counted and not kept. */
  linksDropped: number
  sketch: TextSketch
  outputs: ExtractedOutputs
  metadata: PageMetadata
  /** Which way made the main content: `main-element`, `whole-page`, `text` … */
  extractor: string
  /** Why the output is less than asked for (`time_budget`, `depth_cap` …), or null. */
  degraded: string | null
  warnings: string[]
  elapsedMs: number
}

/** A result as the pool gives it. */
export interface PackedResult extends Omit<ExtractResult, 'links' | 'outputs'> {
  /** URLs of the links. */
  links: string[]
  /** `ExtractedOutputs` as JSON in UTF-8. */
  outputs: Uint8Array<ArrayBuffer>
}

/** The content is of a type no extractor reads; the page fails with this code. */
export class UnsupportedContentError extends Error {
  override readonly name = 'UnsupportedContentError'
  readonly code = 'unsupported_content_type'
}

/** A pool of killable threads; `close` ends them. */
export interface Extractor {
  /**
   * Extracts one page within its time and memory budget; a page over budget degrades to plain text.
   * @throws UnsupportedContentError when the bytes are of a type no extractor reads.
   */
  extract(request: ExtractRequest): Promise<PackedResult>
  close(): Promise<void>
}
