/** The distinct links of one page, in the order they were found, up to the cap of a page. */
import { frontierLimits } from '@seine/shared/config/limits.ts'
import type { PageLink } from './contract.ts'

/** What was found. */
export interface CollectedLinks {
  links: PageLink[]
  /** True when the page has more links than these. */
  capped: boolean
}

export class LinkSet {
  readonly #links = new Map<string, PageLink>()
  #isCapped = false

  /** True once a link was refused: there is no use in looking for more. */
  get isCapped(): boolean {
    return this.#isCapped
  }

  get(url: string): PageLink | undefined {
    return this.#links.get(url)
  }

  /** Adds a link that is not there yet, unless the page has too many. */
  add(link: PageLink): void {
    if (this.#links.size >= frontierLimits.linksPerPageMax) this.#isCapped = true
    else this.#links.set(link.url, link)
  }

  collected(): CollectedLinks {
    return { links: [...this.#links.values()], capped: this.#isCapped }
  }
}
