/** Collects the styles of a document's fonts from the first pages that use them. */
import type { PDFDocumentProxy } from 'unpdf/pdfjs'
import { documentLimits } from '@seine/shared/config/extract-limits.ts'
import { fontStyleOf, plainFont, type FontStyle } from './font-style.ts'
import type { ContentItem } from './content-item.ts'
import { readingTimeMs } from '../../../threads/reading-time.ts'

type PdfPage = Awaited<ReturnType<PDFDocumentProxy['getPage']>>

/**
 * Text items contain only a font id. The font name is available only with the page's drawing operations, which take
 * as long to read as the text. Therefore they are read only for pages with new fonts, and only within a time budget;
 * later fonts count as plain.
 */
export class FontBook {
  readonly #styles = new Map<string, FontStyle>()
  #spentMs = 0

  /** Looks up the fonts of a page's items. */
  async learn(page: PdfPage, items: readonly ContentItem[]): Promise<void> {
    const unknown = new Set<string>()
    for (const item of items) {
      if ('str' in item && item.str !== '' && !this.#styles.has(item.fontName)) unknown.add(item.fontName)
    }
    if (unknown.size === 0) return
    this.#take(page, unknown)
    if (unknown.size > 0 && this.#spentMs < documentLimits.fontNamesBudgetMs) {
      const startedAt = readingTimeMs()
      await page.getOperatorList().catch(() => null)
      this.#spentMs += readingTimeMs() - startedAt
      this.#take(page, unknown)
      // A font without a name after reading the page's operations has none.
      for (const id of unknown) this.#styles.set(id, plainFont)
    }
  }

  styleOf(id: string): FontStyle {
    return this.#styles.get(id) ?? plainFont
  }

  #take(page: PdfPage, unknown: Set<string>): void {
    for (const id of unknown) {
      const name = page.commonObjs.has(id) ? nameOf(page.commonObjs.get(id)) : null
      if (name === null) continue
      this.#styles.set(id, fontStyleOf(name))
      unknown.delete(id)
    }
  }
}

function nameOf(font: unknown): string | null {
  const name = typeof font === 'object' && font !== null && 'name' in font ? font.name : null
  return typeof name === 'string' ? name : null
}
