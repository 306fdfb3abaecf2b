/** Reads the date that a page shows its readers beside its heading, or behind a label anywhere. */
import { collapsed, type TreeNode } from '../../html/tree.ts'
import type { ApartParts } from './apart.ts'
import { dateInText, type DayMonthOrder } from './dates.ts'

const textsBefore = 12
const textsAfter = 16
const textMaxCharacters = 80
/** Longer texts are not read: what is wanted is a line, with the white space of its markup. */
const markupMaxCharacters = 300
/** A text that is little more than a date. */
const dateMaxCharacters = 45
/** Texts of a page without a heading that are searched for one that is a date. */
const textsReadMax = 100

/** Words that mark a date as one of a change, not of the publication. */
const changed =
  /updat|modif|revis|review|edited|aktualisier|geändert|mis à jour|actuali[sz]|aggiornat|gewijzigd|bijgewerkt|uppdater|opdater|обновлен|更新|수정/iu
const publishedLabel =
  /^[^\p{L}\p{N}]{0,5}(?:(?:this |the )?(?:article|post|page|story|entry)\s(?:was\s)?)?(?:(?:first|originally)\s)?(?:published|posted|publish(?:ed|ing)?\sdate|publication\sdate|date\spublished|post\s(?:date|time)|date\sposted|veröffentlicht|erschienen|publié|publicado|pubblicato|gepubliceerd|publicerad|publisert|udgivet|опубликовано|发布时间|发表于|公開日|게시일)(?![\p{L}])/iu
const otherDates = /©|copyright|^(?:joined|registered|member since|founded|last (?:visit|login|seen))\b/iu

const textOf = (node: TreeNode | undefined): string => collapsed(node?.text?.slice(0, 400) ?? '')

/**
 * Returns the date next to the heading, when there is only one that is not one of a change.
 * @param headingAt number of texts before the heading.
 */
export function shownByHeading(
  texts: readonly TreeNode[],
  headingAt: number,
  apart: ApartParts,
  order: DayMonthOrder,
): string | null {
  let only: string | null = null
  for (let at = Math.max(0, headingAt - textsBefore); at < Math.min(texts.length, headingAt + textsAfter); at++) {
    const node = texts[at]
    const text = textOf(node)
    if (node === undefined || text.length > textMaxCharacters || !/\d/.test(text) || otherDates.test(text)) continue
    const date = dateInText(text, order)
    if (date === null || date === only || apart.has(node) || apart.isOfEntry(node) || isInCell(node)) continue
    if (changed.test(text) || changed.test(textOf(texts[at - 1]))) continue
    if (only !== null) return null
    only = date
  }
  return only
}

/** Returns true in a cell of a table, whose dates are data. */
const isInCell = ({ parent }: TreeNode): boolean => parent !== null && (parent.name === 'td' || parent.name === 'th')

/** Returns the date behind a label such as `Published`, in the same text or the next; null for none or several. */
export function labelledDate(texts: readonly TreeNode[], apart: ApartParts, order: DayMonthOrder): string | null {
  let only: string | null = null
  for (const [at, node] of texts.entries()) {
    if ((node.text?.length ?? 0) > markupMaxCharacters) continue
    const text = textOf(node)
    if (text.length > textMaxCharacters || !publishedLabel.test(text)) continue
    const date = dateInText(text.replace(publishedLabel, ''), order) ?? dateInText(nextText(texts, at), order)
    if (date === null || date === only || apart.isOfOther(node)) continue
    if (only !== null) return null
    only = date
  }
  return only
}

const nextText = (texts: readonly TreeNode[], at: number): string => {
  const next = textOf(texts[at + 1])
  return next.length > dateMaxCharacters ? '' : next
}

/** Returns the first text that is a date, on a page without a heading; null when it has several such dates. */
export function loneDate(texts: readonly TreeNode[], apart: ApartParts, order: DayMonthOrder): string | null {
  let only: string | null = null
  for (const node of texts.slice(0, textsReadMax)) {
    const text = textOf(node)
    if (text.length > dateMaxCharacters || !/\d/.test(text) || changed.test(text) || otherDates.test(text)) continue
    const date = dateInText(text, order)
    if (date === null || date === only || apart.has(node) || apart.isOfEntry(node)) continue
    if (only !== null) return null
    only = date
  }
  return only
}
