/** Pieces of text as they stand on a page. */
import type { FontStyle } from './font-style.ts'

/**
 * Text of one font on one baseline. Coordinates are in points from the upper left corner of the page
 * as it is read, `y` being the baseline.
 */
export interface TextRun {
  text: string
  x: number
  y: number
  width: number
  /** Font size in points. */
  size: number
  style: FontStyle
  /** White space follows it in the page's own order. */
  spaceAfter: boolean
  isRtl: boolean
  /** Target of a link over it. */
  href: string | null
  /** Marked content it belongs to in a tagged document. */
  mark: string | null
}

/** Runs that read in one direction, and the size of the page turned that way. */
export interface RunGroup {
  runs: TextRun[]
  width: number
  height: number
}

const cjk = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/

/** Whether a character belongs to a script that puts no spaces between words. */
export const isCjk = (character: string | undefined): boolean => character !== undefined && cjk.test(character)
