/** Finds the date of the last change that a page states in its text. */
import { attribute, collapsed, type TreeNode } from '../../html/tree.ts'
import type { ApartParts } from './apart.ts'
import { dateInText, machineDate, type DayMonthOrder } from './dates.ts'

const textMaxCharacters = 200
/** Number of texts after the label in which the date may be. */
const textsBehind = 2
const restMaxCharacters = 60

/** Matches labels such as `Last updated 3 May 1998` or `This page was last edited on`, only at the start of a text. */
const label =
  /^[^\p{L}\p{N}]{0,10}(?:(?:this|the)\s(?:page|article|document|site|entry|post|guide|website|file)\s(?:was|has\sbeen|is)\s)?(?:page\s)?last\s(?:updated|modified|edited|revised|changed|update|revision|change)\b(?:\s?(?:on|at|by|:)(?=\W))?/iu
/** Fast check: every label contains this, most other texts do not. */
const sign = /last\s/i

/**
 * Returns the date of the last change that the page states in words; null when it states none or several.
 * @param texts of the page in document order.
 * @returns the date in ISO 8601, with the time when a time element states it.
 */
export function lastChange(texts: readonly TreeNode[], apart: ApartParts, order: DayMonthOrder): string | null {
  let only: string | null = null
  for (const [at, node] of texts.entries()) {
    const text = beginningOf(node)
    if (!announcesChange(text)) continue
    const date = dateIn(collapsed(text).replace(label, ''), order) ?? dateBehind(texts, at, order)
    if (date === null || date === only || apart.isOfOther(node)) continue
    if (only !== null) return null
    only = date
  }
  return only
}

/** Returns true for a text that states when the page was last changed. */
const announcesChange = (text: string): boolean => sign.test(text) && label.test(collapsed(text))

const beginningOf = (node: TreeNode): string => node.text?.slice(0, textMaxCharacters) ?? ''

const dateIn = (text: string, order: DayMonthOrder): string | null =>
  dateInText(text.slice(0, restMaxCharacters), order)

function dateBehind(texts: readonly TreeNode[], at: number, order: DayMonthOrder): string | null {
  for (const node of texts.slice(at + 1, at + 1 + textsBehind)) {
    const date = timeAround(node) ?? dateIn(collapsed(beginningOf(node)), order)
    if (date !== null) return date
  }
  return null
}

/** Returns the machine-readable date of the time element around a text. */
function timeAround(text: TreeNode): string | null {
  const { parent } = text
  return parent?.name === 'time' ? machineDate(attribute(parent, 'datetime') ?? '') : null
}
