/** Reads the date that a page shows its readers beside its heading, or behind a label anywhere. */
import { attribute, collapsed, type TreeNode } from '../../html/tree.ts'
import type { ApartParts } from './apart.ts'
import { dateInText, machineDate, type DayMonthOrder } from './dates.ts'

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
 * Returns the date next to the heading that is marked as one of the page, by a time element, a class or a label, when
 * there is only one that is not one of a change; with its time of day when a time element states it. A date without such
 * a mark may be one that the text is about.
 * @param headingAt number of texts before the heading.
 */
export function shownByHeading(
  texts: readonly TreeNode[],
  headingAt: number,
  apart: ApartParts,
  order: DayMonthOrder,
): string | null {
  let only: string | null = null
  let precise: string | null = null
  for (let at = Math.max(0, headingAt - textsBefore); at < Math.min(texts.length, headingAt + textsAfter); at++) {
    const node = texts[at]
    const text = textOf(node)
    if (node === undefined || text.length > textMaxCharacters || !/\d/.test(text) || otherDates.test(text)) continue
    const date = dateInText(text, order)
    if (date === null || date === only || apart.has(node) || apart.isOfEntry(node) || isInCell(node)) continue
    if (changed.test(text) || changed.test(textOf(texts[at - 1]))) continue
    if (!publishedLabel.test(text) && !isLabel(texts[at - 1]) && !isDateMark(node)) continue
    if (only !== null) return null
    only = date
    const time = machineDate(timeAround(node))
    precise = time !== null && time.startsWith(date) ? time : date
  }
  return precise
}

/** Returns true for a text that is little more than a label such as `Published on`. */
const isLabel = (node: TreeNode | undefined): boolean => {
  const text = textOf(node)
  return text.length <= dateMaxCharacters && publishedLabel.test(text)
}

/** Elements around a text whose classes may mark it as a date. */
const markLevels = 3
const dateClass =
  /(?:^|[\s_-])(?:(?:post|entry|article|publish|pub|story)?-?date(?:time|line)?|time|timestamp|published|posted|pubdate|byline|meta)(?=$|[\s_-])/i

/** Returns true for a text in a time element, or in an element named after a date. */
function isDateMark(node: TreeNode): boolean {
  let at = node.parent
  for (let level = 0; at !== null && level < markLevels; level++, at = at.parent) {
    if (at.name === 'time' || dateClass.test(attribute(at, 'class') ?? '')) return true
    if (/date/i.test(attribute(at, 'itemprop') ?? '')) return true
  }
  return false
}

/** Returns the machine-readable date of the time element around a text; empty without one. */
function timeAround(node: TreeNode): string {
  let at = node.parent
  for (let level = 0; at !== null && level < markLevels; level++, at = at.parent)
    if (at.name === 'time') return attribute(at, 'datetime') ?? ''
  return ''
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
