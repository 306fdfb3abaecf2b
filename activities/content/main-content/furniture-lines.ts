/**
 * Drops lines inside the content that serve the website rather than the text: sharing, subscriptions, links to other
 * articles with their label, tags, comment forms, notices, walls, advertisements, lines that only name author and date,
 * notes on the author.
 *
 * A line is judged by its own words, in many languages; what only resembles one (a list of the article's own, a quoted
 * phrase, a link in running text) stays.
 */
import { headingLevel } from '../../html/markdown/heading-level.ts'
import { dateInText } from '../metadata/dates.ts'
import { monthOf } from '../metadata/month-names.ts'
import { isProduct } from './evidence.ts'
import type { BlockFacts } from './facts.ts'
import {
  authorLabel,
  furniturePhrases,
  relatedLabel,
  tagsLabel,
  type FurnitureKind,
} from './furniture/furniture-phrases.ts'
import { isProse } from './structure.ts'

/** Longer texts are not lines. */
const lineMaxCharacters = 400
const lineWordsMax = 60
/** An article is a page of whose kept words at least this share is running text; only there dates and names repeat. */
const articleShareMin = 0.5
const tagWordsOutsideMax = 4
/** A label in front of links to other articles has at most this many words of its own. */
const labelWordsMax = 9
/** Share of link words of a block that is a link to another page. */
const linkShareMin = 0.75
/** How many links a list of other articles may have; longer lists are the content of the page. */
const relatedMax = 12
const tagWordsMax = 25
/** A note on the author is at most this many blocks and words long. */
const noteBlocksMax = 4
const noteWordsMax = 120
/** Running text in front of a list of other articles has at least this many words. */
const textWordsMin = 30
/** Words that a line about author and date may have. */
const bylineWordsMax = 16

/** A statement of rights behind the text has at most this many words. */
const rightsWordsMax = 30
const rights =
  /^[\s\p{P}]*(?:©|\(c\)\s*(?:19|20)\d\d|copyright\s*(?:©|\(c\)|(?:19|20)\d\d)|all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|todos os direitos reservados|tutti i diritti riservati|wszelkie prawa zastrzeżone|все права защищены|版权所有|جميع الحقوق محفوظة)/iu

/** A sentence of more words beside running text is part of it, even when it begins like a line of the website. */
const sentenceWordsMax = 8

/** Elements in which a short line is data or code. */
const dataElements = new Set(['pre', 'code', 'td', 'th', 'dt', 'dd'])

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
  for (let block = 0; block < kept.length; block++) {
    const words = facts.measures.words[block]!
    if (kept[block] === 0 || words > lineWordsMax) continue
    const line = lines.text(block)
    if (line === null) continue
    const text = line.replace(leadingSigns, '')
    const phrase = furniturePhrases.find(([, pattern, wordsMax]) => words <= wordsMax && pattern.test(text))
    if (phrase !== undefined) {
      if (!lines.isSentenceOfText(block, text, kept)) drop(block, phrase[0])
      continue
    }
    if (words <= rightsWordsMax && lines.isBehindAllText(block, kept) && rights.test(line)) drop(block, 'notice')
    else if (words <= tagWordsMax && tagsLabel.test(text)) dropTags(lines, block, kept, drop)
    else if (relatedLabel.test(text)) dropRelated(lines, block, kept, drop)
    else if (!isProduct(facts.evidence) && authorLabel.test(text)) dropNote(lines, block, kept, drop)
    else if (isArticle && words <= bylineWordsMax && lines.isByline(text, lines.isBesideTitle(block)))
      drop(block, 'byline')
  }
}

function ignore(): void {}

type Drop = (block: number, kind: FurnitureKind) => void

/** Drops a label with its links: those on the same line, or the lines of links behind it. */
function dropRelated(lines: Lines, label: number, kept: Uint8Array, drop: Drop): void {
  const own = lines.wordsOutsideLinks(label)
  if (own > labelWordsMax) return
  if (lines.isLinked(label) || (own > 0 && lines.hasLink(label) && own <= 4)) {
    // Read more: a link.
    if (own > 0 || lines.isWholeLink(label)) drop(label, 'related')
    return
  }
  const links = lines.linksBehind(label, kept)
  if (links.length === 0 || links.length > relatedMax || !lines.isBehindText(label, kept)) return
  drop(label, 'related')
  for (const block of links) drop(block, 'related')
}

function dropTags(lines: Lines, label: number, kept: Uint8Array, drop: Drop): void {
  const links = lines.hasLink(label) ? [] : lines.linksBehind(label, kept)
  if (lines.hasLink(label) ? lines.wordsOutsideLinks(label) > tagWordsOutsideMax : links.length === 0) return
  drop(label, 'tags')
  for (const block of links) drop(block, 'tags')
}

/** Drops the heading of a note on the author, with the short text below it. */
function dropNote(lines: Lines, label: number, kept: Uint8Array, drop: Drop): void {
  const blocks = [label]
  let words = 0
  for (let block = label + 1; block < kept.length && blocks.length <= noteBlocksMax; block++) {
    if (kept[block] === 0) continue
    if (lines.isHeading(block)) break
    words += lines.words(block)
    blocks.push(block)
  }
  if (words <= noteWordsMax) for (const block of blocks) drop(block, 'author')
}

const leadingSigns = /^[^\p{L}\p{N}¿]+/u

/** The texts of blocks, and what is around them. */
class Lines {
  readonly #facts: BlockFacts

  constructor(facts: BlockFacts) {
    this.#facts = facts
  }

  /** Returns the text of a block on one line; null for a long text, data and code. */
  text(block: number): string | null {
    const { blocks } = this.#facts
    if (dataElements.has(blocks.elements.nodes[blocks.holder[block]!]!.name)) return null
    let text = ''
    for (let at = blocks.textStart[block]!; at < blocks.textStart[block + 1]!; at++) {
      text += blocks.texts[at]!.text ?? ''
      if (text.length > lineMaxCharacters * 2) return null
    }
    const line = text.replaceAll(/\s+/g, ' ').trim()
    return line.length > lineMaxCharacters ? null : line
  }

  /** Returns the share of running text in the kept words. */
  runningShare(kept: Uint8Array): number {
    const { measures } = this.#facts
    let [words, running] = [0, 0]
    for (let block = 0; block < kept.length; block++) {
      if (kept[block] === 0) continue
      words += measures.words[block]!
      if (isProse(measures, block)) running += measures.words[block]!
    }
    return words === 0 ? 0 : running / words
  }

  words(block: number): number {
    return this.#facts.measures.words[block]!
  }

  isHeading(block: number): boolean {
    const { blocks } = this.#facts
    return headingLevel(blocks.elements.nodes[blocks.holder[block]!]!) > 0
  }

  hasLink(block: number): boolean {
    return this.#facts.measures.links[block]! > 0
  }

  wordsOutsideLinks(block: number): number {
    return this.#facts.measures.words[block]! - this.#facts.measures.linkWords[block]!
  }

  isWholeLink(block: number): boolean {
    return this.hasLink(block) && this.wordsOutsideLinks(block) === 0
  }

  isLinked(block: number): boolean {
    return this.hasLink(block) && this.#facts.measures.linkWords[block]! >= linkShareMin * this.words(block)
  }

  /** Returns the kept blocks behind a label that are only links, up to the first that is not. */
  linksBehind(label: number, kept: Uint8Array): number[] {
    const found: number[] = []
    for (let block = label + 1; block < kept.length && found.length <= relatedMax; block++) {
      if (kept[block] === 0) continue
      if (!this.isLinked(block)) break
      found.push(block)
    }
    return found
  }

  /** Returns true when most of the words kept before a block are running text: on a list of articles they are links. */
  isBehindText(block: number, kept: Uint8Array): boolean {
    const { measures } = this.#facts
    let [words, linkWords] = [0, 0]
    for (let at = 0; at < block; at++) {
      if (kept[at] === 0) continue
      words += measures.words[at]!
      linkWords += measures.linkWords[at]!
    }
    return words > textWordsMin && linkWords < words / 2
  }

  /** Returns true for a whole sentence, of more than a few words, between or directly beside kept running text. */
  isSentenceOfText(block: number, text: string, kept: Uint8Array): boolean {
    if (this.words(block) <= sentenceWordsMax || !/[.!?…:;。！？：؟।][\p{Pe}\p{Pf}"']*$/u.test(text)) return false
    const { blocks, measures } = this.#facts
    const isBeside = (step: number): boolean => {
      let at = block + step
      while (at >= 0 && at < kept.length && kept[at] === 0) at += step
      if (at < 0 || at >= kept.length || !isProse(measures, at)) return false
      return blocks.elements.parent[blocks.holder[at]!] === blocks.elements.parent[blocks.holder[block]!]
    }
    return isBeside(-1) || isBeside(1) || (!this.isBehindAllText(block, kept) && !this.isBeforeAllText(block, kept))
  }

  isBeforeAllText(block: number, kept: Uint8Array): boolean {
    const { rows } = this.#facts
    for (let at = rows.proseBefore[block]!; at >= 0; at = rows.proseBefore[at]!) if (kept[at] === 1) return false
    return true
  }

  /** Returns true behind the last kept running text. */
  isBehindAllText(block: number, kept: Uint8Array): boolean {
    const { rows } = this.#facts
    for (let at = rows.proseBehind[block]!; at >= 0; at = rows.proseBehind[at]!) if (kept[at] === 1) return false
    return true
  }

  /** Returns true near the title: before the first running text behind it, or directly before it. */
  isBesideTitle(block: number): boolean {
    const { title, proseBefore } = this.#facts.rows
    if (title < 0) return proseBefore[block]! < 0
    return block >= title - 4 && block <= title + 12 && (proseBefore[block]! < title || proseBefore[block]! < 0)
  }

  /**
   * Returns true for a line with nothing but names, dates, times and the labels around them.
   * @param isBesideTitle otherwise only a labelled date is such a line.
   */
  isByline(text: string, isBesideTitle: boolean): boolean {
    if (!/\d/.test(text) && !bylineStart.test(text)) return false
    const date = dateInText(text, 'day-first') ?? dateInText(text, 'month-first')
    const rest = text
      .replaceAll(bylineWords, ' ')
      .split(/[\d\p{P}\p{S}\s]+/u)
      .filter((word) => word !== '' && monthOf(word.toLowerCase()) === null)
      .join(' ')
    if (!isBesideTitle) return rest === '' && date !== null && dateLabel.test(text)
    if (rest === '') return date !== null
    const isNames = rest.split(' ').length <= 6 && /^[\p{Lu}\p{Lo}]/u.test(rest) && !/[.!?]$/.test(text)
    return isNames && (bylineStart.test(text) || (date !== null && text.length < 100))
  }
}

const bylineStart =
  /^(?:(?:written |posted |published |story |words |text |report(?:ing|ed)? )?by|von|par|por|di|door|av|af|автор|作者|文|記者|記事|著者|글|기자|بقلم|מאת|autor(?:a|in)?|auteur|tekst|text)(?:\s|[:：/])/iu

const dateLabel =
  /^(?:(?:first |originally )?published|posted|(?:last )?(?:updated|modified|reviewed)|veröffentlicht|(?:zuletzt )?aktualisiert|stand|publié|mis à jour|publicado|actualizado|atualizado|pubblicato|aggiornato|gepubliceerd|bijgewerkt|опубликовано|обновлено)/iu

/** Words of dates, times and labels of a by-line. */
const bylineWords =
  /(?<!\p{L})(?:published|posted|updated|last|modified|reviewed|edited|written|created|on|at|by|and|in|min(?:ute)?s?|read(?:ing)?|time|est|edt|pst|pdt|gmt|utc|cet|bst|am|pm|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:rs(?:day)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?|st|nd|rd|th|von|am|um|uhr|veröffentlicht|aktualisiert|stand|lesezeit|minuten|publié|mis|à|jour|le|par|temps|de|lecture|publicado|actualizado|el|por|a|las|lectura|atualizado|em|às|pubblicato|aggiornato|il|alle|gepubliceerd|bijgewerkt|op|om|door|опубликовано|обновлено|в|г)(?!\p{L})|(?<=\d\s?)[年月日년월일]/giu
