/** Reads the texts of the anchors of a page, which name its links. */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { mapLimits } from '@seine/shared/config/limits.ts'
import { scanMarkup, type Attribute, type MarkupHandler } from '../html/scanner.ts'
import { fetchUrl } from '@seine/shared/urls/url-identity.ts'

/** Longest text collected before white space is removed. */
const textMaxCharacters = mapLimits.titleMaxCharacters * 4

const valueOf = (attributes: readonly Attribute[], name: string): string | undefined =>
  attributes.find((attribute) => attribute.name === name)?.value.trim()

/** Reads the anchors of a page as the scanner reaches them. */
class AnchorReader implements MarkupHandler {
  /** By URL; for a link with a fragment, by its whole URL. */
  readonly texts = new Map<string, string>()
  /** Texts of links with a fragment, by the URL of the page without it. */
  readonly #inner = new Map<string, string>()
  readonly #page: string | null
  #base: string
  #based = false
  #open: string | null = null
  #text = ''

  constructor(url: string) {
    this.#base = url
    this.#page = fetchUrl(url)
  }

  /** Uses the text of a link with a fragment for the page itself when the page has no other text. */
  finish(): ReadonlyMap<string, string> {
    for (const [url, text] of this.#inner) {
      if (url !== this.#page && !this.texts.has(url)) this.texts.set(url, text)
    }
    return this.texts
  }

  startTag(name: string, attributes: Attribute[]): 'markup' | 'text-with-references' | 'raw-text' {
    if (name === 'a' || name === 'area') {
      this.#close()
      const href = valueOf(attributes, 'href')
      const url = href === undefined ? null : (URL.parse(href, this.#base)?.href ?? null)
      if (url !== null) this.#openAnchor(url, attributes, name === 'area' ? 'alt' : 'aria-label')
      if (name === 'area') this.#close()
    } else if (name === 'img' && this.#open !== null) {
      this.text(` ${valueOf(attributes, 'alt') ?? ''} `)
    } else if (name === 'base' && !this.#based) {
      const href = valueOf(attributes, 'href')
      this.#based = href !== undefined
      this.#base = URL.parse(href ?? '', this.#base)?.href ?? this.#base
    } else if (name === 'title' || name === 'textarea') return 'text-with-references'
    else if (name === 'noembed' || name === 'noframes' || name === 'iframe' || name === 'xmp') return 'raw-text'
    else if (this.#open !== null) this.text(' ')
    return 'markup'
  }

  endTag(name: string): void {
    if (name === 'a') this.#close()
  }

  text(text: string): void {
    if (this.#open !== null && this.#text.length < textMaxCharacters) {
      this.#text += text.slice(0, textMaxCharacters - this.#text.length)
    }
  }

  doctype(): void {}

  inForeignContent(): boolean {
    return false
  }

  #openAnchor(url: string, attributes: readonly Attribute[], label: string): void {
    this.#open = url
    this.#text = valueOf(attributes, label) ?? ''
    // A label replaces the content.
    if (this.#text !== '') this.#close()
  }

  #close(): void {
    const text = this.#text.trim()
    if (this.#open !== null && text !== '') {
      if (!this.texts.has(this.#open)) this.texts.set(this.#open, text)
      const url = this.#open.includes('#') ? fetchUrl(this.#open) : null
      if (url !== null && !this.#inner.has(url)) this.#inner.set(url, text)
    }
    this.#open = null
    this.#text = ''
  }
}

/**
 * Returns the texts of the links of a page. Runs in time linear in its length.
 * @param html the page.
 * @param url base URL of its links, unless the page declares another.
 * @returns the first text of each link, by its URL; white space inside as written, not empty.
 */
export function linkTexts(html: string, url: string): ReadonlyMap<string, string> {
  const reader = new AnchorReader(url)
  scanMarkup(html, reader, extractLimits.attributesPerElementMax)
  return reader.finish()
}
