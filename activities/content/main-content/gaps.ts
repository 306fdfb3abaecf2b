/** Fills holes in what is kept: parts that are content by their kind, between kept ones or under them. */
import { headingLevel } from '../../html/markdown/heading-level.ts'
import { classGroupNames } from './class-words.ts'
import type { BlockFacts } from './facts.ts'
import { ancestorKinds, distanceTo, notAbove } from './surroundings.ts'

/** Parts that are nothing but content, and those that surroundings are made of too. */
const contentKinds = new Set(['pre', 'blockquote', 'dl', 'dt', 'dd', 'table', 'math', 'figcaption'])
const flowKinds = new Set([...contentKinds, 'figure', 'p', 'ul', 'ol', 'li', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const headingKinds = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])
const captionKinds = new Set(['figcaption', 'footer', 'cite'])
const partsOfItems = new Set(['p', 'blockquote', 'pre'])

/** What is called or marked so is no content, wherever it stands. */
const furnitureKinds = ['nav', 'footer', 'aside', 'form', 'dialog'] as const
const furnitureColumns = furnitureKinds.map((kind) => ancestorKinds.indexOf(kind))
const hiddenGroup = classGroupNames.indexOf('hidden')

/** Where a part stands that nothing is kept of. */
type Gap = 'between' | 'end' | 'item' | 'caption' | 'lead'

/** Less probable parts are left out: measured on sites the model had not seen. */
const least: Record<Gap, number> = { between: 0.25, end: 0.18, item: 0.05, caption: 0.05, lead: 0.2 }
const leastOfContent = 0.2

/** With this share of its words kept a part counts as kept. */
const keptShare = 0.7
/** How far behind the title a price stands, and how many words are around it. */
const priceStepsMax = 6
const priceWordsMax = 12
const roundsMax = 2

/**
 * Keeps dropped parts that belong to kept ones: what stands between two kept parts of running content
 * or ends a run of them; paragraphs and quotations inside a kept item; captions of what is kept; the
 * picture between the title and the text; the price behind the title.
 * @param probabilities of each block.
 * @param kept 1 for each kept block; changed.
 */
export function fillGaps(facts: BlockFacts, probabilities: Float64Array, kept: Uint8Array): void {
  // What stands beside a filled part may be the next one.
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

/** True for a part that is marked as surroundings of what is beside it, or is for screen readers. */
function isFurniture({ blocks, surroundings }: BlockFacts, at: number): boolean {
  const { parent, first } = blocks.elements
  const inside = blocks.innermost[first[at]!]!
  const isAbove = (element: number, column: number): boolean => distanceTo(surroundings, element, column) < notAbove
  return (
    surroundings.names[at]!.groups.includes(hiddenGroup) ||
    furnitureColumns.some((column) => isAbove(inside, column) && !isAbove(parent[at]!, column))
  )
}

/** A few words with a price and no link, soon behind the title. */
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

/** The elements with text: who stands beside whom, and how much of each was kept to begin with. */
class Parts {
  /** Name of each element that is running content; of one that holds nothing else, its content's. */
  readonly kind: string[]
  /** Nearest siblings with text; -1 without. */
  readonly before: Int32Array
  readonly behind: Int32Array
  /** Words kept before each block. */
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

  /** Share of the words that was kept; 0 of no element. */
  share(at: number): number {
    if (at < 0 || this.isEmpty(at)) return 0
    const { first, end } = this.#facts.blocks.elements
    const { words } = this.#facts.structure.sums
    const all = words[end[at]!]! - words[first[at]!]! + signWords * (end[at]! - first[at]!)
    return this.keptWords(at) / all
  }

  /** How a part that nothing is kept of belongs to kept ones; null when it does not. */
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
    return next < 0 && this.share(this.before[previous]!) >= keptShare ? 'end' : null
  }

  #isKeptFlow(at: number): boolean {
    return at >= 0 && this.kind[at] !== '' && this.share(at) >= keptShare
  }

  /** True between the title, kept with or without a standfirst, and kept text. */
  #isLead(at: number): boolean {
    const { rows, blocks } = this.#facts
    const { first } = blocks.elements
    const previous = this.before[at]!
    if (previous < 0 || this.keptWords(previous) === 0 || this.share(this.behind[at]!) < 0.5) return false
    return rows.title >= first[previous]! && rows.title < first[at]!
  }
}

/** What a block without words counts. */
const signWords = 0.01
