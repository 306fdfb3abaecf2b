/**
 * Separates the markup of a document from its readable text: an article that quotes the source of a block page is not a
 * block page. Reads tags without building a tree, because refusals are also examined outside the extraction threads.
 */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { scanMarkup, type Attribute, type ContentModel, type MarkupHandler } from '../html/scanner.ts'
import { collapsed } from '../html/tree.ts'

/** The parts of a document; all in lower case. */
export interface SourceParts {
  /** Tags with their attributes (only the beginning of very long ones), and the bodies of scripts. */
  code: string
  /** Text between tags, with white space collapsed and character references decoded. */
  text: string
  title: string
}

/** Number of characters kept of one tag; bounds the cost of patterns that search inside a tag. */
const tagMaxCharacters = 1_000

/** Separates HTML into its parts, in linear time. A document that begins like JSON is treated as code only. */
export function sourceParts(html: string): SourceParts {
  if (html.trimStart().startsWith('{')) return { code: html.toLowerCase(), text: '', title: '' }
  const reader = new PartsReader()
  scanMarkup(html, reader, extractLimits.attributesPerElementMax)
  return reader.finish()
}

/** Writes a tag so that a pattern can find where a value and the tag end. */
function tagOf(name: string, attributes: readonly Attribute[]): string {
  let tag = `<${name}`
  for (const { name: key, value } of attributes) {
    if (tag.length > tagMaxCharacters) break
    const start = value.slice(0, tagMaxCharacters)
    tag += ` ${key}="${/[">]/.test(start) ? start.replaceAll('"', '&quot;').replaceAll('>', '&gt;') : start}"`
  }
  return `${tag.slice(0, tagMaxCharacters)}>`
}

class PartsReader implements MarkupHandler {
  readonly #code: string[] = []
  readonly #text: string[] = []
  #title: string | null = null
  /** The open element whose content is no text. */
  #apart: 'title' | 'template' | null = null

  startTag(name: string, attributes: Attribute[]): ContentModel {
    this.#code.push(tagOf(name, attributes))
    if (name === 'title' || name === 'template') {
      this.#apart = name
      return name === 'title' ? 'text-with-references' : 'raw-text'
    }
    // Separates the words before and after the element.
    this.#text.push(' ')
    return 'markup'
  }

  endTag(): void {
    if (this.#apart === 'title') this.#title ??= ''
    if (this.#apart === null) this.#text.push(' ')
    this.#apart = null
  }

  script(attributes: readonly Attribute[], content: string): void {
    this.#code.push(tagOf('script', attributes), content)
  }

  text(text: string): void {
    if (this.#apart === null) this.#text.push(text)
    else if (this.#apart === 'title') this.#title ??= text
  }

  doctype(): void {}

  inForeignContent(): boolean {
    return false
  }

  finish(): SourceParts {
    return {
      code: this.#code.join('\n').toLowerCase(),
      text: collapsed(this.#text.join('')).toLowerCase(),
      title: collapsed(this.#title ?? '').toLowerCase(),
    }
  }
}
