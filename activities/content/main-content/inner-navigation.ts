/**
 * Drops what surrounds an article inside its own element by structure: tables of contents, whose links all go to places
 * of the same page, and captions of figures that show nothing.
 */
import { attribute, following, type TreeNode } from '../../html/tree.ts'
import { isDocumentation } from './evidence.ts'
import type { BlockFacts } from './facts.ts'

/** A list of fewer links to places of the page is part of the text. */
const entriesMin = 3
/** Words of the heading of a table of contents. */
const labelWordsMax = 5
/** Limit on the nodes of a figure that are searched for something to show. */
const nodesMax = 200

/** Elements of a figure that a reader sees. */
const shownElements = new Set([
  'video', 'audio', 'iframe', 'object', 'embed', 'svg', 'canvas', 'math', 'table', 'pre', 'code', 'blockquote', 'ul', 'ol',
]) // prettier-ignore
const imageSources = ['src', 'srcset', 'data-src', 'data-srcset', 'data-lazy-src', 'data-original']

/** A dropped block, for reports. */
type Dropped = (block: number, kind: 'contents' | 'caption') => void

/**
 * Drops tables of contents and captions without a picture; in documentation the contents are a part of the page.
 * @param kept 1 for each kept block; modified.
 */
export function dropInnerNavigation(facts: BlockFacts, kept: Uint8Array, dropped: Dropped = ignore): void {
  const drop = (block: number, kind: 'contents' | 'caption'): void => {
    kept[block] = 0
    dropped(block, kind)
  }
  const hasContents = !isDocumentation(facts.evidence)
  let run: number[] = []
  let before = -1
  for (let block = 0; block <= kept.length; block++) {
    if (block < kept.length && kept[block] === 0) continue
    if (block < kept.length && hasContents && isPlaceLink(facts, block)) {
      run.push(block)
      continue
    }
    if (run.length >= entriesMin) {
      for (const entry of run) drop(entry, 'contents')
      if (isLabel(facts, before)) drop(before, 'contents')
    }
    run = []
    before = block
    if (block < kept.length && isCaptionOfNothing(facts, block)) drop(block, 'caption')
  }
}

function ignore(): void {}

/** Returns true for a block that is only a link to a place of the same page. */
function isPlaceLink({ blocks, measures }: BlockFacts, block: number): boolean {
  const words = measures.words[block]!
  if (words === 0 || measures.linkWords[block]! < words - numberWords) return false
  let at: TreeNode | null = blocks.texts[blocks.textStart[block + 1]! - 1]!
  while (at !== null && at.name !== 'a') at = at.parent
  return at !== null && /^#./.test(attribute(at, 'href') ?? '')
}

/** A number in front of an entry may stand outside its link. */
const numberWords = 1

/** Returns true for the heading of a table of contents: a few words that are not the title. */
function isLabel({ measures, rows }: BlockFacts, block: number): boolean {
  return (
    block >= 0 &&
    block !== rows.title &&
    measures.words[block]! <= labelWordsMax &&
    measures.links[block] === 0 &&
    measures.endsSentence[block] === 0
  )
}

function isCaptionOfNothing({ blocks }: BlockFacts, block: number): boolean {
  const holder = blocks.elements.nodes[blocks.holder[block]!]!
  let figure: TreeNode | null = holder
  let isCaption = false
  while (figure !== null && figure.name !== 'figure') {
    isCaption ||= figure.name === 'figcaption'
    figure = figure.parent
  }
  if (!isCaption || figure === null) return false
  let left = nodesMax
  for (
    let node = figure.first;
    node !== null && left > 0;
    node = following(node, figure, node.name !== 'figcaption'), left--
  ) {
    if (shownElements.has(node.name) || (node.name === 'img' && hasSource(node))) return false
  }
  return left > 0
}

const hasSource = (image: TreeNode): boolean =>
  imageSources.some((name) => {
    const source = attribute(image, name)
    return source !== null && source.trim() !== '' && !source.startsWith('data:')
  })
