/**
 * Chooses the main content of a page: the text blocks that a trained model classifies as content, and what lies
 * between them. Does not mark the choice in the tree, so link and metadata extraction still see the whole page.
 */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { isHidden, reveal } from '../html/content.ts'
import { readBlocks, type PageBlocks } from './main-content/blocks.ts'
import type { MainContent } from './main-content/contract.ts'
import { decideBlocks } from './main-content/decision/decide.ts'
import { isHiddenScrap } from './main-content/hidden-parts.ts'
import { scoreBlocks } from './main-content/model.ts'
import { chooseByRules, wholePage } from './main-content/rules.ts'
import { selectBlocks } from './main-content/selection.ts'
import { secondOpinion } from './second-opinion/second-opinion.ts'
import { firstElement, type TreeNode } from '../html/tree.ts'

export type { MainContent } from './main-content/contract.ts'
export { wholePage } from './main-content/rules.ts'

/** A page with fewer words than this is too short for the model; fixed rules are used instead. */
const wordsMin = 40

/**
 * Chooses the main content of a page.
 * @param pageUrl final URL of the page.
 */
export function chooseMainContent(document: TreeNode, pageUrl = ''): MainContent {
  const body = firstElement(document, 'body') ?? document
  const blocks = readBlocks(body, extractLimits.contentBlocksMax)
  if (blocks === null) return chooseByRules(document)
  const { facts, probabilities } = scoreBlocks(document, pageUrl, blocks)
  if (facts.page.words < wordsMin) return chooseByRules(document)
  const { kept, expectedF1 } = decideBlocks(facts, probabilities)
  if (!kept.includes(1)) return { ...wholePage(document), confidence: 0 }
  const second = secondOpinion(document, pageUrl, facts.evidence, expectedF1)
  if (second !== null) return { ...second, extractor: 'readability', confidence: expectedF1 }
  revealKept(blocks, kept)
  return { ...selectBlocks(body, blocks, kept), extractor: 'blocks', confidence: expectedF1 }
}

/** Reveals the hidden elements around kept blocks, which only a script would show. */
function revealKept(blocks: PageBlocks, kept: Uint8Array): void {
  const { nodes, parent } = blocks.elements
  const seen = new Uint8Array(nodes.length)
  for (let block = 0; block < blocks.count; block++) {
    if (kept[block] === 0) continue
    for (let at = blocks.innermost[block]!; at >= 0 && seen[at] === 0; at = parent[at]!) {
      seen[at] = 1
      if (isHidden(nodes[at]!) && !isHiddenScrap(nodes[at]!)) reveal(nodes[at]!)
    }
  }
}
