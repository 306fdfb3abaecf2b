/** Extracts one page from its bytes: the pure function that runs inside a thread. */
import { documentLimits, extractLimits } from '@seine/shared/config/extract-limits.ts'
import { decodeText, type DecodedText } from '../html/charset/charset.ts'
import { toCleanHtml } from '../content/clean-html.ts'
import { contentTypeOf, type ContentType } from '../html/charset/content-type.ts'
import type { TextKind } from '../html/charset/content-kind.ts'
import {
  UnreadableContentError,
  type ExtractedOutputs,
  type ExtractRequest,
  type ExtractResult,
  type PageMetadata,
  type PageProbes,
  type ProbedPage,
  type StatedMetadata,
  type TextSketch,
} from '@seine/shared/pages/extraction.ts'
import { documentKinds, type DocumentKind } from '@seine/shared/pages/documents.ts'
import { convertDocument } from '../documents/convert-document.ts'
import { readingTimeMs } from '../threads/reading-time.ts'
import { nothingStated } from '../content/metadata/nothing-stated.ts'
import { escapeHtml } from '../html/html-text.ts'
import { layOutJson } from '../content/json-layout.ts'
import type { CollectedLinks } from '../html/link-set.ts'
import { collectLinks } from '../html/links.ts'
import { fencedCode } from '../content/markdown/code-block.ts'
import { toMarkdown } from '../content/markdown/to-markdown.ts'
import { collectMetadata } from '../content/metadata/collect.ts'
import { outputCapFor, OutputBudget } from '../html/output-budget.ts'
import { probePage, probeText } from './probe-page.ts'
import { parseTree, TooManyNodesError } from '../html/parse-tree.ts'
import type { Verdict } from '@seine/shared/pages/verdict.ts'
import { verdictOnHtml, verdictOnPlainHtml, verdictOnText } from './response-verdict.ts'
import { SelectorMatcher } from '../html/selectors/match-selectors.ts'
import { findNamedParts, matchesAnything, namesParts } from '../html/selectors/named-parts.ts'
import { plainHtml, plainMarkdown, readPlain } from '../content/text-fallback.ts'
import { emptySketch, sketchContent, sketchText } from '../content/text-sketch.ts'
import type { JsonOutput, StructuredFacts } from '@seine/shared/pages/facts.ts'
import { notFilled } from '../structured/not-filled.ts'
import { collectFacts, factsOfText, pageJson } from '../structured/on-demand.ts'
import { attribute, following, type TreeNode } from '../html/tree.ts'
import { createUrlResolver } from '../html/urls.ts'
import { chooseContent } from '../content/wanted-content.ts'
import { countWords } from '../html/word-count.ts'
import { countTextWords } from '../html/word-reader.ts'
import { xmlLinks } from '../html/xml-links.ts'

type TextType = ContentType<'html' | TextKind>
type DocumentType = ContentType<DocumentKind>

/** Result of one of the extraction methods below. */
interface Extraction {
  links: CollectedLinks
  sketch: () => TextSketch
  markdown: (budget: OutputBudget) => string
  cleanHtml: (budget: OutputBudget) => string
  html: (budget: OutputBudget) => string
  stated: StatedMetadata
  /** Number of pages of a paged document. */
  pages: number | null
  /** Number of words of the content. */
  wordCount: number
  extractor: string
  degraded: string | null
  warnings: readonly string[]
  /** Returns the facts that the page states, for the format `json`; null when they must not be read again. */
  facts: (() => StructuredFacts) | null
  probed: (probes: PageProbes) => ProbedPage
  /** Null when the page is not judged, or not by its markup. */
  verdict: Verdict | null
}

/**
 * Extracts one page.
 * @throws UnreadableContentError with the reason why the bytes cannot be read.
 */
export async function extractPage(request: ExtractRequest): Promise<ExtractResult> {
  const startedAt = performance.now()
  const type: TextType | DocumentType = contentTypeOf(request.bytes, request.contentType)
  return isDocument(type) ? await extractDocument(request, type, startedAt) : extractTyped(request, type, startedAt)
}

/**
 * Extracts an HTML or text page.
 * @throws UnreadableContentError for any other type.
 */
export function extractTextPage(request: ExtractRequest): ExtractResult {
  const startedAt = performance.now()
  const type: TextType | DocumentType = contentTypeOf(request.bytes, request.contentType)
  if (isDocument(type)) throw new UnreadableContentError('unsupported_content_type', `${type.kind} is not a text page`)
  return extractTyped(request, type, startedAt)
}

function extractTyped(request: ExtractRequest, type: TextType, startedAt: number): ExtractResult {
  const decoded = decodeText(request.bytes, request.contentType, type.kind, request.url)
  if (type.kind !== 'html') {
    const { judged } = request
    const result = resultOf(request, type, decoded, extractText(decoded.text, type.kind, request), startedAt)
    return { ...result, verdict: judged === undefined ? null : verdictOnText(decoded.text, judged) }
  }
  const html = withinCap(decoded.text)
  const extraction = extractHtml(html, request)
  warnOfCut(html, decoded.text, extraction)
  return { ...resultOf(request, type, decoded, extraction, startedAt), verdict: extraction.verdict }
}

/**
 * Extracts only what the tags contain: the result for a page that exceeded a limit.
 * @param reason value of `degraded`.
 * @throws UnreadableContentError as `extractPage` does.
 */
export function extractPlainPage(request: ExtractRequest, reason: string): ExtractResult {
  const startedAt = performance.now()
  const type: TextType | DocumentType = contentTypeOf(request.bytes, request.contentType)
  if (isDocument(type) && !isTextDocument(type.kind)) {
    throw new UnreadableContentError(
      'document_too_large',
      `the ${type.kind} document takes too long to read (${reason})`,
    )
  }
  const decoded = decodeText(request.bytes, request.contentType, type.kind, request.url)
  const html = withinCap(decoded.text)
  const extraction =
    type.kind === 'html'
      ? extractPlain(html, request, reason)
      : { ...extractText(decoded.text, 'text', request), degraded: reason }
  // Reading the facts may be what exceeded the limit.
  extraction.facts = null
  if (type.kind === 'html') warnOfCut(html, decoded.text, extraction)
  const result = resultOf(request, type, decoded, extraction, startedAt)
  const { judged } = request
  if (judged === undefined) return result
  // The tags alone identify the kind of page: an application stays one when it was not read in time.
  return {
    ...result,
    verdict: type.kind === 'html' ? verdictOnPlainHtml(html, judged) : verdictOnText(decoded.text, judged),
  }
}

/** Adds to the page's warnings and degradation that its end was not read. */
function warnOfCut(read: string, whole: string, extraction: Extraction): void {
  if (read.length === whole.length) return
  if (extraction.degraded === null) extraction.degraded = 'markup_cap'
  else extraction.warnings = [...extraction.warnings, 'markup_cap']
}

/** Reads a document as the page that its converter writes; all of that page is content. */
async function extractDocument(request: ExtractRequest, type: DocumentType, startedAt: number): Promise<ExtractResult> {
  const { kind, mediaType } = type
  const { bytes, url, contentType } = request
  const decoded = isTextDocument(kind) ? decodeText(bytes, contentType, kind, url) : nothingDecoded
  const deadlineMs = readingTimeMs() + documentLimits.softBudgetMs
  const converted = await convertDocument({ kind, bytes, text: decoded.text, url, mediaType, deadlineMs })
  const html = withinCap(converted.html)
  const { includeTags: _include, excludeTags: _exclude, judged, ...rest } = request
  const extraction = extractHtml(html, { ...rest, onlyMainContent: false })
  const cut = html.length < converted.html.length ? 'markup_cap' : null
  const result = resultOf(
    request,
    type,
    { ...decoded, text: html, warnings: [...decoded.warnings, ...converted.warnings] },
    {
      ...extraction,
      extractor: kind,
      degraded: converted.degraded ?? cut ?? extraction.degraded,
      pages: converted.pages,
      warnings: notApplied(request),
    },
    startedAt,
  )
  return { ...result, verdict: judged === undefined ? null : { kind: 'success' } }
}

/** Document types that are text with an encoding. */
const isTextDocument = (kind: DocumentKind): boolean => kind === 'csv' || kind === 'feed'

const isDocument = (type: TextType | DocumentType): type is DocumentType =>
  documentKinds.some((kind) => kind === type.kind)

/** Binary content has no text encoding. */
const nothingDecoded: DecodedText = { text: '', charset: null, warnings: [] }

function extractHtml(html: string, request: ExtractRequest): Extraction {
  let page
  try {
    page = parseTree(html)
  } catch (error) {
    if (!(error instanceof TooManyNodesError)) throw error
    const { judged } = request
    const verdict = judged === undefined ? null : verdictOnHtml(html, null, judged, null)
    return { ...extractPlain(html, request, 'node_cap'), verdict }
  }
  const { document, depthCapped } = page
  const urls = createUrlResolver(request.url, baseHref(document), request.hashRoutes)
  const waitSelector = request.judged?.waitSelector ?? null
  const matcher = waitSelector !== null || namesParts(request) ? new SelectorMatcher(document) : null
  const waitSelectorFound = matcher === null || waitSelector === null ? null : matchesAnything(matcher, waitSelector)
  const parts = matcher === null || !namesParts(request) ? null : findNamedParts(matcher, request)
  const probed = request.probes === undefined ? null : probePage(document, request.probes)
  // Judged and read for links and metadata as a whole, before the selection of parts modifies it.
  const { judged } = request
  const verdict = judged === undefined ? null : verdictOnHtml(html, page, judged, waitSelectorFound)
  const links = collectLinks(document, urls)
  const depth = request.metadata ?? 'plain'
  const stated = collectMetadata(document, urls, {
    url: request.url,
    depth,
  })
  const { content, extractor, toCompare } = chooseContent(document, request, parts)
  return {
    links,
    sketch: () => sketchContent(toCompare(), request.url, urls),
    markdown: (budget) => toMarkdown(content, urls, budget),
    cleanHtml: (budget) => toCleanHtml(content, urls, budget),
    html: () => html,
    stated,
    extractor,
    degraded: depthCapped ? 'depth_cap' : null,
    pages: null,
    wordCount: depth === 'head' ? Math.min(1, countWords(content, 1)) : countWords(content),
    warnings: parts?.warnings ?? [],
    // Probed before the page was modified.
    probed: (probes) => probed ?? probePage(document, probes),
    verdict,
    facts: () =>
      collectFacts({
        document,
        content,
        isNamed: parts !== null && parts.included !== null,
        source: html,
        url: request.url,
        urls,
        metadata: stated,
      }),
  }
}

/** Selectors apply only to the elements of an HTML page. */
const notApplied = (request: ExtractRequest): string[] => (namesParts(request) ? ['selectors_not_applied'] : [])

function extractPlain(html: string, request: ExtractRequest, reason: string): Extraction {
  const { url, hashRoutes } = request
  const page = readPlain(html, url, hashRoutes)
  return {
    links: page.links,
    sketch: () => sketchText(page.paragraphs.join('\n'), url),
    markdown: (budget) => plainMarkdown(page, budget),
    cleanHtml: (budget) => plainHtml(page, budget),
    html: () => html,
    stated: { ...nothingStated, title: page.title },
    extractor: 'plain-text',
    degraded: reason,
    pages: null,
    wordCount: page.paragraphs.reduce((words, text) => words + countTextWords(text), 0),
    warnings: notApplied(request),
    probed: ({ selectors, texts }) => ({
      selectors: Object.fromEntries(selectors.map((each) => [each, null])),
      texts: probeText(page.paragraphs.join('\n'), { selectors: [], texts }).texts,
    }),
    verdict: null,
    facts: () => factsOfText(page.paragraphs.join('\n'), 'text', { url, title: page.title }),
  }
}

/** Puts JSON and XML in a code fence; JSON on a single line is formatted token by token, which changes no value. */
function extractText(text: string, kind: TextKind, request: ExtractRequest): Extraction {
  const { url } = request
  const preformatted = (budget: OutputBudget): string =>
    text === '' ? '' : `<pre>${budget.fitHtml(escapeHtml(text))}</pre>`
  const fenced = kind === 'json' || kind === 'xml'
  const shown = (): string => (kind === 'json' ? layOutJson(text) : text.trimEnd())
  return {
    links: kind === 'xml' ? xmlLinks(text, url) : { links: [], dropped: 0 },
    sketch: () => sketchText(text, url),
    markdown: (budget) => (fenced && text !== '' ? fencedCode(budget.fit(shown()), kind) : budget.fit(text)),
    cleanHtml: preformatted,
    html: preformatted,
    stated: nothingStated,
    extractor: kind,
    degraded: null,
    pages: null,
    wordCount: countTextWords(text),
    warnings: notApplied(request),
    probed: (probes) => probeText(text, probes),
    verdict: null,
    facts: () => factsOfText(text, kind, { url, title: null }),
  }
}

/** Returns the text up to the limit without splitting a surrogate pair. */
function withinCap(text: string): string {
  const end = extractLimits.markupMaxCharacters
  if (text.length <= end) return text
  const isHalf = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800
  return text.slice(0, isHalf ? end - 1 : end)
}

/** Returns the href of the page's first base element that has one; SVG and templates do not count. */
function baseHref(document: TreeNode): string | null {
  for (let node = document.first; node !== null; node = following(node, document, node.name !== 'template')) {
    const href = node.name === 'base' && node.namespace === document.namespace ? attribute(node, 'href') : null
    if (href !== null) return href
  }
  return null
}

function resultOf(
  request: ExtractRequest,
  type: ContentType,
  decoded: DecodedText,
  extraction: Extraction,
  startedAt: number,
): ExtractResult {
  const { stated, pages, wordCount } = extraction
  const metadata: PageMetadata = { ...stated, pages, wordCount, contentType: type.mediaType, charset: decoded.charset }
  const sketch = request.compared ? extraction.sketch() : emptySketch
  const { outputs, isCut } = outputsOf(request.formats, extraction, outputCapFor(decoded.text.length))
  const { jsonSchema } = request
  const json = jsonSchema === undefined ? null : jsonOf(jsonSchema, extraction, outputCapFor(decoded.text.length))
  if (json !== null) outputs.json = json.value
  const warnings = [...decoded.warnings, ...extraction.warnings]
  if (extraction.links.dropped > 0) warnings.push('links_cap')
  if (isCut && extraction.degraded !== null) warnings.push('output_cap')
  return {
    links: extraction.links.links,
    linksDropped: extraction.links.dropped,
    sketch,
    outputs,
    metadata,
    extractor: extraction.extractor,
    degraded: extraction.degraded ?? (isCut ? 'output_cap' : null),
    ...(json === null ? {} : { jsonReport: json.report }),
    ...(request.probes === undefined ? {} : { probed: extraction.probed(request.probes) }),
    verdict: null,
    warnings,
    elapsedMs: performance.now() - startedAt,
  }
}

/** Fills the schema. Has no value when reading the page was too expensive or the filling fails; the page is kept. */
function jsonOf(
  schema: Record<string, unknown>,
  { facts }: Pick<Extraction, 'facts'>,
  valueMaxBytes: number,
): JsonOutput {
  if (facts === null) return notFilled('the full extraction of the page failed or exceeded its limits')
  try {
    return pageJson(schema, facts(), valueMaxBytes)
  } catch (error) {
    return notFilled(`${error instanceof Error ? error.name : 'a fault'} while filling the schema`)
  }
}

function outputsOf(
  formats: ExtractRequest['formats'],
  extraction: Pick<Extraction, 'links' | 'markdown' | 'cleanHtml' | 'html'>,
  charactersMax: number,
): { outputs: ExtractedOutputs; isCut: boolean } {
  const outputs: ExtractedOutputs = {}
  let isCut = false
  for (const format of formats) {
    const budget = new OutputBudget(charactersMax)
    if (format === 'markdown') outputs.markdown = extraction.markdown(budget)
    else if (format === 'html') outputs.html = extraction.html(budget)
    else if (format === 'clean_html') outputs.clean_html = extraction.cleanHtml(budget)
    else if (format === 'json') outputs.json = null
    else {
      format satisfies 'links'
      outputs.links = extraction.links.links
    }
    isCut ||= budget.isFull
  }
  return { outputs, isCut }
}
