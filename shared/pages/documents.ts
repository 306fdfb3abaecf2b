/**
 * Documents that are not HTML: for each kind, a converter writes an HTML page. Links, metadata, clean HTML and Markdown
 * are then extracted from that page as from any other.
 */

/** Kinds of documents that are converted. */
export const documentKinds = [
  'pdf',
  'docx',
  'xlsx',
  'pptx',
  'odt',
  'ods',
  'odp',
  'rtf',
  'epub',
  'csv',
  'feed',
  'image',
] as const
export type DocumentKind = (typeof documentKinds)[number]

/** A document to convert. */
export interface DocumentSource {
  kind: DocumentKind
  bytes: Uint8Array<ArrayBuffer>
  /** Decoded text of text kinds (`csv`, `feed`); empty for binary kinds. */
  text: string
  /** Final URL; names the document when it has no title. */
  url: string
  mediaType: string
  /** CPU time of the thread (`readingTimeMs`) at which the converter stops and returns what it has. */
  deadlineMs: number
}

/** Result of a converter. */
export interface ConvertedDocument {
  /**
   * A whole page with everything escaped. The metadata of the document is in `title`, `meta name="author"`, `meta
   * name="description"`, `meta property="article:published_time"` and `article:modified_time`, and `html lang`; its
   * content is in `body`, in document order.
   */
  html: string
  /** Number of pages, sheets or slides; null for a document without them. */
  pages: number | null
  /** The first cap that cut the document short (`page_cap`, `row_cap`, `time_budget` ...); null when it is complete. */
  degraded: string | null
  warnings: string[]
}

/**
 * Converts a document of one kind.
 * @throws UnreadableContentError when it is encrypted, broken, or exceeds a cap so that nothing can be shown.
 */
export type DocumentConverter = (source: DocumentSource) => Promise<ConvertedDocument>
