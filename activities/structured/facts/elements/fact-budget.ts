/** Budget for reading one kind of fact from a page. */
import { factLimits } from '../../limits/structured-limits.ts'

/** Counts visited nodes and kept characters; readers stop when the budget is used up. */
export class FactBudget {
  #looks: number = factLimits.looksMax
  #characters: number = factLimits.textsMaxCharacters

  /** True when nothing further may be read. */
  get isFull(): boolean {
    return this.#looks <= 0 || this.#characters <= 0
  }

  /** Counts a visited node. @returns false when no further node may be visited. */
  look(): boolean {
    return this.#looks-- > 0
  }

  /** Counts a text that is kept, and returns it. */
  keep(text: string): string {
    this.#characters -= text.length
    return text
  }
}
