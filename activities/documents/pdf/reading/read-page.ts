/** One page of a PDF as runs of text, with what the document says of their structure. */
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { documentLimits } from '@seine/shared/config/extract-limits.ts'
import type { FontBook } from './font-book.ts'
import { RunCollector, type PageView } from './run-collector.ts'
import type { ContentItem } from './content-item.ts'
import type { StructureNode } from './structure.ts'
import type { RunGroup } from './text-run.ts'

type PdfPage = Awaited<ReturnType<PDFDocumentProxy['getPage']>>

/** What a page holds. */
export interface PageContent {
  /** From 1. */
  number: number
  /** Runs by the direction they read in, that of most of the text first. */
  groups: RunGroup[]
  /** How places on the page map to those of the first group; null where that is turned. */
  view: PageView | null
  /** Structure of a tagged document, or null. */
  structure: StructureNode | null
  /** Whether it was left before its end: time or items ran out. */
  isCut: boolean
}

/**
 * Reads one page.
 * @param number from 1.
 * @param deadlineMs monotonic time at which it stops with what it has.
 * @throws whatever pdf.js throws over a broken page.
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

/** Reads until the end, the deadline or the cap; true when it was not the end. */
async function readItems(page: PdfPage, isTagged: boolean, deadlineMs: number, into: ContentItem[]): Promise<boolean> {
  const reader = (
    page.streamTextContent({ includeMarkedContent: isTagged }) as ReadableStream<{ items: ContentItem[] }>
  ).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return false
    for (const item of value.items) into.push(item)
    if (into.length >= documentLimits.pageItemsMax || performance.now() > deadlineMs) {
      await reader.cancel(new Error('enough was read')).catch(() => undefined)
      return true
    }
  }
}

/** A structure that cannot be read is none. */
async function structureOf(page: PdfPage): Promise<StructureNode | null> {
  const tree: unknown = await page.getStructTree().catch(() => null)
  return tree as StructureNode | null
}
