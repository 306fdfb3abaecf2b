/** Converts a set of kept blocks into a selection of the tree. */
import type { ContentSelection } from '../../html/content.ts'
import { attribute, following, type TreeNode } from '../../html/tree.ts'
import type { PageBlocks } from './blocks.ts'
import { skipSectionLinks } from './section-links.ts'

/** Elements without a meaning of their own: the selection may start below them. */
const plainElements = new Set(['body', 'div', 'main', 'form', 'center', 'span', 'font', 'section', 'article'])

/** Elements that show something other than text. */
const mediaElements = new Set(['img', 'picture', 'video', 'audio', 'iframe', 'object', 'embed', 'svg', 'canvas', 'hr'])

/**
 * Returns the selection that shows the kept blocks and the pictures next to them.
 * @param root contains all blocks.
 * @param kept 1 for each kept block; at least one is 1.
 */
export function selectBlocks(root: TreeNode, blocks: PageBlocks, kept: Uint8Array): ContentSelection {
  const holding = holdersOf(root, blocks, kept)
  const start = lowestHolder(root, holding)
  const skip = new Set<TreeNode>()
  const skipper = new Skipper(start, holding, skip)
  let block = 0
  for (let text = 0; text < blocks.texts.length; text++) {
    while (text >= blocks.textStart[block + 1]!) block++
    if (kept[block] === 0) skipper.add(blocks.texts[text]!)
  }
  skipLoneMedia(start, holding, skip)
  skipSectionLinks(holding, skip)
  return { roots: [start], skip }
}

/** Returns the kept texts and all elements above them. */
function holdersOf(root: TreeNode, blocks: PageBlocks, kept: Uint8Array): Set<TreeNode> {
  const holding = new Set<TreeNode>([root])
  for (let block = 0; block < blocks.count; block++) {
    if (kept[block] === 0) continue
    for (let text = blocks.textStart[block]!; text < blocks.textStart[block + 1]!; text++) {
      for (let at: TreeNode | null = blocks.texts[text]!; at !== null && !holding.has(at); at = at.parent)
        holding.add(at)
    }
  }
  return holding
}

/** Returns the lowest element that contains everything that is kept. */
function lowestHolder(root: TreeNode, holding: ReadonlySet<TreeNode>): TreeNode {
  let at = root
  while (plainElements.has(at.name)) {
    let only: TreeNode | null = null
    for (let child = at.first; child !== null; child = child.next) {
      if (!holding.has(child)) continue
      if (only !== null || child.text !== null) return at
      only = child
    }
    if (only === null || !plainElements.has(only.name)) return at
    at = only
  }
  return at
}

/** Skips, for each dropped text, the largest element around it that holds nothing kept. */
class Skipper {
  readonly #holding: ReadonlySet<TreeNode>
  /** Elements above the start; their other children are outside the selection already. */
  readonly #above = new Set<TreeNode>()
  /** Elements already climbed through; a later climb stops there, which keeps the total work linear. */
  readonly #passed = new Set<TreeNode>()
  readonly #skip: Set<TreeNode>

  constructor(start: TreeNode, holding: ReadonlySet<TreeNode>, skip: Set<TreeNode>) {
    this.#holding = holding
    this.#skip = skip
    for (let at = start.parent; at !== null; at = at.parent) this.#above.add(at)
  }

  add(text: TreeNode): void {
    let at = text
    while (at.parent !== null && !this.#holding.has(at.parent)) {
      // The picture of the figure stays, without its caption.
      if (at.name === 'figcaption' && isBetween(at.parent, this.#holding)) break
      at = at.parent
      if (this.#passed.has(at)) return
      this.#passed.add(at)
    }
    if (at.parent !== null && !this.#above.has(at.parent)) this.#skip.add(at)
  }
}

/** Returns true for a figure whose neighbours on both sides hold kept text. */
function isBetween(figure: TreeNode, holding: ReadonlySet<TreeNode>): boolean {
  if (figure.name !== 'figure') return false
  const before = elementBeside(figure, 'previous')
  const behind = elementBeside(figure, 'next')
  return before !== null && behind !== null && holding.has(before) && holding.has(behind)
}

function elementBeside(node: TreeNode, side: 'previous' | 'next'): TreeNode | null {
  let at = node[side]
  while (at !== null && at.text !== null) at = at[side]
  return at
}

/** Skips media elements with no kept text on either side, and hr elements without kept text on both sides. */
function skipLoneMedia(start: TreeNode, holding: ReadonlySet<TreeNode>, skip: Set<TreeNode>): void {
  let isAfterKept = false
  let waiting: TreeNode[] = []
  const settle = (isBeforeKept: boolean): void => {
    for (const node of waiting) {
      const isKept = node.name === 'hr' ? isAfterKept && isBeforeKept : isAfterKept || isBeforeKept
      if (!isKept) skip.add(node)
    }
    waiting = []
    isAfterKept = isBeforeKept
  }
  for (let node = start.first; node !== null;) {
    const isSkipped = skip.has(node)
    if (isSkipped) settle(false)
    else if (node.text !== null) {
      if (holding.has(node)) settle(true)
    } else if (isAvatar(node)) skip.add(aloneIn(node, start, holding))
    else if (mediaElements.has(node.name)) waiting.push(node)
    node = following(node, start, !isSkipped)
  }
  settle(false)
}

const avatarNames = /(?:^|[-_\s])(?:avatar|gravatar|userpic)(?:$|[-_\s])/i

/** Returns true for the avatar of a user, which is repeated at every post. */
const isAvatar = (node: TreeNode): boolean =>
  node.name === 'img' && avatarNames.test((attribute(node, 'class') ?? '').slice(0, 200))

/** Returns the largest element around a picture that contains no other element. */
function aloneIn(picture: TreeNode, start: TreeNode, holding: ReadonlySet<TreeNode>): TreeNode {
  let at = picture
  for (let above = at.parent; above !== null && above !== start && !holding.has(above); above = at.parent) {
    if (elementBeside(at, 'previous') !== null || elementBeside(at, 'next') !== null) break
    at = above
  }
  return at
}
