/** Limits the rows and cells of all tables of a document together. */
import { documentLimits, extractLimits } from '@seine/shared/config/extract-limits.ts'

/** The page's tree must have room for the cells (an element and a text each) and other content. */
const nodesMax = Math.floor(extractLimits.treeNodesMax * 0.9)

export class TableBudget {
  #rows = 0
  #cells = 0
  #isCut = false

  /** True when a row or a cell was refused. */
  get isCut(): boolean {
    return this.#isCut
  }

  /** Number of cells that still fit. */
  get cellsLeft(): number {
    return Math.max(0, (nodesMax - this.#rows - this.#cells * 2) / 2)
  }

  /** Records that content was dropped. */
  cut(): void {
    this.#isCut = true
  }

  /** @returns false when there is no room for another row. */
  takeRow(): boolean {
    return this.#granted(this.#rows < documentLimits.rowsMax && this.#hasNodes()) && ++this.#rows > 0
  }

  /** @returns false when there is no room for another cell. */
  takeCell(): boolean {
    return this.#granted(this.#hasNodes()) && ++this.#cells > 0
  }

  #hasNodes(): boolean {
    return this.#rows + this.#cells * 2 < nodesMax
  }

  #granted(hasRoom: boolean): boolean {
    if (!hasRoom) this.#isCut = true
    return hasRoom
  }
}
