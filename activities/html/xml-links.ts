/** Links of feeds and sitemaps: the URLs of link, loc, guid, id and enclosure elements. */
import { LinkSet, type CollectedLinks } from './link-set.ts'
import { scanMarkup, type Attribute, type ContentModel, type MarkupHandler } from './scanner.ts'
import { createUrlResolver, type UrlResolver } from './urls.ts'

const urlElements = new Set(['link', 'loc', 'guid', 'id', 'comments'])

/**
 * The links of an XML document, in order, no repeats, up to the cap of a page.
 * @param url base of relative references.
 */
export function xmlLinks(xml: string, url: string): CollectedLinks {
  const collector = new XmlLinkCollector(createUrlResolver(url, null))
  scanMarkup(xml, collector, 16)
  return collector.links.collected()
}

class XmlLinkCollector implements MarkupHandler {
  readonly links = new LinkSet()
  readonly #urls: UrlResolver
  #element = ''
  #text = ''

  constructor(urls: UrlResolver) {
    this.#urls = urls
  }

  startTag(name: string, attributes: Attribute[]): ContentModel {
    // Prefixes are free to choose; the local name is what counts. What sitemaps list of pictures
    // and videos under these names is no page.
    this.#element = /^(?:image|video):/.test(name) ? '' : name.slice(name.indexOf(':') + 1)
    this.#text = ''
    const href = attributes.find((each) => each.name === (this.#element === 'enclosure' ? 'url' : 'href'))
    if (href !== undefined && (this.#element === 'link' || this.#element === 'enclosure')) this.#add(href.value)
    return 'markup'
  }

  endTag(): void {
    // An identifier need not be a URL; only those that say so are taken.
    const text = this.#text.trim()
    if (urlElements.has(this.#element) && /^https?:\/\//i.test(text)) this.#add(text)
    this.#element = ''
  }

  text(text: string): void {
    if (urlElements.has(this.#element)) this.#text += text
  }

  doctype(): void {}

  #add(reference: string): void {
    const url = this.links.isCapped ? null : this.#urls.page(reference)
    if (url === null || this.links.get(url) !== undefined) return
    this.links.add({ url, text: '', nofollow: false, source: 'a' })
  }

  /** CDATA sections are text everywhere in XML. */
  inForeignContent(): boolean {
    return true
  }
}
