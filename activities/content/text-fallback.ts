/**
 * Reads text and links from the tags of a page without building a tree. Linear on any input; the fallback when a
 * page is too large for the real extraction.
 */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { escapeHtml } from '../html/html-text.ts'
import { linkReference } from '../html/link-reference.ts'
import { LinkSet, type CollectedLinks } from '../html/link-set.ts'
import { hasSpecial } from './markdown/escape.ts'
import type { OutputBudget } from '../html/output-budget.ts'
import { isShadowTemplate } from '../html/shadow-roots.ts'
import { scanMarkup, type Attribute, type ContentModel, type MarkupHandler } from '../html/scanner.ts'
import { blockElements, invisibleElements, voidElements } from '../html/tags.ts'
import { collapsed } from '../html/tree.ts'
import { createUrlResolver } from '../html/urls.ts'

/** What the tags of a page state. */
export interface PlainPage {
  title: string | null
  links: CollectedLinks
  /** Paragraphs of text, white space collapsed. */
  paragraphs: string[]
}

/**
 * Reads a page without building a tree.
 * @param hashRoutes true when links that differ only in a route after `#` are different pages.
 */
export function readPlain(html: string, pageUrl: string, hashRoutes = false): PlainPage {
  const reader = new PlainReader()
  scanMarkup(html, reader, extractLimits.attributesPerElementMax)
  return reader.finish(pageUrl, hashRoutes)
}

/** Returns the paragraphs as Markdown, as many as the budget allows. */
export function plainMarkdown(page: PlainPage, budget: OutputBudget): string {
  const parts: string[] = []
  for (const text of page.paragraphs) {
    if (budget.isFull) break
    parts.push(budget.fit(`${parts.length === 0 ? '' : '\n\n'}${escapedParagraph(text)}`))
  }
  return parts.join('')
}

/** Returns the paragraphs as HTML, as many as the budget allows. */
export function plainHtml(page: PlainPage, budget: OutputBudget): string {
  const parts: string[] = []
  for (const text of page.paragraphs) {
    if (!budget.takes('<p></p>\n')) break
    parts.push(`<p>${budget.fitHtml(escapeHtml(text))}</p>`)
  }
  return parts.join('\n')
}

function escapedParagraph(text: string): string {
  const escaped = hasSpecial(text) ? text.replaceAll(/[\\`*_[\]<]/g, '\\$&') : text
  return /^(?:[#>+=|~-]|\d{1,9}[.)])/.test(escaped) ? escaped.replace(/^(\d*)/, '$1\\') : escaped
}

const rawText = new Set(['textarea', 'iframe', 'noembed', 'noframes', 'xmp'])

class PlainReader implements MarkupHandler {
  readonly #paragraphs: string[] = []
  readonly #references: string[] = []
  #current: string[] = []
  #title: string | null = null
  #base: string | null = null
  /** Name of the element whose content is ignored, and how many of that name are open. */
  #hidden = ''
  #hiddenDepth = 0
  #inTitle = false

  startTag(name: string, attributes: Attribute[], selfClosing: boolean): ContentModel {
    if (this.#hidden !== '') {
      if (name === this.#hidden && !selfClosing) this.#hiddenDepth++
    } else if (hiddenContent.has(name) && !selfClosing && !isShadowTemplate(name, attributes)) {
      this.#hidden = name
      this.#hiddenDepth = 1
    } else if (blockElements.has(name) || name === 'br') {
      this.#endParagraph()
    }
    this.#reference(name, attributes)
    if (name === 'title') {
      this.#inTitle = this.#title === null
      return 'text-with-references'
    }
    return rawText.has(name) ? 'raw-text' : 'markup'
  }

  endTag(name: string): void {
    if (name === this.#hidden) {
      if (--this.#hiddenDepth === 0) this.#hidden = ''
    } else if (blockElements.has(name)) {
      this.#endParagraph()
    } else if (name === 'title') {
      this.#inTitle = false
    }
  }

  text(text: string): void {
    if (this.#inTitle) {
      this.#title ??= collapsed(text)
    } else if (this.#hidden === '') {
      this.#current.push(text)
    }
  }

  doctype(): void {}

  inForeignContent(): boolean {
    return false
  }

  finish(pageUrl: string, hashRoutes: boolean): PlainPage {
    this.#endParagraph()
    const urls = createUrlResolver(pageUrl, this.#base, hashRoutes)
    const links = new LinkSet()
    for (const reference of this.#references) {
      const url = urls.page(reference)
      if (url !== null) links.add(url)
      if (links.isCapped) break
    }
    return { title: this.#title === '' ? null : this.#title, links: links.collected(), paragraphs: this.#paragraphs }
  }

  #endParagraph(): void {
    if (this.#current.length === 0) return
    const text = collapsed(this.#current.join(''))
    this.#current = []
    if (text !== '') this.#paragraphs.push(text)
  }

  #reference(name: string, attributes: Attribute[]): void {
    const value = (wanted: string): string | null => attributes.find((each) => each.name === wanted)?.value ?? null
    if (name === 'base') {
      this.#base ??= value('href')
      return
    }
    const reference = linkReference(name, value)
    if (reference !== null) this.#references.push(reference)
  }
}

/** Elements whose content is ignored: invisible ones with an end tag, except those that wrap a whole page. */
const hiddenContent = new Set(
  [...invisibleElements, 'button'].filter(
    (name) =>
      !voidElements.has(name) &&
      !rawText.has(name) &&
      !['head', 'title', 'frameset', 'frame', 'noscript'].includes(name),
  ),
)
