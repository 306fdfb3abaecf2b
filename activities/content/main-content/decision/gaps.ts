/** Fills gaps in the kept content: dropped parts of a content kind between kept parts or inside them. */
import { headingLevel } from '../../../html/markdown/heading-level.ts'
import { classGroupNames } from '../class-words.ts'
import type { BlockFacts } from '../facts.ts'
import { ancestorKinds, distanceTo, notAbove } from '../surroundings.ts'

/** Elements that are always content, and elements that furniture may consist of as well. */
const contentKinds = new Set(['pre', 'blockquote', 'dl', 'dt', 'dd', 'table', 'math', 'figcaption'])
const flowKinds = new Set([...contentKinds, 'figure', 'p', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const headingKinds = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const captionKinds = new Set(['figcaption', 'footer', 'cite'])
const partsOfItems = new Set(['p', 'blockquote', 'pre'])

/** A part with such an element name or role is not content, wherever it is. */
const furnitureKinds = ['nav', 'footer', 'aside', 'form', 'dialog'] as const
const furnitureColumns = furnitureKinds.map((kind) => ancestorKinds.indexOf(kind))
const hiddenGroup = classGroupNames.indexOf('hidden')

/** Position of a part of which nothing is kept. */
type Gap = 'between' | 'end' | 'before-other' | 'item' | 'caption' | 'lead'

/** Minimum probability for filling each kind of gap; measured on sites that are not in the training data. */
const least: Record<Gap, number> = {
  between: 0.25,
  end: 0.18,
  'before-other': 0.35,
  item: 0.05,
  caption: 0.05,
  lead: 0.2,
}
const leastOfContent = 0.2

/** A part counts as kept when at least this share of its words is kept. */
const keptShare = 0.7
/** How many parts after the title a price may be, and how many words its part may have. */
const priceStepsMax = 6
const priceWordsMax = 12
const roundsMax = 2

/**
 * Keeps dropped parts that belong to kept ones: parts between two kept parts of running content or at the end of a
 * run of them; a paragraph that ends a run before a dropped heading or section; paragraphs and quotations inside a kept item; captions of kept parts; the picture between title and
 * text; the price after the title.
 * @param probabilities of each block being content, 0 to 1.
 * @param kept 1 for each kept block; modified.
 */
export function fillGaps(facts: BlockFacts, probabilities: Float64Array, kept: Uint8Array): void {
  // Filling one part can turn the part next to it into a gap.
  for (let round = 0; round < roundsMax && fillOnce(facts, probabilities, kept); round++);
}

/** @returns true when anything was filled. */
function fillOnce(facts: BlockFacts, probabilities: Float64Array, kept: Uint8Array): boolean {
  let hasFilled = false
  const parts = new Parts(facts, kept)
  const { nodes, first, end } = facts.blocks.elements
  const fill = (at: number): void => {
    kept.fill(1, first[at], end[at])
    hasFilled = true
  }
  const isKeptTitle = (at: number): boolean => headingLevel(nodes[at]!) === 1 && parts.share(at) >= keptShare
  for (let at = 1; at < nodes.length; at++) {
    if (parts.isEmpty(at)) continue
    if (isKeptTitle(at)) fillPrice(facts, parts, at, fill)
    if (parts.keptWords(at) > 0) continue
    const gap = parts.gapAt(at)
    if (gap === null || isFurniture(facts, at)) continue
    const isContent = (gap === 'between' || gap === 'end') && contentKinds.has(parts.kind[at]!)
    let most = 0
    for (let block = first[at]!; block < end[at]!; block++) most = Math.max(most, probabilities[block]!)
    if (most >= (isContent ? leastOfContent : least[gap])) fill(at)
  }
  return hasFilled
}

/** Returns true for a part that is furniture, unlike its parent, or is for screen readers only. */
function isFurniture({ blocks, surroundings }: BlockFacts, at: number): boolean {
  const { parent, first } = blocks.elements
  const inside = blocks.innermost[first[at]!]!
  const isAbove = (element: number, column: number): boolean => distanceTo(surroundings, element, column) < notAbove
  return (
    surroundings.names[at]!.groups.includes(hiddenGroup) ||
    furnitureColumns.some((column) => isAbove(inside, column) && !isAbove(parent[at]!, column))
  )
}

/** Keeps a part of few words with a price and no link, shortly after the title. */
function fillPrice({ blocks, measures }: BlockFacts, parts: Parts, title: number, fill: (at: number) => void): void {
  const { first, end } = blocks.elements
  let at = parts.behind[title]!
  for (let step = 0; step < priceStepsMax && at >= 0; step++, at = parts.behind[at]!) {
    if (end[at]! - first[at]! > 2) continue
    let [prices, words, linkWords] = [0, 0, 0]
    for (let block = first[at]!; block < end[at]!; block++) {
      prices += measures.prices[block]!
      words += measures.words[block]!
      linkWords += measures.linkWords[block]!
    }
    if (parts.keptWords(at) === 0 && prices > 0 && words <= priceWordsMax && linkWords === 0) fill(at)
  }
}

/** The elements with text: their siblings, and how much of each is kept before filling. */
class Parts {
  /** Name of each element of running content; an element whose only content is one child gets the child's kind. */
  readonly kind: string[]
  /** Nearest siblings with text; -1 if none exists. */
  readonly before: Int32Array
  readonly behind: Int32Array
  /** Running sum of the kept words before each block. */
  readonly #keptSums: Float64Array
  readonly #facts: BlockFacts

  constructor(facts: BlockFacts, kept: Uint8Array) {
    this.#facts = facts
    const { count, elements } = facts.blocks
    const { nodes, parent, first, end } = elements
    this.#keptSums = new Float64Array(count + 1)
    for (let block = 0; block < count; block++) {
      const words = kept[block] === 1 ? facts.measures.words[block]! + signWords : 0
      this.#keptSums[block + 1] = this.#keptSums[block]! + words
    }
    this.kind = nodes.map(({ name }) => (flowKinds.has(name) ? name : ''))
    this.before = new Int32Array(nodes.length).fill(-1)
    this.behind = new Int32Array(nodes.length).fill(-1)
    const last = new Int32Array(nodes.length).fill(-1)
    for (let at = 1; at < nodes.length; at++) {
      if (this.isEmpty(at)) continue
      const above = parent[at]!
      const previous = last[above]!
      if (previous >= 0) this.behind[previous] = at
      this.before[at] = previous
      last[above] = at
    }
    for (let at = nodes.length - 1; at > 0; at--) {
      const above = parent[at]!
      const isAll = first[above] === first[at] && end[above] === end[at]
      if (this.kind[above] === '' && isAll && !this.isEmpty(at)) this.kind[above] = this.kind[at]!
    }
  }

  isEmpty(at: number): boolean {
    const { first, end } = this.#facts.blocks.elements
    return first[at] === end[at]
  }

  keptWords(at: number): number {
    const { first, end } = this.#facts.blocks.elements
    return this.#keptSums[end[at]!]! - this.#keptSums[first[at]!]!
  }

  /** Returns the share of the words that is kept; 0 for index -1. */
  share(at: number): number {
    if (at < 0 || this.isEmpty(at)) return 0
    const { first, end } = this.#facts.blocks.elements
    const { words } = this.#facts.structure.sums
    const all = words[end[at]!]! - words[first[at]!]! + signWords * (end[at]! - first[at]!)
    return this.keptWords(at) / all
  }

  /** Returns how a part of which nothing is kept belongs to kept parts; null when it does not. */
  gapAt(at: number): Gap | null {
    const { nodes, parent, first } = this.#facts.blocks.elements
    const { name } = nodes[at]!
    const own = this.kind[at]!
    const above = parent[at]!
    const holder = nodes[above]!.name
    const isUnderKept = this.keptWords(above) > 0
    if (isUnderKept && captionKinds.has(name) && (holder === 'figure' || holder === 'blockquote'))
      return first[at] === first[above] ? null : 'caption'
    if (isUnderKept && holder === 'li' && partsOfItems.has(own)) return 'item'
    if (own === 'figure') return this.#isLead(at) ? 'lead' : null
    if (own === '' || headingKinds.has(own)) return null
    const previous = this.before[at]!
    const next = this.behind[at]!
    if (!this.#isKeptFlow(previous)) return null
    if (this.#isKeptFlow(next)) return 'between'
    if (this.share(this.before[previous]!) < keptShare) return null
    if (next < 0) return 'end'
    return own === 'p' && this.#isOther(next) ? 'before-other' : null
  }

  #isKeptFlow(at: number): boolean {
    return at >= 0 && this.kind[at] !== '' && this.share(at) >= keptShare
  }

  /** Returns true for a heading or section of which nothing is kept, as one with links to other articles. */
  #isOther(at: number): boolean {
    const own = this.kind[at]!
    return this.keptWords(at) === 0 && (own === '' || headingKinds.has(own))
  }

  /** Returns true between the kept title (with or without a standfirst) and kept text. */
  #isLead(at: number): boolean {
    const { rows, blocks } = this.#facts
    const { first } = blocks.elements
    const previous = this.before[at]!
    if (previous < 0 || this.keptWords(previous) === 0 || this.share(this.behind[at]!) < 0.5) return false
    return rows.title >= first[previous]! && rows.title < first[at]!
  }
}

/** Weight of a block without words, in words. */
const signWords = 0.01
