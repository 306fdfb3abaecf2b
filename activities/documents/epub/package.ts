/** Reads the package document of a book (EPUB 3.3, 5): its metadata and its chapters in order. */
import { noProperties, type DocumentProperties } from '../office/document-page.ts'
import { resolvePart } from '../office/package.ts'
import type { XmlAttributes, XmlHandler } from '../office/xml.ts'
import { percentDecoded } from '@seine/shared/values/percent-decoded.ts'

interface ManifestItem {
  part: string
  mediaType: string
  isNavigation: boolean
}

/** Media types a chapter may have. */
const chapterTypes = new Set(['application/xhtml+xml', 'text/html', 'application/x-dtbook+xml', 'text/x-oeb1-document'])

const textsMax = 50
const textMaxCharacters = 10_000

/** Reads the package document. */
export class PackageReader implements XmlHandler {
  readonly #folder: string
  readonly #items = new Map<string, ManifestItem>()
  readonly #spine: string[] = []
  readonly #texts = new Map<string, string[]>()
  #modified: string | null = null
  #element = ''
  #property = ''
  /** Of a date of EPUB 2. */
  #event = ''
  #text = ''

  /** @param part name of the package document's entry. */
  constructor(part: string) {
    this.#folder = part.slice(0, part.lastIndexOf('/') + 1)
  }

  /** Returns the entries of the chapters in reading order, without the navigation document. */
  get chapters(): string[] {
    const parts = new Set<string>()
    for (const id of this.#spine) {
      const item = this.#items.get(id)
      if (item !== undefined && !item.isNavigation && chapterTypes.has(item.mediaType)) parts.add(item.part)
    }
    return [...parts]
  }

  get properties(): DocumentProperties {
    const first = (name: string): string | null => this.#texts.get(name)?.[0] ?? null
    return {
      ...noProperties,
      title: first('dc:title'),
      author: this.#texts.get('dc:creator')?.join(', ') ?? null,
      // A description is usually HTML rather than text.
      description: first('dc:description')?.replaceAll(/<[^<>]*>/g, ' ') ?? null,
      language: first('dc:language'),
      created: first('dc:date'),
      modified: this.#modified,
    }
  }

  enter(name: string, attributes: XmlAttributes): void {
    this.#element = name
    this.#property = attributes['property'] ?? ''
    this.#event = (attributes['opf:event'] ?? '').toLowerCase()
    this.#text = ''
    if (name === 'opf:item') this.#addItem(attributes)
    else if (name === 'opf:itemref') this.#spine.push(attributes['idref'] ?? '')
  }

  leave(): void {
    const text = this.#text.trim()
    if (text !== '' && this.#element === 'dc:date' && this.#event === 'modification') this.#modified ??= text
    else if (text !== '' && this.#element.startsWith('dc:')) {
      const texts = this.#texts.get(this.#element) ?? []
      this.#texts.set(this.#element, texts)
      if (texts.length < textsMax) texts.splice(this.#event === 'publication' ? 0 : texts.length, 0, text)
    } else if (this.#element === 'opf:meta' && this.#property === 'dcterms:modified') this.#modified ??= text
    this.#element = ''
    this.#text = ''
  }

  text(text: string): void {
    if (this.#text.length < textMaxCharacters) this.#text += text
  }

  #addItem(attributes: XmlAttributes): void {
    const href = attributes['href'] ?? ''
    this.#items.set(attributes['id'] ?? '', {
      part: resolvePart(this.#folder, percentDecoded(href)),
      mediaType: (attributes['media-type'] ?? '').toLowerCase(),
      isNavigation: /(?:^|\s)nav(?:\s|$)/.test(attributes['properties'] ?? ''),
    })
  }
}
