/** Feature columns about the sections a block is in: their headings, sizes and places. */
import type { BlockFacts } from './facts.ts'
import { put, share, type FeatureGroup, type RowWriter } from './feature-group.ts'
import { siblingsOf } from './sections.ts'

/** Limit on the steps that are counted up to a part of the page. */
const stepsMax = 12

const columns = ['words', 'blocks', 'link share', 'prose share', 'pictures', 'prices', 'weight', 'phrase', 'place', 'siblings', 'steps', 'since'] // prettier-ignore

/** The innermost section of a block, and the outermost one below the title of the page. */
export const sectionGroup: FeatureGroup = {
  names: [
    ...columns.map((name) => `section ${name}`),
    ...columns.map((name) => `chapter ${name}`),
    'section least weight',
    'title steps',
    'title part share',
    'title part prose',
  ],
  write: (facts, block, to) => {
    const { sections } = facts
    const section = sections.of[block]!
    writeSection(facts, block, section, to)
    writeSection(facts, block, section < 0 ? -1 : sections.chapter[section]!, to)
    let least = 0
    for (let at = section; at >= 0; at = sections.above[at]!) {
      least = Math.min(
        least,
        facts.weights.words[sections.heading[at]!]! + facts.weights.phrases[sections.heading[at]!]!,
      )
    }
    put(to, least)
    writeTitle(facts, block, to)
  },
}

function writeSection(facts: BlockFacts, block: number, section: number, to: RowWriter): void {
  if (section < 0) {
    for (let column = 0; column < columns.length; column++) put(to, -1)
    return
  }
  const { blocks, sections, structure, weights } = facts
  const { sums } = structure
  const heading = sections.heading[section]!
  const end = sections.end[section]!
  const words = sums.words[end]! - sums.words[heading]!
  const pictures = (blocks.pictures[end] ?? blocks.elements.pictures.end[0]!) - blocks.pictures[heading]!
  put(to, words)
  put(to, end - heading)
  put(to, share(sums.linkWords[end]! - sums.linkWords[heading]!, words))
  put(to, share(sums.prose[end]! - sums.prose[heading]!, words))
  put(to, pictures / (end - heading))
  put(to, (sums.prices[end]! - sums.prices[heading]!) / (end - heading))
  put(to, weights.words[heading]!)
  put(to, weights.phrases[heading]!)
  put(to, sections.place[section]!)
  put(to, siblingsOf(sections, section))
  put(to, stepsTo(facts, block, heading).steps)
  put(to, block - heading)
}

function writeTitle(facts: BlockFacts, block: number, to: RowWriter): void {
  const { blocks, structure, page, rows } = facts
  if (rows.title < 0) {
    for (let column = 0; column < 3; column++) put(to, -1)
    return
  }
  const { steps, part } = stepsTo(facts, block, rows.title)
  const [first, end] = part < 0 ? [0, blocks.count] : [blocks.elements.first[part]!, blocks.elements.end[part]!]
  put(to, steps)
  put(to, share(structure.sums.words[end]! - structure.sums.words[first]!, page.words))
  put(to, share(structure.sums.prose[end]! - structure.sums.prose[first]!, page.prose))
}

/** Returns the smallest part of the page that has both blocks, and how many steps to a larger part lead to it. */
function stepsTo({ blocks, structure }: BlockFacts, block: number, other: number): { steps: number; part: number } {
  const { first, end } = blocks.elements
  let part = blocks.innermost[block]!
  let steps = 0
  while (part >= 0 && !(first[part]! <= other && other < end[part]!)) {
    part = structure.larger[part]!
    steps++
  }
  return { steps: Math.min(steps, stepsMax), part }
}
