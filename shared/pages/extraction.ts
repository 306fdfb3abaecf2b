/**
 * Input and output of the extraction pool: the bytes of one response in, all requested formats out. The page path, the
 * pool and its threads share only these shapes.
 */
import type { ContentOptions } from '../tasks/content-options.ts'
import type { TextFormat } from '../tasks/formats.ts'
import type { TextPlan } from '../api/schemas/answer-texts.ts'
import type { JsonReport } from '../api/schemas/json-report.ts'
import type { Verdict } from './verdict.ts'
import type { Redaction } from './redaction.ts'
import type { TextFacts } from './redaction.ts'

/**
 * One page to extract. `bytes` belongs to the extractor from the call on: a large page is transferred to the thread,
 * and a small one is freed after its extraction.
 */
export interface ExtractRequest extends ContentOptions {
  /** Final URL: the base of relative links unless the page sets another one. */
  url: string
  bytes: Uint8Array<ArrayBuffer>
  /** Value of the Content-Type header; null when absent. */
  contentType: string | null
  formats: readonly TextFormat[]
  /** @default 'plain' */
  metadata?: MetadataDepth
  /** Whether the page will be compared with others; the sketch is empty otherwise. */
  compared: boolean
  /** Whether a browser wrote the page: elements that consent managers added are not content then. @default false */
  rendered?: boolean
  /** Whether links that differ in a route after `#` are different pages. @default false */
  hashRoutes?: boolean
  /** The response, when the page is to be judged; absent: it is not judged. */
  judged?: JudgedResponse
  /** Selectors and texts to search for in the unmodified page; absent: none. */
  probes?: PageProbes
  /** The caller's schema for the format `json`; absent if none exists, and nothing is filled then. */
  jsonSchema?: Record<string, unknown>
  /** Secrets to remove from all results, apart from the results of `probes`; absent: none. */
  redaction?: PageRedaction
}

/**
 * How much of the metadata to read; the rest is null or empty. `head`: title, description, robots and site name, and
 * as word count whether there are any words (0 or 1). `plain`: everything but `og` and `jsonLd`.
 */
export type MetadataDepth = 'head' | 'plain' | 'structured'

/** Secrets to remove from a page. */
export interface PageRedaction extends Redaction {
  /** Which texts of its metadata come from the site: names as the API has them. */
  metadata: TextPlan
}

/** A text that is redacted separately from a page. */
export interface GivenText extends TextFacts {
  text: string
}

/** Selectors and texts to search for in a page. */
export interface PageProbes {
  /** CSS selectors. */
  selectors: readonly string[]
  /** Parts of the visible text, case-insensitive. */
  texts: readonly string[]
}

/** Which of them were found. */
export interface ProbedPage {
  /** null when it cannot be determined. */
  selectors: Record<string, boolean | null>
  texts: Record<string, boolean>
}

/** The response data that judging a page needs in addition to its text. */
export interface JudgedResponse {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  /** CSS selector; a page without a match needs a browser. null: no selector is required. */
  waitSelector: string | null
}

/** Metadata of the page; null when the page does not state it. */
export interface PageMetadata {
  title: string | null
  description: string | null
  language: string | null
  canonicalUrl: string | null
  /** Content of meta robots, lower case. */
  robots: string | null
  /** Author; several are joined by a comma. */
  author: string | null
  /** ISO 8601, as precise as the page states it: a date, or a date with time and offset. */
  publishedTime: string | null
  modifiedTime: string | null
  /** Absolute URL. */
  favicon: string | null
  siteName: string | null
  /** OpenGraph properties without their prefix; a repeated property is a list. */
  og: Record<string, string | string[]>
  /** JSON-LD items in document order; graphs are split into their items. */
  jsonLd: unknown[]
  /** Total number of pages of a paged document; null for everything else. */
  pages: number | null
  /** Words of the selected content. */
  wordCount: number
  contentType: string
  charset: string | null
}

/** Metadata that the page states itself, without the values that come from the response or the selected content. */
export type StatedMetadata = Omit<PageMetadata, 'contentType' | 'charset' | 'pages' | 'wordCount'>

export type ExtractedOutputs = Partial<{
  markdown: string
  html: string
  clean_html: string
  links: string[]
  /** The filled schema; null when nothing was found. */
  json: unknown
}>

/**
 * A small representation of a page's text by which pages are compared. Tokens that occur in the page's own URL do not
 * count, so that pages that differ only in their number have the same sketch.
 */
export interface TextSketch {
  /** Hash of the whole unmodified text, 53 bits. */
  exact: number
  /** Hash of the words and numbers outside links, 53 bits; 0 when the URL has no family. */
  facts: number
  /** The smallest hashes of the text's word triples, without digits and names of months and days. */
  least: number[]
}

/** The body of a response after its content coding was removed. */
export interface BodyDigest {
  bytes: number
  /** Hex. */
  sha256: string
}

/** Result of one page. */
export interface ExtractResult {
  /** Absent when no thread could read the page, and in results of older workers. */
  body?: BodyDigest
  /**
   * Links of the whole page: absolute http(s) URLs, without a fragment unless that is a requested route. In document
   * order, without repeats.
   */
  links: string[]
  /** Distinct links beyond `frontierLimits.linksPerPageMax`, which are only counted. */
  linksDropped: number
  sketch: TextSketch
  outputs: ExtractedOutputs
  metadata: PageMetadata
  /** What produced the main content: `blocks`, `readability`, `whole-page`, `pdf`, `text` ... */
  extractor: string
  /** Why the output is less than requested (`time_budget`, `depth_cap` ...); null when it is complete. */
  degraded: string | null
  /** Report of the format `json`; absent when no schema was filled. */
  jsonReport?: JsonReport
  /** Absent when nothing was searched for. */
  probed?: ProbedPage
  /** null when the page was not judged. */
  verdict: Verdict | null
  warnings: string[]
  elapsedMs: number
}

/** A result as the pool returns it. */
export interface PackedResult extends Omit<ExtractResult, 'outputs'> {
  /** `ExtractedOutputs` as JSON in UTF-8. */
  outputs: Uint8Array<ArrayBuffer>
}

/** Why content cannot be read. */
export type ContentFault =
  /** No extractor supports the type. */
  | 'unsupported_content_type'
  /** A password is required. */
  | 'encrypted_document'
  /** The type is known, but the bytes do not conform to it. */
  | 'broken_document'
  /** Exceeds the caps of its type: bytes, entries, or the time and memory of a page. */
  | 'document_too_large'
  /** Pages that are images, or fonts without a mapping to characters: reading them would need text recognition. */
  | 'document_without_text'

/** Thrown when content cannot be read; the page fails with its code. */
export class UnreadableContentError extends Error {
  override readonly name = 'UnreadableContentError'
  readonly code: ContentFault

  constructor(code: ContentFault, message: string) {
    super(message)
    this.code = code
  }
}

/** A pool of threads that can be ended at any time; `close` ends them. */
export interface Extractor {
  /**
   * Extracts one page within its time and memory budget; a page that exceeds it is reduced to plain text.
   * @param tenant of the page: tenants take turns.
   * @throws UnreadableContentError with the reason why the bytes cannot be read.
   */
  extract(request: ExtractRequest, tenant: string): Promise<PackedResult>
  /**
   * Settles when there is room for another page of the tenant. Await it before a page is loaded, because its bytes are
   * in memory from then on; `extract` itself never refuses a page.
   */
  untilCapacity(tenant: string): Promise<void>
  /**
   * Removes secrets from texts, ahead of any waiting page.
   * @param texts a small number: all of them are copied to a thread and back.
   * @param tenant of the texts: tenants take turns.
   * @returns the texts in order; each is replaced by the mark of a secret when they were too much for a thread.
   */
  redact(texts: readonly GivenText[], redaction: Redaction, tenant: string): Promise<string[]>
  close(): Promise<void>
}
