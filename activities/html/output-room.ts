/** How large one output of a page may grow, and the counting towards it. */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'

/**
 * Most characters of one output.
 * @param pageCharacters length of the page it is made from.
 */
export function outputCapFor(pageCharacters: number): number {
  const { outputFreeCharacters, outputRatioMax, outputMaxCharacters } = extractLimits
  return Math.min(outputMaxCharacters, Math.max(outputFreeCharacters, pageCharacters * outputRatioMax))
}

/** What is left of the characters one output may have. */
export class OutputRoom {
  #left: number
  #isFull = false

  /** @param characters what there is to take; by default the most that any output may have. */
  constructor(characters: number = extractLimits.outputMaxCharacters) {
    this.#left = characters
  }

  get left(): number {
    return this.#left
  }

  /** True once something did not fit; nothing more is taken then. */
  get isFull(): boolean {
    return this.#isFull
  }

  /** Takes nothing more. */
  close(): void {
    this.#left = 0
    this.#isFull = true
  }

  /** Takes all of a text or nothing of it. */
  takes(text: string): boolean {
    if (text.length > this.#left) this.close()
    else this.#left -= text.length
    return !this.#isFull
  }

  /** Takes as much of a text as fits; characters outside the basic plane are kept whole. */
  fit(text: string): string {
    const end = this.#left
    if (this.takes(text)) return text
    const isHalf = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800
    return text.slice(0, isHalf ? end - 1 : end)
  }

  /** As `fit`, for escaped HTML text: no reference is cut in two. */
  fitHtml(text: string): string {
    const cut = this.fit(text)
    if (cut.length === text.length) return cut
    const reference = cut.lastIndexOf('&')
    return reference === -1 || cut.includes(';', reference) ? cut : cut.slice(0, reference)
  }
}
