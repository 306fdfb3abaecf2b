/**
 * What the extraction pool takes and gives: bytes of one response in, every wanted form out.
 * The page path, the pool and its threads share these shapes and nothing else.
 */
import type { ContentOptions } from '../tasks/content-options.ts'
import type { TextFormat } from '../tasks/job-input.ts'
import type { TextPlan } from '../api/schemas/answer-texts.ts'
import type { JsonReport } from '../api/schemas/json-report.ts'
import type { Verdict } from './verdict.ts'
import type { Redaction } from './redaction.ts'
import type { TextFacts } from './redaction.ts'

/** One page to extract. `bytes` belongs to the extractor from then on: a large page is transferred to the thread. */
export interface ExtractRequest extends ContentOptions {
  /** Final URL: the base of relative links unless the page names another. */
  url: string
  bytes: Uint8Array<ArrayBuffer>
  /** Value of the Content-Type header, or null. */
  contentType: string | null
  formats: readonly TextFormat[]
  /** Whether `og` and `jsonLd` of the metadata are wanted; both are empty otherwise. @default false */
  structuredData?: boolean
  /** Whether the page will be compared with others; the sketch is empty otherwise. */
  compared: boolean
  /** Whether a browser wrote the page: what consent managers put into it is no content then. @default false */
  rendered?: boolean
  /** Whether links that differ in a route behind `#` are different pages. @default false */
  hashRoutes?: boolean
  /** What came with the page, when it is to be judged; absent = it is not. */
  judged?: JudgedResponse
  /** What to look for besides, in the page as it is; absent = nothing. */
  probes?: PageProbes
  /** The caller's schema for the format `json`; absent where there is none, and nothing is filled then. */
  jsonSchema?: Record<string, unknown>
  /** What is taken out of everything the page comes to, but for what was found of `probes`; absent = nothing. */
  redaction?: PageRedaction
}

/** What is taken out of a page. */
export interface PageRedaction extends Redaction {
  /** Which texts of its metadata are somebody else's: names as the API has them. */
  metadata: TextPlan
}

/** A text that is redacted apart from a page. */
export interface GivenText extends TextFacts {
  text: string
}

/** What is to be looked for in a page. */
export interface PageProbes {
  /** CSS. */
  selectors: readonly string[]
  /** Parts of the visible text, in any case. */
  texts: readonly string[]
}

/** What of that is there. */
export interface ProbedPage {
  /** Null where it cannot be told. */
  selectors: Record<string, boolean | null>
  texts: Record<string, boolean>
}

/** What judging a page needs besides its text. */
export interface JudgedResponse {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
  /** CSS; a page without a match needs a browser. Null = nothing is waited for. */
  waitSelector: string | null
}

/**
 * Where in a page a link stands; see `linkReference` for what counts. `role-link` and `onclick` are
 * elements that only a script makes links of.
 */
export type LinkSource =
  | 'a'
  | 'area'
  | 'iframe'
  | 'link-next'
  | 'link-alternate'
  | 'meta-refresh'
  | 'role-link'
  | 'onclick'

/** A link of the whole page: absolute http(s) URL, without fragment unless that is a route that was asked for; in document order, no repeats. */
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
  /** Who wrote it; several are joined by a comma. */
  author: string | null
  /** ISO 8601, as precise as the page says: a date, or a date with time and offset. */
  publishedTime: string | null
  modifiedTime: string | null
  /** Absolute URL. */
  favicon: string | null
  siteName: string | null
  /** OpenGraph properties without their prefix; a repeated one is a list. */
  og: Record<string, string | string[]>
  /** JSON-LD items, graphs taken apart, in document order. */
  jsonLd: unknown[]
  /** Of a paged document, all of them; null for everything else. */
  pages: number | null
  /** Words of the content that was chosen. */
  wordCount: number
  contentType: string
  charset: string | null
}

/** What a page says of itself: its metadata without what only the response or the chosen content tells. */
export type StatedMetadata = Omit<PageMetadata, 'contentType' | 'charset' | 'pages' | 'wordCount'>

export type ExtractedOutputs = Partial<{
  markdown: string
  html: string
  clean_html: string
  links: string[]
  /** What the schema was filled with; null when nothing was found. */
  json: unknown
}>

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
  /** Which way made the main content: `blocks`, `readability`, `whole-page`, `pdf`, `text` … */
  extractor: string
  /** Why the output is less than asked for (`time_budget`, `depth_cap` …), or null. */
  degraded: string | null
  /** Of the format `json`; absent where no schema was filled. */
  jsonReport?: JsonReport
  /** Absent where nothing was looked for. */
  probed?: ProbedPage
  /** Null when the page was not to be judged. */
  verdict: Verdict | null
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

/** Why content cannot be read. */
export type ContentFault =
  /** No extractor reads the type. */
  | 'unsupported_content_type'
  /** A password is needed. */
  | 'encrypted_document'
  /** The type is known, the bytes are not what it asks for. */
  | 'broken_document'
  /** Beyond the caps for its type: bytes, entries, or the time and memory of a page. */
  | 'document_too_large'
  /** Pages that are pictures, or fonts that do not tell their characters: nothing can be read without text recognition. */
  | 'document_without_text'

/** The content cannot be read; the page fails with this code. */
export class UnreadableContentError extends Error {
  override readonly name = 'UnreadableContentError'
  readonly code: ContentFault

  constructor(code: ContentFault, message: string) {
    super(message)
    this.code = code
  }
}

/** A pool of killable threads; `close` ends them. */
export interface Extractor {
  /**
   * Extracts one page within its time and memory budget; a page over budget degrades to plain text.
   * @param tenant whose page it is: tenants take turns.
   * @throws UnreadableContentError saying why the bytes cannot be read.
   */
  extract(request: ExtractRequest, tenant: string): Promise<PackedResult>
  /**
   * Settles when there is room for another page of the tenant: to be waited for before a page is loaded, since its
   * bytes are in memory from then on. `extract` itself always takes a page.
   */
  room(tenant: string): Promise<void>
  /**
   * Takes secrets out of texts, before any page that waits.
   * @param texts a few: all of them are copied to a thread, and back.
   * @param tenant whose texts they are: tenants take turns.
   * @returns the texts in order; each is the mark of a secret where they were more than a thread could do.
   */
  redact(texts: readonly GivenText[], redaction: Redaction, tenant: string): Promise<string[]>
  close(): Promise<void>
}
