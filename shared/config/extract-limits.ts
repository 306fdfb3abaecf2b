/** Limits of judging and extracting pages, with the unit in the name, by the same rules as in `limits.ts`. */

/** Limits of reading a page to determine whether it needs a browser. */
export const judgeLimits = {
  /** A page with more elements is full of markup, so it is not an empty application shell. */
  elementsMax: 20_000,
  /** Open elements; deeper ones are counted with the last. */
  depthMax: 256,
  /** Attributes of one element. */
  attributesMaxCharacters: 600,
  /** One text. */
  textMaxCharacters: 64 * 1024,
  /** Scripts of a page that are examined, and as many scripts with data. */
  scriptsMax: 100,
  inlineScriptMaxCharacters: 50_000,
  inlineScriptsMaxCharacters: 200_000,
  /** All data of a page together. */
  dataMaxCharacters: 512 * 1024,
  /** Content of one noscript element. */
  noscriptMaxCharacters: 100_000,
  emptyIdsMax: 20,
  /** Placeholders in texts that are looked for in the source, and the part of the source that is searched. */
  placeholdersMax: 10,
  placeholderSourceMaxCharacters: 512 * 1024,
} as const

/** The pool of extraction threads. */
export const extractLimits = {
  /** Values of one data script that are searched for text. */
  dataValuesMax: 100_000,
  /** CPU time of a page for all its outputs together. */
  pageBudgetMs: 5_000,
  /** Wall time of a page or of a second attempt, as a multiple of its CPU time. */
  wallTimeFactor: 3,
  /** Heap and buffers of a thread while it works on a page; a thread that exceeds it is ended. */
  threadMemoryMaxMb: 512,
  /** Old generation limit of V8 itself. Reaching it inside a built-in function ends the whole process. */
  threadHeapMaxMb: 1_024,
  /** Young generation. V8 lets the memory of a thread grow by both generations, whether it is needed or not. */
  threadYoungHeapMaxMb: 24,
  /** Interval of memory checks of a thread that works on a page. */
  memoryLookIntervalMs: 100,
  /** Shortest interval of CPU time checks, so that a page close to its budget is not checked at every tick. */
  timeLookIntervalMinMs: 50,
  /** Bytes of all pages that wait for a thread; beyond it no further page should be started. */
  queueMaxBytes: 64 * 1024 * 1024,
  /** A thread is replaced after this many pages. A new one needs about a second of CPU until its code is compiled. */
  threadPagesMax: 10_000,
  /**
   * How long pages wait before another thread is started, or the spare one when a tenant has no thread and all have been
   * started.
   */
  threadAfterMs: 50,
  /** How long an unused spare thread is kept. */
  spareIdleMs: 60_000,
  /** Pause after a thread failed to start that was not the first of its pool. */
  startRetryMs: 10_000,
  markupMaxCharacters: 10_000_000,
  treeDepthMax: 512,
  treeNodesMax: 250_000,
  /** Text blocks that the block model reads; beyond them rules choose the content. */
  contentBlocksMax: 20_000,
  /**
   * Readability is quadratic in depth: pages with more elements, deeper elements or a larger sum of depths are
   * extracted without it.
   */
  readabilityElementsMax: 12_000,
  readabilityDepthMax: 100,
  readabilityDepthSumMax: 300_000,
  attributesPerElementMax: 64,
  /** Scripts of a page that are kept for judging it. */
  scriptsMax: 1_000,
  charsetPrescanBytes: 64 * 1024,
  /** Content up to this size is parsed to find out whether it is JSON. */
  jsonSniffMaxBytes: 4 * 1024 * 1024,
  /** CPU time of the second, cheap attempt at a page that exceeded its budget. */
  plainBudgetMs: 2_000,
  threadStartBudgetMs: 30_000,
  /**
   * Bytes of a page that are kept in case its thread is lost. Of a larger page, which is transferred to the thread,
   * only the beginning is kept.
   */
  retainedMaxBytes: 1024 * 1024,
  /** One output may have this many characters, or this multiple of the page's characters, up to the maximum. */
  outputFreeCharacters: 1024 * 1024,
  outputRatioMax: 8,
  outputMaxCharacters: 24_000_000,
  /** Nested quotes and lists that Markdown still distinguishes. */
  markdownNestingMax: 16,
  /** Length of a meta refresh. */
  refreshMaxCharacters: 4_096,
  /** JSON-LD of a page: characters read, items read, and characters returned. */
  jsonLdReadMaxCharacters: 2_000_000,
  jsonLdItemsMax: 1_000,
  jsonLdMaxCharacters: 131_072,
  /** OpenGraph properties returned, and the characters of their values together. */
  openGraphMax: 200,
  openGraphMaxCharacters: 131_072,
} as const

/** Limits of CSS selectors that are matched without a browser. */
export const selectorLimits = {
  charactersMax: 4_096,
  /** Conditions on elements in one selector. */
  testsMax: 500,
  /** Nesting of `:is`, `:not` and `:has`. */
  nestingMax: 8,
  /** Elements checked for all selectors of a page together; an element counts once per condition. */
  looksMax: 100_000_000,
} as const

/** Limits of documents that are not HTML. */
export const documentLimits = {
  bytesMax: 50 * 1024 * 1024,
  /** CPU time after the start of the page at which a converter stops and returns what it has. */
  softBudgetMs: 3_500,
  pagesMax: 1_000,
  /** Text pieces of one PDF page that are read, and its links and fields. */
  pageItemsMax: 25_000,
  pageLinksMax: 500,
  /** Text of one field of a PDF form, and fields and their text of a whole document. */
  fieldMaxCharacters: 10_000,
  fieldLinesMax: 200,
  documentFieldsMax: 5_000,
  documentFieldsMaxCharacters: 500_000,
  /** CPU time for reading the names of a PDF's fonts, which distinguish bold from regular text. */
  fontNamesBudgetMs: 800,
  /** Share of a PDF's time that reading may take; the rest is for layout. */
  readingShare: 0.8,
  /** Rows of all tables of a document together; its cells are limited by `extractLimits.treeNodesMax`. */
  rowsMax: 50_000,
  /** Of a ZIP file: entries examined, inflated bytes of one entry and of all entries. */
  entriesMax: 10_000,
  entryMaxBytes: 64 * 1024 * 1024,
  inflatedMaxBytes: 128 * 1024 * 1024,
  feedItemsMax: 5_000,
} as const
