/**
 * Limits of judging and extracting pages, with the unit in the name: the same rules as in `limits.ts`.
 */

/** Reading of a page to tell whether it needs a browser. */
export const judgeLimits = {
  /** A page with more tags is full of markup, and no shell. */
  tagsMax: 40_000,
  /** Elements open at a time; deeper ones are counted with the last. */
  depthMax: 256,
  /** An end tag closes nothing that lies further down. */
  closeMaxDepth: 40,
  /** Of one tag. */
  attributesMaxCharacters: 600,
  /** Different sets of attributes that are read. */
  attributeSetsMax: 2_000,
  /** Scripts of a page that are looked at; of scripts with data as many. */
  scriptsMax: 100,
  inlineScriptMaxCharacters: 50_000,
  inlineScriptsMaxCharacters: 200_000,
  /** All data of a page together. */
  dataMaxCharacters: 512 * 1024,
  /** Of one noscript element. */
  noscriptMaxCharacters: 100_000,
  emptyIdsMax: 20,
} as const

/** The pool of extraction threads. */
export const extractLimits = {
  /** Values of one data script that are looked at for text. */
  dataValuesMax: 100_000,
  /** CPU time of a page, all its outputs together. */
  pageBudgetMs: 5_000,
  /** Wall time of a page or of a second attempt, as a multiple of its CPU time. */
  wallTimeFactor: 3,
  /** Heap and buffers of a thread at a page; beyond it the thread is ended. */
  threadMemoryMaxMb: 512,
  /** Old generation at which V8 itself steps in: inside a built-in function that ends the whole process. */
  threadHeapMaxMb: 1_024,
  /** Young generation; V8 lets the memory of a thread grow by both, whether it is needed or not. */
  threadYoungHeapMaxMb: 24,
  /** Between two looks at the memory of a thread that is at a page. */
  memoryLookIntervalMs: 100,
  /** Least time between two looks at its CPU time: a page that nears its budget is not asked at every tick. */
  timeLookIntervalMinMs: 50,
  /** Of pages that wait for a thread; beyond it no further page should be begun. */
  queueMaxBytes: 64 * 1024 * 1024,
  /** Pages after which a thread is replaced. A new one takes about a second of CPU until its code is compiled. */
  threadPagesMax: 10_000,
  /** How long a tenant who has no thread waits before the spare one is started, and how long that is kept unused. */
  spareAfterMs: 50,
  spareIdleMs: 60_000,
  /** Pause after a spare thread that did not start. */
  spareRetryMs: 10_000,
  markupMaxCharacters: 10_000_000,
  treeDepthMax: 512,
  treeNodesMax: 250_000,
  /** Blocks of text the block model reads; beyond them rules choose the content. */
  contentBlocksMax: 20_000,
  /** Readability is quadratic in depth: pages with more elements, deeper, or with a larger sum of depths go without it. */
  readabilityElementsMax: 12_000,
  readabilityDepthMax: 100,
  readabilityDepthSumMax: 300_000,
  attributesPerElementMax: 64,
  charsetPrescanBytes: 64 * 1024,
  /** Content is parsed to see whether it is JSON up to this size. */
  jsonSniffMaxBytes: 4 * 1024 * 1024,
  /** For the second, cheap attempt at a page that went over its budget. */
  plainBudgetMs: 2_000,
  threadStartBudgetMs: 30_000,
  /** Kept of a page in case its thread is lost; larger pages are transferred and only begun again. */
  retainedMaxBytes: 1024 * 1024,
  /** One output may have this many characters, or so many times those of the page, up to the maximum. */
  outputFreeCharacters: 1024 * 1024,
  outputRatioMax: 8,
  outputMaxCharacters: 24_000_000,
  /** Quotes and lists inside each other that are still told apart in Markdown. */
  markdownNestingMax: 16,
  /** Of a meta refresh. */
  refreshMaxCharacters: 4_096,
  /** Of the JSON-LD of a page: characters read, items read, and characters handed on. */
  jsonLdReadMaxCharacters: 2_000_000,
  jsonLdItemsMax: 1_000,
  jsonLdMaxCharacters: 131_072,
  /** OpenGraph properties handed on, and the characters of their values together. */
  openGraphMax: 200,
  openGraphMaxCharacters: 131_072,
} as const

/** CSS selectors that are matched without a browser. */
export const selectorLimits = {
  charactersMax: 4_096,
  /** Conditions on elements in one selector. */
  testsMax: 500,
  /** `:is`, `:not` and `:has` inside each other. */
  nestingMax: 8,
  /** Elements looked at for all selectors of a page together; each is looked at once for each condition. */
  looksMax: 100_000_000,
} as const

/** Documents that are no HTML. */
export const documentLimits = {
  bytesMax: 50 * 1024 * 1024,
  /** A converter stops with what it has this long after the page began. */
  softBudgetMs: 3_500,
  pagesMax: 1_000,
  /** Of one PDF page: pieces of text and links that are read. */
  pageItemsMax: 25_000,
  pageLinksMax: 500,
  /** Time spent on learning the names of a PDF's fonts, which tell bold from plain. */
  fontNamesBudgetMs: 800,
  /** Of a PDF's time, what reading may take; the rest is for laying out what was read. */
  readingShare: 0.8,
  /** Of all tables of a document together; its cells are bound by `extractLimits.treeNodesMax`. */
  rowsMax: 50_000,
  /** Of a ZIP: entries looked at, bytes of one entry and of all when inflated. */
  entriesMax: 10_000,
  entryMaxBytes: 64 * 1024 * 1024,
  inflatedMaxBytes: 128 * 1024 * 1024,
  feedItemsMax: 5_000,
} as const
