/**
 * Documents that are no HTML: each kind has a converter that writes an HTML page of its own making.
 * Links, metadata, clean HTML and Markdown are then made from that page as from any other.
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

/** What there is to convert. */
export interface DocumentSource {
  kind: DocumentKind
  bytes: Uint8Array<ArrayBuffer>
  /** Decoded text of the kinds that are text (`csv`, `feed`); empty for binary ones. */
  text: string
  /** Final URL; names the document where it has no title. */
  url: string
  mediaType: string
  /** Monotonic time (`performance.now()`) at which a converter stops with what it has. */
  deadlineMs: number
}

/** What a converter makes of it. */
export interface ConvertedDocument {
  /**
   * A whole page, everything escaped: what the document says of itself as `title`, `meta name="author"`,
   * `meta name="description"`, `meta property="article:published_time"` and `article:modified_time`,
   * `html lang`; its content in `body`, in document order.
   */
  html: string
  /** Pages, sheets or slides the document has; null where it has none. */
  pages: number | null
  /** Caps that cut it short (`page_cap`, `row_cap`, `time_budget` …), the first of them; null when it is whole. */
  degraded: string | null
  warnings: string[]
}

/**
 * Converts a document of one kind.
 * @throws UnreadableContentError when it is encrypted, broken or beyond a cap that leaves nothing to show.
 */
export type DocumentConverter = (source: DocumentSource) => Promise<ConvertedDocument>
