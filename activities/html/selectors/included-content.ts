/**
 * The parts a caller includes, made content: each a block of its own, with as much of the list or
 * table around it as it means nothing without.
 */
import { html as standard } from 'parse5'
import { isHidden, reveal, type ContentSelection } from '../content.ts'
import { blockElements } from '../tags.ts'
import { append, childrenOf, detach, firstElement, following, TreeNode } from '../tree.ts'

/**
 * The content that consists of these parts alone, in document order; a part inside another is there once.
 * Elements that are hidden are shown, since they are asked for by name; what is hidden inside them is not.
 * The tree is taken apart.
 */
export function includedContent(document: TreeNode, included: readonly TreeNode[]): ContentSelection {
  const parts = outermost(document, new Set(included))
  const content = new IncludedContent()
  for (const part of parts) {
    const { parent } = part
    detach(part)
    if (isHidden(part)) reveal(part)
    content.add(part, parent)
  }
  // Which way the text of the page runs is said further up.
  append(firstElement(document, 'body') ?? firstElement(document, 'html') ?? document, content.root)
  return { roots: childrenOf(content.root), skip: new Set() }
}

function outermost(document: TreeNode, wanted: ReadonlySet<TreeNode>): TreeNode[] {
  const found: TreeNode[] = []
  for (let node = document.first; node !== null;) {
    const isWanted = wanted.has(node)
    if (isWanted) found.push(node)
    node = following(node, document, !isWanted)
  }
  return found
}

const listOf: ReadonlyMap<string, string> = new Map([
  ['li', 'ul'],
  ['dt', 'dl'],
  ['dd', 'dl'],
])
const cells = new Set(['td', 'th'])
const tableParts = new Set(['caption', 'thead', 'tbody', 'tfoot', 'tr', ...cells])

/** Further up than this no table is looked for: a cell stands in a row of a part of a table. */
const tableDistanceMax = 4

class IncludedContent {
  readonly root = new TreeNode('div', standard.NS.HTML, [], null)
  /** The list, table or row that the last part stood in, and what stands for it here. */
  #holder: Holder | null = null
  #row: Holder | null = null

  /** @param parent what the part stood in. */
  add(part: TreeNode, parent: TreeNode | null): void {
    const list = listOf.get(part.name)
    if (list !== undefined && parent !== null) {
      this.#hold(parent, list === 'ul' && parent.name === 'ol' ? 'ol' : list)
    } else if (tableParts.has(part.name) && parent !== null) {
      this.#hold(tableAround(parent), 'table')
      if (cells.has(part.name)) {
        append(this.#rowFor(parent), part)
        return
      }
    } else {
      this.#holder = null
    }
    this.#row = null
    if (this.#holder === null) append(this.root, blockElements.has(part.name) ? part : wrapped('div', part))
    else append(this.#holder.copy, part.name === 'tr' ? wrapped('tbody', part) : part)
  }

  /** Goes on with the holder, or begins a new one. */
  #hold(original: TreeNode, name: string): void {
    if (this.#holder?.original === original) return
    this.#holder = { original, copy: new TreeNode(name, standard.NS.HTML, [], null) }
    this.#row = null
    append(this.root, this.#holder.copy)
  }

  #rowFor(original: TreeNode): TreeNode {
    if (this.#row?.original === original) return this.#row.copy
    const copy = new TreeNode('tr', standard.NS.HTML, [], null)
    append(this.#holder?.copy ?? this.root, wrapped('tbody', copy))
    this.#row = { original, copy }
    return copy
  }
}

interface Holder {
  original: TreeNode
  copy: TreeNode
}

function tableAround(parent: TreeNode): TreeNode {
  let at: TreeNode | null = parent
  for (let distance = 0; distance < tableDistanceMax && at !== null; distance++, at = at.parent) {
    if (at.name === 'table') return at
  }
  return parent
}

function wrapped(name: string, inner: TreeNode): TreeNode {
  const wrapper = new TreeNode(name, standard.NS.HTML, [], null)
  append(wrapper, inner)
  return wrapper
}
