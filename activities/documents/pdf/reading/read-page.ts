/** Reads one page of a PDF as text runs, with the structure that the document states. */
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { documentLimits } from '@seine/shared/config/extract-limits.ts'
import type { FontBook } from './font-book.ts'
import { RunCollector, type PageView } from './run-collector.ts'
import type { ContentItem } from './content-item.ts'
import type { StructureNode } from './structure.ts'
import type { RunGroup } from './text-run.ts'
import { readingTimeMs } from '../../../threads/reading-time.ts'

type PdfPage = Awaited<ReturnType<PDFDocumentProxy['getPage']>>

/** The content of a page. */
export interface PageContent {
  /** Page number, from 1. */
  number: number
  /** Runs by reading direction; the direction of most of the text comes first. */
  groups: RunGroup[]
  /** Maps page coordinates to those of the first group; null when that group is rotated. */
  view: PageView | null
  /** Structure of a tagged document; null if none exists. */
  structure: StructureNode | null
  /** True when reading stopped before the end, at the deadline or the item limit. */
  isCut: boolean
}

/**
 * Reads one page.
 * @param number from 1.
 * @param deadlineMs time (`readingTimeMs`) at which reading stops; the content read so far is returned.
 * @throws any error of pdf.js on a broken page.
 */
export async function readPage(
  document: PDFDocumentProxy,
  number: number,
  fonts: FontBook,
  isTagged: boolean,
  deadlineMs: number,
): Promise<PageContent> {
  const page = await document.getPage(number)
  try {
    const items: ContentItem[] = []
    const isCut = await readItems(page, isTagged, deadlineMs, items)
    await fonts.learn(page, items)
    const view = page.getViewport({ scale: 1 })
    const collector = new RunCollector(view, fonts)
    for (const item of items) collector.add(item)
    const structure = isTagged ? await structureOf(page) : null
    return { number, groups: collector.groups(), view: collector.isTurned ? null : view, structure, isCut }
  } finally {
    page.cleanup()
  }
}

/** Reads to the end, the deadline or the limit. @returns true when it stopped before the end. */
async function readItems(page: PdfPage, isTagged: boolean, deadlineMs: number, into: ContentItem[]): Promise<boolean> {
  const reader = (
    page.streamTextContent({ includeMarkedContent: isTagged }) as ReadableStream<{ items: ContentItem[] }>
  ).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return false
    for (const item of value.items) into.push(item)
    if (into.length >= documentLimits.pageItemsMax || readingTimeMs() > deadlineMs) {
      await reader.cancel(new Error('enough was read')).catch(() => undefined)
      return true
    }
  }
}

/** Returns the structure of a page; null when it cannot be read. */
async function structureOf(page: PdfPage): Promise<StructureNode | null> {
  const tree: unknown = await page.getStructTree().catch(() => null)
  return tree as StructureNode | null
}
