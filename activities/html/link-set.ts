/**
 * Collects the distinct links of one page in the order they are found: up to a limit they are kept, further ones are
 * only counted.
 */
import { frontierLimits } from '@seine/shared/config/frontier-limits.ts'
import { FingerprintSet, fingerprintOf } from '@seine/shared/urls/fingerprint-set.ts'

/** The collected links. */
export interface CollectedLinks {
  /** Absolute URLs. */
  links: string[]
  /** Number of distinct links beyond the kept ones. */
  dropped: number
}

export class LinkSet {
  readonly #links = new Set<string>()
  /** Fingerprints of the links that are not kept; null until there is one. */
  #further: FingerprintSet | null = null

  /** True when further links are not even counted, so that the search can stop. */
  get isCapped(): boolean {
    return (this.#further?.size ?? 0) >= frontierLimits.fingerprintsMax
  }

  /** Adds a link unless it is known; only counts it when the limit is reached. */
  add(url: string): void {
    if (this.#links.size < frontierLimits.linksPerPageMax) this.#links.add(url)
    else if (!this.#links.has(url)) {
      this.#further ??= new FingerprintSet(frontierLimits.fingerprintsMax)
      this.#further.add(fingerprintOf(url))
    }
  }

  collected(): CollectedLinks {
    return { links: [...this.#links], dropped: this.#further?.size ?? 0 }
  }
}
