/** How much may still be read of a page for one kind of fact. */
import { factLimits } from '@seine/shared/config/json-limits.ts'

/** Counts nodes looked at and characters kept; whoever reads stops when there is no room left. */
export class FactRoom {
  #looks: number = factLimits.looksMax
  #characters: number = factLimits.textsMaxCharacters

  /** True when nothing further is read. */
  get isFull(): boolean {
    return this.#looks <= 0 || this.#characters <= 0
  }

  /** @returns false when no further node may be looked at. */
  look(): boolean {
    return this.#looks-- > 0
  }

  /** Notes a text that is kept, and gives it back. */
  keep(text: string): string {
    this.#characters -= text.length
    return text
  }
}
