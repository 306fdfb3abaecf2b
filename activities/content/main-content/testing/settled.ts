/** Test helper: runs one step after the model on a page whose texts state the probabilities. */
import { parseTree } from '../../../html/parse-tree.ts'
import { firstElement } from '../../../html/tree.ts'
import { readBlocks } from '../blocks.ts'
import { readFacts, type BlockFacts } from '../facts.ts'
import { emptyLexicon } from '../lexicon.ts'

/** A step that modifies the kept blocks. */
export type Step = (facts: BlockFacts, probabilities: Float64Array, kept: Uint8Array) => void

/**
 * Returns the names of the blocks that are kept after a step; the name of a block is its first word. A name with a
 * capital first letter is kept before the step; trailing digits are the probability in hundredths, 30 by default.
 */
export function settled(html: string, step: Step): string {
  const { document } = parseTree(html)
  const blocks = readBlocks(firstElement(document, 'body')!, 1_000)!
  const facts = readFacts(document, 'https://example.org/', blocks, emptyLexicon)
  const names = Array.from({ length: blocks.count }, (_, block) => {
    const [first = ''] = blocks.texts[blocks.textStart[block]!]!.text!.trim().split(/\s/)
    return first
  })
  const probabilities = Float64Array.from(names, (name) => Number(/\d+$/.exec(name)?.[0] ?? 30) / 100)
  const kept = Uint8Array.from(names, (name) => (/^[A-Z]/.test(name) ? 1 : 0))
  step(facts, probabilities, kept)
  return names.filter((_, block) => kept[block] === 1).join(' ')
}
