/**
 * Collects the distinct links of one page in the order they are found: up to a limit they are kept, further ones are
 * only counted.
 */
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { FingerprintSet, fingerprintOf } from '@seine/shared/urls/fingerprint-set.ts'
import type { PageLink } from '@seine/shared/pages/extraction.ts'

/** The collected links. */
export interface CollectedLinks {
  links: PageLink[]
  /** Number of distinct links beyond the kept ones. */
  dropped: number
}

export class LinkSet {
  readonly #links = new Map<string, PageLink>()
  /** Fingerprints of the links that are not kept; null until there is one. */
  #further: FingerprintSet | null = null

  /** True when further links are not even counted, so that the search can stop. */
  get isCapped(): boolean {
    return (this.#further?.size ?? 0) >= frontierLimits.fingerprintsMax
  }

  get(url: string): PageLink | undefined {
    return this.#links.get(url)
  }

  /** Adds a new link, or only counts it when the limit is reached. */
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
