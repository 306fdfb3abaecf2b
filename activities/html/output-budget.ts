/** Limits the size of one output of a page. */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'

/**
 * Returns the maximum number of characters of one output.
 * @param pageCharacters length of the page it is made from.
 */
export function outputCapFor(pageCharacters: number): number {
  const { outputFreeCharacters, outputRatioMax, outputMaxCharacters } = extractLimits
  return Math.min(outputMaxCharacters, Math.max(outputFreeCharacters, pageCharacters * outputRatioMax))
}

/** The number of characters that are left for one output. */
export class OutputBudget {
  #left: number
  #isFull = false

  /** @param characters size of the budget. @default the maximum of any output */
  constructor(characters: number = extractLimits.outputMaxCharacters) {
    this.#left = characters
  }

  get left(): number {
    return this.#left
  }

  /** True once something did not fit; after that nothing more is accepted. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Uses up the budget, so that nothing more is accepted. */
  close(): void {
    this.#left = 0
    this.#isFull = true
  }

  /** Takes the whole text or nothing of it. @returns whether it fits. */
  takes(text: string): boolean {
    if (text.length > this.#left) this.close()
    else this.#left -= text.length
    return !this.#isFull
  }

  /** Returns as much of a text as fits, without splitting a surrogate pair. */
  fit(text: string): string {
    const end = this.#left
    if (this.takes(text)) return text
    const isHalf = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800
    return text.slice(0, isHalf ? end - 1 : end)
  }

  /** Same as `fit`, for escaped HTML text: does not split a character reference. */
  fitHtml(text: string): string {
    const cut = this.fit(text)
    if (cut.length === text.length) return cut
    const reference = cut.lastIndexOf('&')
    return reference === -1 || cut.includes(';', reference) ? cut : cut.slice(0, reference)
  }
}
