/**
 * Makes the parts that a caller includes the content. Each part becomes a block of its own, within the list or table
 * that it needs around it.
 */
import { html as standard } from 'parse5'
import { isHidden, reveal, type ContentSelection } from '../content.ts'
import { blockElements } from '../tags.ts'
import { append, childrenOf, detach, firstElement, following, TreeNode } from '../tree.ts'

/**
 * Returns the content that consists of the given parts only, in document order; a part inside another occurs once.
 * A part that is hidden is revealed, because it is selected explicitly; hidden elements inside it stay hidden.
 * Modifies the tree.
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
  // Stays below body, because the text direction of the page is stated there or above.
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

/** Maximum number of levels searched for the table: cell, row, table part, table. */
const tableDistanceMax = 4

class IncludedContent {
  readonly root = new TreeNode('div', standard.NS.HTML, [], null)
  /** List or table, and row, of the last part, each with its copy in the new content. */
  #holder: Holder | null = null
  #row: Holder | null = null

  /** @param parent original parent of the part. */
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

  /** Continues with the current holder, or begins a new one. */
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
