/** Collects the links of a site, each once, in the order of discovery. */
import type { MapLink } from '@seine/shared/api/schemas/map-result.ts'
import { mapLimits } from '@seine/shared/config/limits.ts'
import type { CrawlScope } from '../frontier/scope.ts'
import type { SitemapUrl } from '../frontier/sitemaps/sitemap-file.ts'
import type { UrlSink } from '../frontier/sitemaps/sitemap-walk.ts'
import { dedupeKey } from '@seine/shared/urls/url-identity.ts'
import { readLastmod } from './lastmod.ts'
import { plainLine } from '../html/plain-line.ts'

interface SiteLinksOptions {
  scope: CrawlScope
  ignoreQueryParameters: boolean
  /** Highest number of links kept. */
  max: number
}

/** Known facts about a link besides its URL, as written in the source. */
interface LinkFacts {
  title?: string
  description?: string
  lastmod?: string
}

export class SiteLinks implements UrlSink {
  /** Number of URLs of other sites. */
  outside = 0
  /** Whether links of the site were dropped because the limit was reached. */
  overflown = false
  readonly #options: SiteLinksOptions
  readonly #byKey = new Map<string, MapLink>()
  #characters = 0

  constructor(options: SiteLinksOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#byKey.size
  }

  get full(): boolean {
    return this.size >= this.#options.max || this.#characters >= mapLimits.linksMaxCharacters
  }

  /** Adds an entry of a sitemap; see `UrlSink`. */
  take(url: string, entry: SitemapUrl): boolean {
    return this.#add(url, 'sitemap', entry)
  }

  /**
   * Adds a link of a page.
   * @param url fetch URL.
   * @param text text of the link; empty when it has none.
   */
  addPageLink(url: string, text: string): void {
    this.#add(url, 'page', text === '' ? {} : { title: text })
  }

  /** Whether a page is among the links. */
  has(url: string): boolean {
    return this.#byKey.has(this.#key(url))
  }

  #key(url: string): string {
    return dedupeKey(url, { ignoreQueryParameters: this.#options.ignoreQueryParameters })
  }

  #add(url: string, source: MapLink['source'], facts: LinkFacts): boolean {
    const key = this.#key(url)
    const known = this.#byKey.get(key)
    if (known !== undefined) {
      this.#tell(known, facts)
      return true
    }
    if (!this.#options.scope.admits(url)) {
      this.outside += 1
      return false
    }
    if (this.full) {
      this.overflown = true
      return false
    }
    const link: MapLink = { url, source }
    this.#byKey.set(key, link)
    this.#characters += url.length
    this.#tell(link, facts)
    return true
  }

  /** Adds facts that are not known yet: earlier values are kept. */
  #tell(link: MapLink, facts: LinkFacts): void {
    const title = link.title === undefined ? plainLine(facts.title ?? '', mapLimits.titleMaxCharacters) : undefined
    const description =
      link.description === undefined
        ? plainLine(facts.description ?? '', mapLimits.descriptionMaxCharacters)
        : undefined
    const lastmod = link.lastmod === undefined ? readLastmod(facts.lastmod ?? '') : undefined
    if (title !== undefined) link.title = title
    if (description !== undefined) link.description = description
    if (lastmod !== undefined) link.lastmod = lastmod
    this.#characters += (title?.length ?? 0) + (description?.length ?? 0) + (lastmod?.length ?? 0)
  }

  /**
   * Returns all links.
   * @param start the requested page, which comes first and is included even when the limit is reached; null when it is
   *   not to be added.
   */
  list(start: { url: string; title: string | null; description: string | null } | null): MapLink[] {
    const links = [...this.#byKey.values()]
    if (start === null) return links
    const known = this.#byKey.get(this.#key(start.url))
    const link = known ?? { url: start.url, source: 'page' as const }
    // What a page states about itself takes precedence over what other pages state.
    const title = plainLine(start.title ?? '', mapLimits.titleMaxCharacters)
    const description = plainLine(start.description ?? '', mapLimits.descriptionMaxCharacters)
    if (title !== undefined) link.title = title
    if (description !== undefined) link.description = description
    const others = links.filter((other) => other !== link)
    if (others.length >= this.#options.max) this.overflown = true
    return [link, ...others.slice(0, this.#options.max - 1)]
  }
}
