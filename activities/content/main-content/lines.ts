/** The texts of blocks on one line, and what is around them. */
import { headingLevel } from '../../html/markdown/heading-level.ts'
import { attribute, type TreeNode } from '../../html/tree.ts'
import type { BlockFacts } from './facts.ts'
import { isProse } from './structure.ts'

/** Longer texts are not lines. */
const lineMaxCharacters = 400
/** Share of link words of a block that is a link to another page. */
const linkShareMin = 0.75
/** Running text in front of a list of other articles has at least this many words. */
const textWordsMin = 30
/** A sentence of more words beside running text is part of it, even when it begins like a line of the website. */
const sentenceWordsMax = 8
/** Elements in which a short line is data or code. */
const dataElements = new Set(['pre', 'code', 'td', 'th', 'dt', 'dd'])
/** How many links a list of other articles may have; longer lists are the content of the page. */
export const relatedMax = 12
/** Signs in front of a line, such as arrows. */
export const leadingSigns = /^[^\p{L}\p{N}¿]+/u

/** The texts of blocks, and what is around them. */
export class Lines {
  readonly facts: BlockFacts

  constructor(facts: BlockFacts) {
    this.facts = facts
  }

  /** Returns the text of a block on one line; null for a long text, data and code. */
  text(block: number): string | null {
    const { blocks } = this.facts
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
    const { measures } = this.facts
    let [words, running] = [0, 0]
    for (let block = 0; block < kept.length; block++) {
      if (kept[block] === 0) continue
      words += measures.words[block]!
      if (isProse(measures, block)) running += measures.words[block]!
    }
    return words === 0 ? 0 : running / words
  }

  words(block: number): number {
    return this.facts.measures.words[block]!
  }

  isHeading(block: number): boolean {
    const { blocks } = this.facts
    return headingLevel(blocks.elements.nodes[blocks.holder[block]!]!) > 0
  }

  hasLink(block: number): boolean {
    return this.facts.measures.links[block]! > 0
  }

  wordsOutsideLinks(block: number): number {
    return this.facts.measures.words[block]! - this.facts.measures.linkWords[block]!
  }

  isWholeLink(block: number): boolean {
    return this.hasLink(block) && this.wordsOutsideLinks(block) === 0
  }

  isLinked(block: number): boolean {
    return this.hasLink(block) && this.facts.measures.linkWords[block]! >= linkShareMin * this.words(block)
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
    const { words, linkWords } = this.#wordsBefore(block, kept)
    return words > textWordsMin && linkWords < words / 2
  }

  /** Returns how many words outside links are kept before a block. */
  textWordsBefore(block: number, kept: Uint8Array): number {
    const { words, linkWords } = this.#wordsBefore(block, kept)
    return words - linkWords
  }

  #wordsBefore(block: number, kept: Uint8Array): { words: number; linkWords: number } {
    const { measures } = this.facts
    let [words, linkWords] = [0, 0]
    for (let at = 0; at < block; at++) {
      if (kept[at] === 0) continue
      words += measures.words[at]!
      linkWords += measures.linkWords[at]!
    }
    return { words, linkWords }
  }

  /** Returns true for a whole sentence, of more than a few words, between or directly beside kept running text. */
  isSentenceOfText(block: number, text: string, kept: Uint8Array): boolean {
    if (this.words(block) <= sentenceWordsMax || !/[.!?…:;。！？：؟।][\p{Pe}\p{Pf}"']*$/u.test(text)) return false
    const { blocks, measures } = this.facts
    const isBeside = (step: number): boolean => {
      let at = block + step
      while (at >= 0 && at < kept.length && kept[at] === 0) at += step
      if (at < 0 || at >= kept.length || !isProse(measures, at)) return false
      return blocks.elements.parent[blocks.holder[at]!] === blocks.elements.parent[blocks.holder[block]!]
    }
    return isBeside(-1) || isBeside(1) || (!this.isBehindAllText(block, kept) && !this.isBeforeAllText(block, kept))
  }

  isBeforeAllText(block: number, kept: Uint8Array): boolean {
    const { rows } = this.facts
    for (let at = rows.proseBefore[block]!; at >= 0; at = rows.proseBefore[at]!) if (kept[at] === 1) return false
    return true
  }

  /** Returns true behind the last kept running text. */
  isBehindAllText(block: number, kept: Uint8Array): boolean {
    const { rows } = this.facts
    for (let at = rows.proseBehind[block]!; at >= 0; at = rows.proseBehind[at]!) if (kept[at] === 1) return false
    return true
  }

  /** Returns true near the title: before the first running text behind it, or directly before it. */
  isBesideTitle(block: number): boolean {
    const { title, proseBefore } = this.facts.rows
    if (title < 0) return proseBefore[block]! < 0
    return block >= title - 4 && block <= title + 12 && (proseBefore[block]! < title || proseBefore[block]! < 0)
  }

  /** Returns true for a heading with text below it, before the next heading. */
  isHeadingOfText(block: number, kept: Uint8Array): boolean {
    const { measures } = this.facts
    if (!this.isHeading(block)) return false
    for (let at = block + 1; at < kept.length; at++) {
      if (kept[at] === 0) continue
      if (this.isHeading(at)) return false
      if (isProse(measures, at) || (measures.endsSentence[at] === 1 && !this.isLinked(at))) return true
    }
    return false
  }

  isSentence(block: number): boolean {
    return isProse(this.facts.measures, block) || this.facts.measures.endsSentence[block] === 1
  }

  /** Returns true when the last running text kept before a block is in the same element. */
  isAmongText(block: number, kept: Uint8Array): boolean {
    const { blocks, rows } = this.facts
    const parentOf = (of: number): number => blocks.elements.parent[blocks.holder[of]!]!
    let at = rows.proseBefore[block]!
    while (at >= 0 && kept[at] === 0) at = rows.proseBefore[at]!
    return at >= 0 && parentOf(at) === parentOf(block)
  }

  /** Returns true when running text, or a heading no lower than the label, is kept from a block on. */
  goesOn(from: number, label: number, kept: Uint8Array): boolean {
    const level = this.#level(label) || 6
    for (let at = from; at < kept.length; at++) {
      if (kept[at] === 0) continue
      const own = this.#level(at)
      if (isProse(this.facts.measures, at) || (own > 0 && own <= level)) return true
    }
    return false
  }

  #level(block: number): number {
    const { blocks } = this.facts
    return headingLevel(blocks.elements.nodes[blocks.holder[block]!]!)
  }

  /** Returns true when no link of a block leads to another website. */
  linksStayOnSite(block: number): boolean {
    const { blocks, evidence } = this.facts
    for (let at = blocks.textStart[block]!; at < blocks.textStart[block + 1]!; at++) {
      if (blocks.linked[at] !== 1) continue
      let node: TreeNode | null = blocks.texts[at]!
      while (node !== null && node.name !== 'a') node = node.parent
      if (node !== null && !isOnSite(attribute(node, 'href') ?? '', evidence.host)) return false
    }
    return true
  }
}

/** Returns true for a link without a host, or to the page's own host, one above it or one below it. */
function isOnSite(href: string, host: string | null): boolean {
  const target = URL.parse(href, 'https://page.invalid/')?.hostname.replace(/^www\./, '')
  if (target === undefined || target === 'page.invalid' || target === '') return true
  return host !== null && (target === host || target.endsWith(`.${host}`) || host.endsWith(`.${target}`))
}
