/**
 * The distinct links of one page, in the order they were found: so many are kept, further ones are
 * counted.
 */
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { FingerprintSet, fingerprintOf } from '@seine/shared/urls/fingerprint-set.ts'
import type { PageLink } from '@seine/shared/pages/extraction.ts'

/** What was found. */
export interface CollectedLinks {
  links: PageLink[]
  /** Distinct links beyond these. */
  dropped: number
}

export class LinkSet {
  readonly #links = new Map<string, PageLink>()
  /** The links that are not kept; made when there is a first one. */
  #further: FingerprintSet | null = null

  /** True when no further link is even counted: there is no use in looking for more. */
  get isCapped(): boolean {
    return (this.#further?.size ?? 0) >= frontierLimits.fingerprintsMax
  }

  get(url: string): PageLink | undefined {
    return this.#links.get(url)
  }

  /** Adds a link that is not there yet, or counts it when the page has too many. */
  add(link: PageLink): void {
    if (this.#links.size < frontierLimits.linksPerPageMax) {
      this.#links.set(link.url, link)
      return
    }
    this.#further ??= new FingerprintSet(frontierLimits.fingerprintsMax)
    this.#further.add(fingerprintOf(link.url))
  }

  collected(): CollectedLinks {
    return { links: [...this.#links.values()], dropped: this.#further?.size ?? 0 }
  }
}
