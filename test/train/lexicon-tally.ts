/** Counts over pages how often the blocks that carry a word are wanted, and builds a lexicon from the counts. */
import type { PageBlocks } from '@seine/activities/content/main-content/blocks.ts'
import {
  blockHashes,
  phraseWordsMax,
  shortWordsMax,
  type Lexicon,
} from '@seine/activities/content/main-content/lexicon.ts'
import type { BlockMeasures } from '@seine/activities/content/main-content/measures.ts'
import { sizeOf } from '@seine/activities/content/main-content/structure.ts'
import type { Surroundings } from '@seine/activities/content/main-content/surroundings.ts'
import { foldCount, foldOf } from './folds.ts'

/** A word is used only when it occurs on at least this many sites. */
const sitesMin = 10
/** Weight of the prior share, as a number of pages. */
const priorPages = 4
const weightMax = 4

type Key = string | number
const fields = ['near', 'far', 'words', 'phrases'] as const

interface WordCount {
  sites: Set<string>
  pages: Float64Array
  shares: Float64Array
}

/** Words seen so far. */
export class LexiconTally {
  readonly #counts = new Map(fields.map((field) => [field, new Map<Key, WordCount>()]))

  /**
   * Counts one page.
   * @param labels wanted share of each block.
   */
  add(
    page: { blocks: PageBlocks; measures: BlockMeasures; surroundings: Surroundings },
    labels: Float32Array,
    site: string,
  ): void {
    const fold = foldOf(site)
    const { blocks, measures, surroundings } = page
    const tallies = new Map(fields.map((field) => [field, new Map<Key, { all: number; wanted: number }>()]))
    const count = (field: (typeof fields)[number], key: Key, all: number, wanted: number): void => {
      const tally = tallies.get(field)!
      const entry = tally.get(key) ?? { all: 0, wanted: 0 }
      entry.all += all
      entry.wanted += wanted
      tally.set(key, entry)
    }
    const words = new Float64Array(blocks.count + 1)
    const wanted = new Float64Array(blocks.count + 1)
    for (let block = 0; block < blocks.count; block++) {
      words[block + 1] = words[block]! + measures.words[block]!
      wanted[block + 1] = wanted[block]! + measures.words[block]! * labels[block]!
      if (measures.words[block]! > shortWordsMax) continue
      for (const hash of blockHashes(blocks, block)) count('words', hash, 1, labels[block]!)
      if (measures.words[block]! <= phraseWordsMax) count('phrases', measures.hash[block]!, 1, labels[block]!)
    }
    surroundings.names.forEach((names, element) => {
      const first = blocks.elements.first[element]!
      const end = blocks.elements.end[element]!
      if (end === first) return
      const field = sizeOf(blocks, element) <= 1 ? 'near' : 'far'
      for (const word of names.words) count(field, word, words[end]! - words[first]!, wanted[end]! - wanted[first]!)
    })
    for (const field of fields) {
      for (const [key, { all, wanted: some }] of tallies.get(field)!) {
        if (all === 0) continue
        const totals = this.#counts.get(field)!
        let entry = totals.get(key)
        if (entry === undefined) {
          entry = { sites: new Set(), pages: new Float64Array(foldCount), shares: new Float64Array(foldCount) }
          totals.set(key, entry)
        }
        entry.sites.add(site)
        entry.pages[fold]!++
        entry.shares[fold]! += some / all
      }
    }
  }

  /** Returns the lexicon of all pages except those of some folds. */
  lexicon(without: ReadonlySet<number> = new Set()): Lexicon {
    const made = fields.map((field) => [field, this.#weights(this.#counts.get(field)!, without)])
    return Object.fromEntries(made)
  }

  #weights(counts: ReadonlyMap<Key, WordCount>, without: ReadonlySet<number>): Map<Key, number> {
    const rest = [...counts].flatMap(([key, { sites, pages, shares }]) => {
      if (!standsOnMany(sites, without)) return []
      let [seen, some] = [0, 0]
      for (let fold = 0; fold < foldCount; fold++) {
        if (without.has(fold)) continue
        seen += pages[fold]!
        some += shares[fold]!
      }
      return [{ key, seen, some }]
    })
    const usual =
      rest.reduce((sum, { some }) => sum + some, 0) /
      Math.max(
        1,
        rest.reduce((sum, { seen }) => sum + seen, 0),
      )
    const weights = new Map<Key, number>()
    for (const { key, seen, some } of rest) {
      const weight = logOdds((some + priorPages * usual) / (seen + priorPages)) - logOdds(usual)
      const kept = Math.round(Math.max(-weightMax, Math.min(weightMax, weight)) * 100) / 100
      if (Math.abs(kept) >= 0.1) weights.set(key, kept)
    }
    return weights
  }
}

/** Whether enough sites outside the folds contain the word. */
function standsOnMany(sites: ReadonlySet<string>, without: ReadonlySet<number>): boolean {
  if (sites.size < sitesMin) return false
  let left = sitesMin
  for (const site of sites) if (!without.has(foldOf(site)) && --left === 0) return true
  return false
}

const logOdds = (share: number): number => Math.log(share / (1 - share))
