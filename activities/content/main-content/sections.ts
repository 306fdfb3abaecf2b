/** Reads the sections of a page: each heading with the blocks up to the next heading of its level or a higher one. */
import { headingLevel } from '../../html/markdown/heading-level.ts'
import type { PageBlocks } from './blocks.ts'

/** The sections in the order of their headings. */
export interface Sections {
  /** For each block: the innermost section it is in; -1 before the first heading. A heading is in its own section. */
  of: Int32Array
  /** For each section: the block of its heading, the block behind its last one, and the level of its heading. */
  heading: number[]
  end: number[]
  level: number[]
  /** For each section: the one around it; -1 for none. */
  above: number[]
  /** For each section: the outermost one around it, or itself, whose heading is not the title of the page. */
  chapter: number[]
  /** For each section: its place among those in the same one, and their number. */
  place: number[]
  inside: number[]
  /** Number of sections that are in no other one. */
  outermost: number
}

const titleLevel = 1

/** Reads the sections of a page. */
export function readSections(blocks: PageBlocks): Sections {
  const sections: Sections = {
    of: new Int32Array(blocks.count).fill(-1),
    heading: [],
    end: [],
    level: [],
    above: [],
    chapter: [],
    place: [],
    inside: [],
    outermost: 0,
  }
  const { level, above, chapter, inside } = sections
  let current = -1
  for (let block = 0; block < blocks.count; block++) {
    const own = headingLevel(blocks.elements.nodes[blocks.holder[block]!]!)
    // A heading with several blocks is one heading.
    const isSame = block > 0 && blocks.holder[block] === blocks.holder[block - 1]
    if (own > 0 && !isSame) {
      while (current >= 0 && level[current]! >= own) {
        sections.end[current] = block
        current = above[current]!
      }
      const section = sections.heading.length
      sections.heading.push(block)
      sections.end.push(blocks.count)
      level.push(own)
      above.push(current)
      chapter.push(current < 0 || level[current] === titleLevel ? section : chapter[current]!)
      sections.place.push(current < 0 ? sections.outermost++ : inside[current]!++)
      inside.push(0)
      current = section
    }
    sections.of[block] = current
  }
  return sections
}

/** Returns how many sections are in the same one. */
export const siblingsOf = ({ above, inside, outermost }: Sections, section: number): number =>
  above[section]! < 0 ? outermost : inside[above[section]!]!
