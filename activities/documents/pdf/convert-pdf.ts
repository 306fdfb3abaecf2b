/** Converts PDF to structured text: the structure comes from tags when the document has them, else from the layout. */
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { documentLimits } from '@seine/shared/config/extract-limits.ts'
import { UnreadableContentError } from '@seine/shared/pages/extraction.ts'
import type { ConvertedDocument, DocumentSource } from '@seine/shared/pages/documents.ts'
import { layOut } from './layout/lay-out.ts'
import { documentFacts, type PdfFacts, type InfoDictionary } from './document-facts.ts'
import { FontBook } from './reading/font-book.ts'
import { withPdf } from './reading/open-pdf.ts'
import { readLinks } from './reading/read-links.ts'
import { readPage, type PageContent } from './reading/read-page.ts'
import { hasScans } from './reading/scanned-pages.ts'
import { drawsText } from './reading/undecoded-text.ts'
import { writePage } from './write-page.ts'
import { readingTimeMs } from '../../threads/reading-time.ts'

/**
 * Converts a PDF document.
 * @throws UnreadableContentError when a password is needed, nothing can be read, or no page has text.
 */
export async function convertPdf(source: DocumentSource): Promise<ConvertedDocument> {
  if (source.bytes.length > documentLimits.bytesMax) {
    throw new UnreadableContentError('document_too_large', 'the PDF document has too many bytes')
  }
  return await withPdf(source.bytes, (document) => convert(document, source.deadlineMs))
}

async function convert(document: PDFDocumentProxy, deadlineMs: number): Promise<ConvertedDocument> {
  const { facts, isTagged } = await factsOf(document)
  const { pages, degraded, unreadable } = await readPages(document, isTagged, deadlineMs)
  if (pages.every((page) => page.groups.length === 0)) {
    const isDrawn = degraded === null && unreadable === 0 && (await drawsText(document, deadlineMs))
    throw withoutText(document.numPages, unreadable, degraded, isDrawn)
  }
  const empty = pages.filter((page) => page.groups.length === 0).map((page) => page.number)
  const isScanned = empty.length > 0 && (await hasScans(document, empty, deadlineMs))
  const { blocks, compounds, isCut } = layOut(pages, deadlineMs)
  return {
    html: writePage(blocks, facts, compounds),
    pages: document.numPages,
    degraded: degraded ?? (isCut ? 'time_budget' : null),
    warnings: [...(unreadable > 0 ? ['pdf_pages_unreadable'] : []), ...(isScanned ? ['pdf_pages_scanned'] : [])],
  }
}

/** @param isDrawn true when there is text that cannot be decoded. */
function withoutText(
  pages: number,
  unreadable: number,
  degraded: string | null,
  isDrawn: boolean,
): UnreadableContentError {
  if (degraded === 'time_budget') {
    return new UnreadableContentError('document_too_large', 'no page of the PDF document could be read in time')
  }
  if (unreadable >= Math.min(pages, documentLimits.pagesMax)) {
    return new UnreadableContentError('broken_document', 'no page of the PDF document can be read')
  }
  const reason = isDrawn
    ? 'the fonts of the PDF document do not map its text to characters'
    : `the PDF document has ${pages} ${pages === 1 ? 'page' : 'pages'} without text; text in pictures is not recognised`
  return new UnreadableContentError('document_without_text', reason)
}

async function factsOf(document: PDFDocumentProxy): Promise<{ facts: PdfFacts; isTagged: boolean }> {
  const stated = await document.getMetadata().catch(() => null)
  const info: unknown = stated?.info
  const xmp = stated?.metadata ?? null
  return {
    facts: documentFacts((info ?? {}) as InfoDictionary, xmp === null ? null : (property) => xmp.get(property)),
    // Missing in the type definitions of pdf.js.
    isTagged: stated !== null && 'hasStructTree' in stated && stated.hasStructTree === true,
  }
}

interface ReadPages {
  pages: PageContent[]
  degraded: string | null
  /** Number of pages that cannot be read. */
  unreadable: number
}

async function readPages(document: PDFDocumentProxy, isTagged: boolean, deadlineMs: number): Promise<ReadPages> {
  const fonts = new FontBook()
  const pages: PageContent[] = []
  let unreadable = 0
  let degraded: string | null = null
  // Part of the time is reserved for laying out what was read.
  const startedAt = readingTimeMs()
  const readUntil = startedAt + (deadlineMs - startedAt) * documentLimits.readingShare
  for (let number = 1; number <= document.numPages; number++) {
    if (readingTimeMs() > readUntil) degraded = 'time_budget'
    else if (number > documentLimits.pagesMax) degraded ??= 'page_cap'
    if (degraded === 'time_budget' || number > documentLimits.pagesMax) break
    try {
      const page = await readPage(document, number, fonts, isTagged, readUntil)
      pages.push(page)
      if (page.isCut) degraded ??= readingTimeMs() > readUntil ? 'time_budget' : 'text_cap'
    } catch {
      unreadable++
    }
  }
  await readLinks(document, pages, readUntil)
  return { pages, degraded, unreadable }
}
