/**
 * Drops lines inside the content that serve the website rather than the text: sharing, subscriptions, links to other
 * articles with their label, tags, comment forms, notices, walls, advertisements, lines that only name author and date,
 * notes on the author.
 *
 * A line is judged by its own words, in many languages; what only resembles one (a list of the article's own, a quoted
 * phrase, a link in running text) stays. So does a list of links that is most of its page, as on listings and hubs.
 */
import { dayMs } from '@seine/shared/values/day-ms.ts'
import { isDocumentation, isProduct, isStatedArticle } from '../evidence.ts'
import type { BlockFacts } from '../facts.ts'
import { bylineStart, dateLabel, readByline, readingTime } from '../furniture/bylines.ts'
import {
  authorLabel,
  authorNoun,
  furniturePhrases,
  relatedLabel,
  tagsLabel,
  type FurnitureKind,
} from '../furniture/furniture-phrases.ts'
import { leadingSigns, Lines, relatedMax } from '../lines.ts'

const lineWordsMax = 60
/** An article is a page of whose kept words at least this share is running text; only there dates and names repeat. */
const articleShareMin = 0.5
const tagWordsOutsideMax = 4
/** A label in front of links to other articles has at most this many words of its own. */
const labelWordsMax = 9
const tagWordsMax = 25
/** A linked line of at most this many words is a button to another article wherever it is; a longer one may be a title. */
const buttonWordsMax = 4
/** A note on the author is at most this many blocks and words long. */
const noteBlocksMax = 4
const noteWordsMax = 120
/** Of a note's blocks at most this many are sentences: further ones may be the text that goes on. */
const noteSentencesMax = 1

/** A statement of rights behind the text has at most this many words. */
const rightsWordsMax = 30
const rights =
  /^[\s\p{P}]*(?:©|\(c\)\s*(?:19|20)\d\d|copyright\s*(?:©|\(c\)|(?:19|20)\d\d)|all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|todos os direitos reservados|tutti i diritti riservati|wszelkie prawa zastrzeżone|все права защищены|版权所有|جميع الحقوق محفوظة)/iu

/** A dropped block, for reports. */
export type Dropped = (block: number, kind: FurnitureKind | 'byline') => void

/**
 * Drops such lines.
 * @param kept 1 for each kept block; modified.
 */
export function dropFurnitureLines(facts: BlockFacts, kept: Uint8Array, dropped: Dropped = ignore): void {
  const lines = new Lines(facts)
  const isArticle = lines.runningShare(kept) >= articleShareMin
  const drop = (block: number, kind: FurnitureKind | 'byline'): void => {
    if (kept[block] === 0 || block === facts.rows.title) return
    kept[block] = 0
    dropped(block, kind)
  }
  const texts = Array.from({ length: kept.length }, (_, block) =>
    kept[block] === 0 || lines.words(block) > lineWordsMax ? null : lines.text(block),
  )
  dropPhrases(lines, texts, kept, drop)
  // From the end: what is behind the text is dropped before it is asked whether anything follows a label.
  for (let block = kept.length - 1; block >= 0; block--) {
    const line = texts[block]
    if (kept[block] === 0 || line === null || line === undefined) continue
    const text = line.replace(leadingSigns, '')
    const words = lines.words(block)
    if (words <= rightsWordsMax && rights.test(line)) {
      if (!lines.isHeading(block) && lines.isBehindAllText(block, kept)) drop(block, 'notice')
    } else if (words <= tagWordsMax && tagsLabel.test(text)) dropTags(lines, block, kept, drop)
    else if (relatedLabel.test(text)) dropRelated(lines, block, isArticle, kept, drop)
    else if (!isProduct(facts.evidence)) {
      // A mere noun is a label of such a note only as a heading.
      const isNoun = lines.isHeading(block) && authorNoun.test(text)
      if (isNoun || authorLabel.test(text)) dropNote(lines, block, isNoun, kept, drop)
    }
  }
  if (isArticle) dropBylines(lines, texts, kept, drop)
}

function ignore(): void {}

type Drop = (block: number, kind: FurnitureKind | 'byline') => void
type Texts = readonly (string | null)[]

/** Kinds that documentation has as headings and steps of its own: Share, Save, Print. */
const buttonKinds: ReadonlySet<FurnitureKind> = new Set(['share', 'advert'])

const cookieWords = /cookie|クッキー|kakor|куки|informasjonskapsler/iu

/** Drops the lines that are furniture by their phrase. */
function dropPhrases(lines: Lines, texts: Texts, kept: Uint8Array, drop: Drop): void {
  const isDocs = isDocumentation(lines.facts.evidence)
  const notices: number[] = []
  for (const [block, line] of texts.entries()) {
    if (line === null) continue
    const text = line.replace(leadingSigns, '')
    const words = lines.words(block)
    const phrase = furniturePhrases.find(([, pattern, wordsMax]) => words <= wordsMax && pattern.test(text))
    if (phrase === undefined) continue
    const [kind, , , isSure] = phrase
    const mayBeText = isSure !== true && isSure?.test(text) !== true
    if (mayBeText && lines.isSentenceOfText(block, text, kept)) continue
    if (buttonKinds.has(kind) && (isDocs || lines.isHeadingOfText(block, kept))) continue
    if (kind === 'notice' && cookieWords.test(text)) notices.push(block)
    else drop(block, kind)
  }
  // A page with several notices on cookies is one about them.
  if (notices.length === 1 && !lines.facts.evidence.isAboutPrivacy) drop(notices[0]!, 'notice')
}

/** Drops a label with its links, all to the same website: those on the same line, or the lines of links behind it. */
function dropRelated(lines: Lines, label: number, isArticle: boolean, kept: Uint8Array, drop: Drop): void {
  const own = lines.wordsOutsideLinks(label)
  if (own > labelWordsMax || !lines.linksStayOnSite(label)) return
  if (lines.isLinked(label) || (own > 0 && lines.hasLink(label) && own <= 4)) {
    // Read more: a link.
    if (own === 0 && !lines.isWholeLink(label)) return
    // On a listing, a title that begins with such words is an entry.
    const isButton = lines.words(label) <= buttonWordsMax
    if (isButton || isArticle || lines.isBehindText(label, kept)) drop(label, 'related')
    return
  }
  const links = lines.linksBehind(label, kept)
  if (links.length === 0 || !isBesideText(lines, label, links, kept)) return
  if (!lines.isBehindAllText(label, kept) || !links.every((block) => lines.linksStayOnSite(block))) return
  drop(label, 'related')
  for (const block of links) drop(block, 'related')
}

/** Drops tags behind the text, or between the title and the text; between paragraphs such a list is part of them. */
function dropTags(lines: Lines, label: number, kept: Uint8Array, drop: Drop): void {
  if (label === lines.facts.rows.title) return
  const links = lines.hasLink(label) ? [] : lines.linksBehind(label, kept)
  if (lines.hasLink(label) ? lines.wordsOutsideLinks(label) > tagWordsOutsideMax : links.length === 0) return
  if (lines.isBehindAllText(label, kept)) {
    if (links.length > 0 && !isBesideText(lines, label, links, kept)) return
  } else if (lines.isHeading(label) || !lines.isBesideTitle(label) || links.length > relatedMax) return
  drop(label, 'tags')
  for (const block of links) drop(block, 'tags')
}

/**
 * Returns true for a list of links that only accompanies the text before it: a short one behind an article, or one with
 * fewer words than that text. On a listing or a hub the list is the content, whatever introduces it.
 */
function isBesideText(lines: Lines, label: number, links: readonly number[], kept: Uint8Array): boolean {
  if (links.length > relatedMax || !lines.isBehindText(label, kept)) return false
  if (isStatedArticle(lines.facts.evidence)) return true
  const linkWords = links.reduce((sum, block) => sum + lines.words(block), 0)
  return lines.textWordsBefore(label, kept) > linkWords
}

/** Drops the label of a note on the author with the short text below it, where the text has ended. */
function dropNote(lines: Lines, label: number, isNoun: boolean, kept: Uint8Array, drop: Drop): void {
  // A page on its author, and one of few words, have no text that such a note would follow.
  if (label === lines.facts.rows.title || !lines.isBehindText(label, kept)) return
  const blocks = [label]
  let [words, sentences] = [0, 0]
  let end = label + 1
  for (; end < kept.length && !(kept[end] === 1 && lines.isHeading(end)); end++) {
    if (kept[end] === 0) continue
    words += lines.words(end)
    if (lines.isSentence(end)) sentences++
    blocks.push(end)
  }
  if (words > noteWordsMax || blocks.length > noteBlocksMax + 1 || sentences > noteSentencesMax) return
  if (lines.goesOn(end, label, kept) || (isNoun && blocks.length > 2 && lines.isAmongText(label, kept))) return
  for (const block of blocks) drop(block, 'author')
}

/** Words that a line about author and date may have. */
const bylineWordsMax = 16
/** So many lines of the same shape further below make a line beside the title that of the first entry of a list. */
const entryLinesMin = 2

interface DateLine {
  block: number
  text: string
  date: string | null
  names: string
}

/**
 * Drops lines that only name author and date. The metadata has them; a date that it does not have, as of an event, a
 * version or the entry of a diary, is content, and so are the names and dates of the entries of a list.
 */
function dropBylines(lines: Lines, texts: Texts, kept: Uint8Array, drop: Drop): void {
  const { statedDays } = lines.facts.evidence
  const { style } = lines.facts.rows
  const isStated = (date: string): boolean =>
    statedDays.some((day) => Math.abs(Date.parse(day) - Date.parse(date)) <= dayMs)
  const beside: DateLine[] = []
  const further: DateLine[] = []
  /** Number of lines further below, by their shape. */
  const shapes = new Map<number, number>()
  for (const [block, line] of texts.entries()) {
    if (line === null || kept[block] === 0 || lines.words(block) > bylineWordsMax || lines.isHeading(block)) continue
    const text = line.replace(leadingSigns, '')
    const found = readByline(text)
    if (found === null) continue
    const isBeside = lines.isBesideTitle(block)
    const group = isBeside ? beside : further
    group.push({ block, text, ...found })
    if (!isBeside) shapes.set(style[block]!, (shapes.get(style[block]!) ?? 0) + 1)
  }
  const bare: DateLine[] = []
  for (const found of beside) {
    const { block, text, date, names } = found
    if ((shapes.get(style[block]!) ?? 0) >= entryLinesMin) continue
    if (bylineStart.test(text) || (date !== null && isStated(date))) drop(block, 'byline')
    else if (date !== null && (readingTime.test(text) || (names === '' && dateLabel.test(text)))) drop(block, 'byline')
    else if (date !== null) bare.push(found)
  }
  if (bare.length === 1 && bare[0]!.names === '' && statedDays.length === 0) drop(bare[0]!.block, 'byline')
  const labelled = further.filter(({ date, names, text }) => names === '' && date !== null && dateLabel.test(text))
  if (labelled.length === 1 && isStated(labelled[0]!.date!)) drop(labelled[0]!.block, 'byline')
}
