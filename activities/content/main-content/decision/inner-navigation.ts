/**
 * Drops what surrounds an article inside its own element by structure: tables of contents, whose links go to headings of
 * the same page with the same words, and captions of figures that show nothing.
 */
import { percentDecoded } from '@seine/shared/values/percent-decoded.ts'
import { isNeverText } from '../../../html/content.ts'
import { headingLevel } from '../../../html/markdown/heading-level.ts'
import { attribute, following, type TreeNode } from '../../../html/tree.ts'
import { isDocumentation } from '../evidence.ts'
import type { PageBlocks } from '../blocks.ts'
import type { BlockFacts } from '../facts.ts'

/** A list of fewer links to places of the page is part of the text. */
const entriesMin = 3
/** Words of the heading of a table of contents. */
const labelWordsMax = 5
/** Limit on the nodes of a figure that are searched for something to show. */
const nodesMax = 200
/** A shorter text of a figure is not what its caption describes. */
const textCharactersMin = 40

/** Elements of a figure that a reader sees. */
const shownElements = new Set([
  'video', 'audio', 'iframe', 'object', 'embed', 'svg', 'canvas', 'math', 'table', 'pre', 'code', 'blockquote', 'ul', 'ol',
]) // prettier-ignore
const imageSources = ['src', 'srcset', 'data-src', 'data-srcset', 'data-lazy-src', 'data-original']

/** A dropped block, for reports. */
type DroppedNavigation = (block: number, kind: 'contents' | 'caption') => void

/**
 * Drops tables of contents and captions without a picture; in documentation the contents are a part of the page.
 * @param kept 1 for each kept block; modified.
 */
export function dropInnerNavigation(facts: BlockFacts, kept: Uint8Array, dropped: DroppedNavigation = ignore): void {
  const drop = (block: number, kind: 'contents' | 'caption'): void => {
    kept[block] = 0
    dropped(block, kind)
  }
  const hasContents = !isDocumentation(facts.evidence)
  let run: number[] = []
  let before = -1
  let headings: ReadonlyMap<string, string> | null = null
  for (let block = 0; block <= kept.length; block++) {
    // Dropped links count, so that their label is not left alone.
    if (block < kept.length && hasContents && isPlaceLink(facts, block)) {
      run.push(block)
      continue
    }
    if (block < kept.length && kept[block] === 0) continue
    if (run.length >= entriesMin && !introduces(facts, before)) {
      headings ??= headingsByIdentifier(facts, kept)
      if (!areContents(facts, run, headings)) run = []
      const isBeside = before + 1 === run[0] || run.some((entry) => kept[entry] === 1)
      for (const entry of run) if (kept[entry] === 1) drop(entry, 'contents')
      if (run.length > 0 && isBeside && isLabel(facts, before)) drop(before, 'contents')
    }
    run = []
    before = block
    if (block < kept.length && isCaptionOfNothing(facts, block)) drop(block, 'caption')
  }
}

function ignore(): void {}

/** Returns true for a block that is only a link to a place of the same page. */
function isPlaceLink(facts: BlockFacts, block: number): boolean {
  const words = facts.measures.words[block]!
  if (words === 0 || facts.measures.linkWords[block]! < words - numberWords) return false
  return placeOf(facts, block) !== null
}

/** Returns the identifier that the last link of a block leads to; null when it leads elsewhere. */
function placeOf({ blocks }: BlockFacts, block: number): string | null {
  let at: TreeNode | null = blocks.texts[blocks.textStart[block + 1]! - 1]!
  while (at !== null && at.name !== 'a') at = at.parent
  const place = at === null ? undefined : /^#(.+)/.exec(attribute(at, 'href') ?? '')?.[1]
  return place === undefined ? null : percentDecoded(place)
}

/** Returns the texts of the kept headings by the identifiers on, in and around them, or directly before them. */
function headingsByIdentifier({ blocks }: BlockFacts, kept: Uint8Array): ReadonlyMap<string, string> {
  const { nodes, first } = blocks.elements
  const headings = new Map<string, string>()
  for (const [at, node] of nodes.entries()) {
    const identifier = attribute(node, 'id') ?? (node.name === 'a' ? attribute(node, 'name') : null)
    if (identifier === null || headings.has(identifier)) continue
    const block = blockAt(blocks, at, first[at]!)
    if (block < blocks.count && kept[block] === 1 && headingLevel(nodes[blocks.holder[block]!]!) > 0)
      headings.set(identifier, textOf(blocks, block))
  }
  return headings
}

/** Returns the block that an element is in when it is a part of a heading, otherwise the first behind its start. */
function blockAt(blocks: PageBlocks, element: number, first: number): number {
  const isBehindText = first > 0 && blocks.holder[first - 1] === blocks.elements.parent[element]
  return isBehindText && headingLevel(blocks.elements.nodes[blocks.holder[first - 1]!]!) > 0 ? first - 1 : first
}

const textOf = (blocks: PageBlocks, block: number): string =>
  blocks.texts
    .slice(blocks.textStart[block], blocks.textStart[block + 1])
    .map(({ text }) => text ?? '')
    .join('')

/** Returns the letters of a text without a number in front of it. */
const folded = (text: string): string =>
  text
    .toLowerCase()
    .replace(/^[\P{L}]+(?=.*\p{L})/u, '')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')

/** Returns true when most of the links lead to headings with the same words: the page shows those again. */
function areContents(facts: BlockFacts, run: readonly number[], headings: ReadonlyMap<string, string>): boolean {
  const repeated = run.filter((block) => {
    const heading = folded(headings.get(placeOf(facts, block) ?? '') ?? '')
    const entry = folded(textOf(facts.blocks, block))
    return heading !== '' && entry !== '' && (heading.includes(entry) || entry.includes(heading))
  })
  return repeated.length > run.length / 2
}

/** Returns true for a text that announces what follows it. */
function introduces({ blocks, measures }: BlockFacts, block: number): boolean {
  return block >= 0 && measures.words[block]! > labelWordsMax && /[:：]\s*$/.test(textOf(blocks, block))
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

/** Returns true for the caption of a figure without a picture, a quotation or anything else that it could describe. */
function isCaptionOfNothing({ blocks }: BlockFacts, block: number): boolean {
  const holder = blocks.elements.nodes[blocks.holder[block]!]!
  let figure: TreeNode | null = holder
  let caption: TreeNode | null = null
  while (figure !== null && figure.name !== 'figure') {
    if (figure.name === 'figcaption') caption = figure
    figure = figure.parent
  }
  // An entry of a list, with its picture as a background, may be a figure with everything in its caption.
  if (caption === null || figure === null || hasHeading(caption)) return false
  let left = nodesMax
  for (let node = figure.first; node !== null && left > 0; left--) {
    const isUnseen = node.name === 'figcaption' || isNeverText(node)
    if (shownElements.has(node.name) || isShownPicture(node) || isText(node)) return false
    node = following(node, figure, !isUnseen)
  }
  return left > 0
}

function hasHeading(caption: TreeNode): boolean {
  let left = nodesMax
  for (let node = caption.first; node !== null && left > 0; node = following(node, caption), left--)
    if (headingLevel(node) > 0) return true
  return false
}

const isShownPicture = (node: TreeNode): boolean => (node.name === 'img' || node.name === 'source') && hasSource(node)

/** Text of a figure outside its caption, such as a quotation; shorter ones are credits and buttons. */
const isText = ({ text }: TreeNode): boolean => text !== null && text.trim().length >= textCharactersMin

const hasSource = (image: TreeNode): boolean =>
  imageSources.some((name) => {
    const source = attribute(image, name)
    return source !== null && source.trim() !== '' && !source.startsWith('data:')
  })
