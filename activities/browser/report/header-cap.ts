/** Limits the headers of one exchange, request and response together. */
import type { HeaderMap } from '@seine/shared/pages/headers.ts'
import { headerBytes } from '@seine/shared/pages/header-size.ts'

export interface HeaderCapBounds {
  headersMax: number
  bytesMax: number
}

/** Counts headers as they are taken; headers beyond the limits are left out. */
export class HeaderCap {
  readonly #bounds: HeaderCapBounds
  #headers = 0
  #bytes = 0
  #truncated = false

  constructor(bounds: HeaderCapBounds) {
    this.#bounds = bounds
  }

  /** Bytes of all headers that were taken. */
  get bytes(): number {
    return this.#bytes
  }

  /** Whether any header was left out. */
  get truncated(): boolean {
    return this.#truncated
  }

  /** @returns the headers that fit, in order. */
  take(headers: HeaderMap): HeaderMap {
    const taken = Object.entries(headers).filter(([name, value]) => this.#fits(headerBytes(name, value)))
    return Object.fromEntries(taken)
  }

  #fits(bytes: number): boolean {
    const fits = this.#headers < this.#bounds.headersMax && this.#bytes + bytes <= this.#bounds.bytesMax
    if (fits) {
      this.#headers += 1
      this.#bytes += bytes
    } else {
      this.#truncated = true
    }
    return fits
  }
}
