/** Pieces of text with their position on a page. */
import type { FontStyle } from './font-style.ts'

/**
 * Text of one font on one baseline. Coordinates are in points from the upper left corner of the page
 * in reading orientation; `y` is the baseline.
 */
export interface TextRun {
  text: string
  x: number
  y: number
  width: number
  /** Font size in points. */
  size: number
  style: FontStyle
  /** True when white space follows in the page's content order. */
  spaceAfter: boolean
  isRtl: boolean
  /** Target of a link over the run; null if none exists. */
  href: string | null
  /** Id of the marked content it belongs to in a tagged document; null if none exists. */
  mark: string | null
}

/** Runs of one reading direction, and the page size in that orientation. */
export interface RunGroup {
  runs: TextRun[]
  width: number
  height: number
}

const cjk = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/

/** Returns whether a character belongs to a script without spaces between words. */
export const isCjk = (character: string | undefined): boolean => character !== undefined && cjk.test(character)
