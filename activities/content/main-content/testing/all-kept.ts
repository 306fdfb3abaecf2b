/** Test helper: runs a step that drops blocks on a page of which everything is kept. */
import { parseTree } from '../../../html/parse-tree.ts'
import { collapsed, firstElement } from '../../../html/tree.ts'
import { readBlocks } from '../blocks.ts'
import { readFacts, type BlockFacts } from '../facts.ts'
import { emptyLexicon } from '../lexicon.ts'

/**
 * Returns the texts of the blocks that a step leaves.
 * @param url of the page.
 */
export function leftOf(
  html: string,
  step: (facts: BlockFacts, kept: Uint8Array) => void,
  url = 'https://example.org/',
): string[] {
  const { document } = parseTree(html)
  const blocks = readBlocks(firstElement(document, 'body')!, 1_000)!
  const facts = readFacts(document, url, blocks, emptyLexicon)
  const kept = new Uint8Array(blocks.count).fill(1)
  step(facts, kept)
  const texts = Array.from({ length: blocks.count }, (_, block) => {
    const parts = blocks.texts.slice(blocks.textStart[block], blocks.textStart[block + 1])
    return collapsed(parts.map(({ text }) => text ?? '').join(''))
  })
  return texts.filter((_, block) => kept[block] === 1)
}
