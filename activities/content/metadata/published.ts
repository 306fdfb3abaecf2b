/** Chooses when a page was published and last changed from everything the page states about it. */
import { dayMs } from '@seine/shared/values/day-ms.ts'
import { attribute, collapsed, following, textBelow, type TreeNode } from '../../html/tree.ts'
import type { ApartParts } from './apart.ts'
import type { ArticleData } from './article-data.ts'
import { dateInText, machineDate, type DayMonthOrder } from './dates.ts'
import { firstPosted } from './first-post.ts'
import { lastChange } from './last-change.ts'
import type { PageKind } from './page-kind.ts'
import { metaOf, type PageMark, type PageFacts } from './page-facts.ts'
import { labelledDate, loneDate, shownByHeading } from './shown-date.ts'

export interface DateContext {
  data: ArticleData
  kind: PageKind
  /** Number of texts before the heading; null when the page has no heading. */
  headingAt: number | null
  apart: ApartParts
  order: DayMonthOrder
  pageUrl: string
}

export interface PageDates {
  published: string | null
  modified: string | null
}

const publishedNames = [
  'article:published_time', 'article:published', 'og:article:published_time', 'og:published_time', 'datepublished',
  'datecreated datepublished', 'parsely-pub-date', 'sailthru.date', 'article.published', 'published-date',
  'publish-date', 'publish_date', 'publication_date', 'publication-date', 'pubdate', 'pub_date', 'date_published',
  'article_date_original', 'cxenseparse:publishtime', 'cxenseparse:recs:publishtime', 'citation_publication_date',
  'citation_date', 'citation_online_date', 'dc.date.issued', 'dcterms.issued', 'dcterms.date', 'dc.date',
  'dcterms.created', 'dc.date.created', 'rnews:datepublished', 'bt:pubdate', 'ptime', 'originalpublicationdate',
  'og:pubdate', 'date', 'created', 'datecreated', 'uploaddate', 'video:release_date', 'book:release_date',
] // prettier-ignore

const modifiedNames = [
  'article:modified_time', 'article:modified', 'og:article:modified_time', 'og:modified_time', 'og:updated_time',
  'datemodified', 'last-modified', 'lastmod', 'revised', 'dcterms.modified', 'dc.date.modified', 'updated',
  'article.updated', 'cxenseparse:modifiedtime',
] // prettier-ignore

/** Names of further meta elements with a date of the page, such as `w-published-date`. */
const otherDateName = /(?:^|[._:-])(?:date|published|date-?published|published-?(?:date|at|on|time)|creation-?date)$/

const marksReadMax = 80
/** A page that is dated more than a day earlier than its data was published earlier; one day is the time zone. */
const earlierMinDays = 2
const textsBefore = 25
const textsAfter = 60
const textMaxCharacters = 150
const nodesBelowMax = 60

/** Chooses the dates of a page; null when it states none. */
export function chooseDates(facts: PageFacts, context: DateContext): PageDates {
  const { data, order } = context
  const read = (text: string | null): string | null =>
    text === null ? null : (machineDate(text) ?? dateInText(text, order))
  const marks = facts.dates.slice(0, marksReadMax)
  const stated =
    firstMeta(facts, publishedNames.slice(0, 5), read) ?? read(data.published) ?? firstMeta(facts, publishedNames, read)
  const published =
    earlierShown(facts, context, stated) ??
    stated ??
    fromMarks(marks, context, read, isPublishedMark) ??
    (context.kind === 'forum' ? firstPosted(facts.texts.slice(context.headingAt ?? 0), order) : null) ??
    fromMarks(marks, context, read, (mark) => !isModifiedMark(mark)) ??
    fromTexts(facts, context) ??
    (context.kind === 'forum' ? null : labelledDate(facts.texts, context.apart, order)) ??
    (context.kind === 'other' ? null : onlyDate(marks, context, read)) ??
    dateInUrl(context.pageUrl) ??
    firstMeta(
      facts,
      [...facts.metas.keys()].filter((name) => otherDateName.test(name)),
      read,
    ) ??
    (context.headingAt === null && context.kind !== 'forum' ? loneDate(facts.texts, context.apart, order) : null)
  const modified =
    firstMeta(facts, modifiedNames, read) ??
    read(data.modified) ??
    fromMarks(marks, context, read, isModifiedMark) ??
    // In a thread, posts use such phrases about themselves.
    (context.kind === 'forum' ? null : lastChange(facts.texts, context.apart, order))
  // A change before publication belongs to the draft.
  const isOfDraft = published !== null && modified !== null && modified.slice(0, 10) < published.slice(0, 10)
  return { published, modified: isOfDraft ? null : modified }
}

/**
 * Returns the marked date shown by the heading of an article when it is earlier than the stated one: software that publishes a
 * page again states the day on which it did so.
 */
function earlierShown(
  { texts }: PageFacts,
  { headingAt, apart, order, kind }: DateContext,
  stated: string | null,
): string | null {
  if (stated === null || headingAt === null || kind === 'forum' || stated.length < 10) return null
  const shown = shownByHeading(texts, headingAt, apart, order)
  if (shown === null) return null
  const days = (Date.parse(stated.slice(0, 10)) - Date.parse(shown.slice(0, 10))) / dayMs
  return days >= earlierMinDays ? shown : null
}

function firstMeta(
  facts: PageFacts,
  names: readonly string[],
  read: (text: string | null) => string | null,
): string | null {
  for (const name of names) {
    const date = read(metaOf(facts, name))
    if (date !== null) return date
  }
  return null
}

const isModifiedMark = ({ words }: PageMark): boolean => /modified|updated/.test(words)
const isPublishedMark = (mark: PageMark): boolean =>
  !isModifiedMark(mark) &&
  (mark.how === 'itemprop' || /publish|pubdate|posted/.test(mark.words) || attribute(mark.node, 'pubdate') !== null)

/** Returns the date of the mark nearest to the heading; marks before the heading count as farther away. */
function fromMarks(
  marks: readonly PageMark[],
  { headingAt, apart, kind }: DateContext,
  read: (text: string | null) => string | null,
  isWanted: (mark: PageMark) => boolean,
): string | null {
  let best: { date: string; distance: number } | null = null
  for (const mark of marks) {
    if (!isWanted(mark)) continue
    const distance = distanceOf(mark.at, headingAt)
    if (distance > textsAfter && mark.how === 'class' && !mark.words.includes('publish')) continue
    if (best !== null && distance >= best.distance) continue
    if (apart.has(mark.node) || (kind === 'other' && apart.isOfEntry(mark.node))) continue
    const date = dateOfMark(mark, read)
    if (date !== null) best = { date, distance }
  }
  return best?.date ?? null
}

/** Returns the date that all marks after the heading agree on; marks in sidebars are included. */
function onlyDate(
  marks: readonly PageMark[],
  { headingAt, apart }: DateContext,
  read: (text: string | null) => string | null,
): string | null {
  let only: string | null = null
  for (const mark of marks) {
    if (mark.at < (headingAt ?? 0) || isModifiedMark(mark) || apart.has(mark.node, false)) continue
    const date = dateOfMark(mark, read)
    if (date === null) continue
    if (only !== null && only !== date) return null
    only = date
  }
  return only
}

/** Returns the distance of a mark from the heading; before the heading it counts three times. */
function distanceOf(at: number, headingAt: number | null): number {
  if (headingAt === null) return at
  return at >= headingAt ? at - headingAt : (headingAt - at) * 3
}

function dateOfMark({ node }: PageMark, read: (text: string | null) => string | null): string | null {
  for (const name of ['datetime', 'content', 'title', 'data-time', 'data-timestamp', 'data-datetime']) {
    const date = read(attribute(node, name))
    if (date !== null) return date
  }
  const text = textBelow(node, textMaxCharacters, 60)
  const shown = text.length >= textMaxCharacters ? null : read(text)
  const time = node.name === 'time' ? null : read(timeBelow(node))
  // In another time zone the date of the time element may differ from the date shown to readers.
  return time !== null && (shown === null || time.startsWith(shown) || isTurned(shown, time)) ? time : shown
}

/** Returns true for two dates that differ only in the order of day and month, as in `02-12-2025`. */
function isTurned(shown: string, time: string): boolean {
  const [year, month, day] = shown.split('-')
  return time.startsWith(`${year}-${day}-${month}`)
}

/** Returns the machine-readable date of the first time element in a marked part. */
function timeBelow(node: TreeNode): string | null {
  let left = nodesBelowMax
  for (let at = node.first; at !== null && left > 0; at = following(at, node), left--) {
    const time = at.name === 'time' ? attribute(at, 'datetime') : null
    if (time !== null) return time
  }
  return null
}

/** Returns a date in a short text of its own near the heading. */
function fromTexts({ texts }: PageFacts, { headingAt, apart, order, kind }: DateContext): string | null {
  if (headingAt === null) return null
  const end = Math.min(texts.length, headingAt + textsAfter)
  let before: string | null = null
  for (let at = Math.max(0, headingAt - textsBefore); at < end; at++) {
    const node = texts[at]
    const date = node === undefined ? null : dateOfText(node, order)
    if (date === null || node === undefined || apart.has(node)) continue
    if (kind === 'other' && apart.isOfEntry(node)) continue
    if (at >= headingAt) return date
    before = date
  }
  return before
}

function dateOfText(node: TreeNode, order: DayMonthOrder): string | null {
  const text = node.text ?? ''
  if (text.length > 400 || !/\d/.test(text)) return null
  const clean = collapsed(text)
  if (clean.length > 80) return null
  const date = dateInText(clean, order)
  return /©|copyright|^(?:joined|registered|member since|last (?:visit|login|seen))\b/i.test(clean) ? null : date
}

/** Returns a date such as `/2025/09/04/` or `/2025-09-04-` in the path of the page. */
function dateInUrl(url: string): string | null {
  const path = URL.parse(url)?.pathname.slice(0, 1_000) ?? ''
  const match =
    /\/((?:19|20)\d\d)([/-])(\d{1,2})\2(\d{1,2})(?!\d)/.exec(path) ??
    /[/-]((?:19|20)\d\d)()(\d\d)(\d\d)(?!\d)/.exec(path)
  return match === null ? null : machineDate(`${match[1]}-${match[3]}-${match[4]}`)
}
