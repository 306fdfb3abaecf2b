/** Links of feeds and sitemaps: the URLs of link, loc, guid, id and enclosure elements. */
import type { PageLink } from './contract.ts'
import { scanMarkup, type Attribute, type ContentModel, type MarkupHandler } from './scanner.ts'
import { createUrlResolver } from './urls.ts'

const urlElements = new Set(['link', 'loc', 'guid', 'id', 'comments'])

/**
 * The links of an XML document, in order, no repeats.
 * @param url base of relative references.
 */
export function xmlLinks(xml: string, url: string): PageLink[] {
  const collector = new XmlLinkCollector()
  scanMarkup(xml, collector, 16)
  const urls = createUrlResolver(url, null)
  const links = new Map<string, PageLink>()
  for (const reference of collector.references) {
    const found = urls.page(reference)
    if (found !== null && !links.has(found)) links.set(found, { url: found, text: '', nofollow: false, source: 'a' })
  }
  return [...links.values()]
}

class XmlLinkCollector implements MarkupHandler {
  readonly references: string[] = []
  #element = ''
  #text = ''

  startTag(name: string, attributes: Attribute[]): ContentModel {
    // Prefixes are free to choose; the local name is what counts.
    this.#element = name.slice(name.indexOf(':') + 1)
    this.#text = ''
    const href = attributes.find((each) => each.name === (this.#element === 'enclosure' ? 'url' : 'href'))
    if (href !== undefined && (this.#element === 'link' || this.#element === 'enclosure'))
      this.references.push(href.value)
    return 'markup'
  }

  endTag(): void {
    // An identifier need not be a URL; only those that say so are taken.
    const text = this.#text.trim()
    if (urlElements.has(this.#element) && /^https?:\/\//i.test(text)) this.references.push(text)
    this.#element = ''
  }

  text(text: string): void {
    if (urlElements.has(this.#element)) this.#text += text
  }

  doctype(): void {}

  /** CDATA sections are text everywhere in XML. */
  inForeignContent(): boolean {
    return true
  }
}
