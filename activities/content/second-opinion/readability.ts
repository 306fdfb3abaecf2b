/** Uses Mozilla's Readability as a second opinion on which part of a page is the article. */
import { createRequire } from 'node:module'
import type * as ReadabilityPackage from '@mozilla/readability'
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import type { ContentSelection } from '../../html/content.ts'
import { readBlocks, type PageBlocks } from '../main-content/blocks.ts'
import { selectBlocks } from '../main-content/selection.ts'
import { firstElement, following, type TreeNode } from '../../html/tree.ts'
import type { DomLibrary, DomNode } from './dom.ts'
import { mirrorPage, survivors } from './mirror.ts'

// Loaded on demand, as in `dom.ts`: most extraction threads never need it.
const load = createRequire(import.meta.url)

/**
 * Returns what Readability keeps of a page as a selection of our tree, which is not modified.
 * @param url of the page.
 * @param libraries the DOM libraries to use, in order; the next one is tried when the previous one throws.
 * @returns null when the page is too large for Readability, when it finds nothing, or when every library throws.
 */
export function readabilityContent(
  page: TreeNode,
  url: string,
  libraries: readonly DomLibrary[] = ['linkedom', 'jsdom'],
): ContentSelection | null {
  if (!isBearable(page)) return null
  for (const library of libraries) {
    try {
      return readWith(page, url, library)
    } catch {
      // Readability throws on unusual trees (mozilla/readability #836), and linkedom has bugs of its own.
    }
  }
  return null
}

function readWith(page: TreeNode, url: string, library: DomLibrary): ContentSelection | null {
  const mirror = mirrorPage(page, url, library)
  const { Readability } = load('@mozilla/readability') as typeof ReadabilityPackage
  const reader = new Readability<DomNode>(mirror.document as never, {
    disableJSONLD: true,
    keepClasses: true,
    serializer: (element) => element,
  })
  const article = reader.parse()?.content
  return article === null || article === undefined ? null : selectionOf(page, survivors(mirror, article))
}

/** Selects the blocks of which more than half of the characters remain. */
function selectionOf(page: TreeNode, left: ReadonlySet<TreeNode>): ContentSelection | null {
  const body = firstElement(page, 'body') ?? page
  const blocks = readBlocks(body, extractLimits.contentBlocksMax)
  if (blocks === null) return null
  const kept = Uint8Array.from({ length: blocks.count }, (_, block) => Number(isMostlyLeft(blocks, block, left)))
  return kept.includes(1) ? selectBlocks(body, blocks, kept) : null
}

function isMostlyLeft({ texts, textStart }: PageBlocks, block: number, left: ReadonlySet<TreeNode>): boolean {
  let balance = 0
  for (let at = textStart[block] ?? 0; at < (textStart[block + 1] ?? 0); at++) {
    const text = texts[at]
    const characters = text?.text?.trim().length ?? 0
    balance += text !== undefined && left.has(text) ? characters : -characters
  }
  return balance > 0
}

function isBearable(page: TreeNode): boolean {
  const { readabilityElementsMax: elementsMax, readabilityDepthMax: depthMax, readabilityDepthSumMax } = extractLimits
  let elements = 0
  let depths = 0
  for (let node = page.first; node !== null; node = following(node, page)) {
    if (node.text !== null) continue
    elements++
    depths += node.depth
    if (node.depth > depthMax || elements > elementsMax || depths > readabilityDepthSumMax) return false
  }
  return elements > 0
}
