/**
 * Collects links of feeds and sitemaps that are loaded as pages: the URLs of link, loc, guid, id, comments and enclosure
 * elements. Such a page can be any markup, so it is read by the scanner of HTML.
 */
import { LinkSet, type CollectedLinks } from './link-set.ts'
import { scanMarkup, type Attribute, type ContentModel, type MarkupHandler } from './scanner.ts'
import { createUrlResolver, type UrlResolver } from './urls.ts'

const urlElements = new Set(['link', 'loc', 'guid', 'id', 'comments'])

/**
 * Returns the distinct links of an XML document in order, up to the limit for a page.
 * @param url base URL of relative references.
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
    // Prefixes are arbitrary, so the local name counts. Elements of the image and video extensions of sitemaps
    // are excluded, because their URLs are not pages.
    this.#element = /^(?:image|video):/.test(name) ? '' : name.slice(name.indexOf(':') + 1)
    this.#text = ''
    const href = attributes.find((each) => each.name === (this.#element === 'enclosure' ? 'url' : 'href'))
    if (href !== undefined && (this.#element === 'link' || this.#element === 'enclosure')) this.#add(href.value)
    return 'markup'
  }

  endTag(): void {
    // An identifier need not be a URL; only http(s) URLs are taken.
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
    if (url !== null) this.links.add(url)
  }

  /** CDATA sections are text everywhere in XML. */
  inForeignContent(): boolean {
    return true
  }
}
