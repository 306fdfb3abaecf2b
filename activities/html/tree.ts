/**
 * The parsed page: nodes linked to their parent and neighbours, walked without recursion.
 *
 * Nodes are linked rather than kept in arrays, because the tree construction of the HTML standard moves nodes and
 * every move must take constant time.
 */
import { html as standard } from 'parse5'
import type { Attribute } from './scanner.ts'

const noAttributes: Attribute[] = []

/** An element, a text, or the document itself (no name, no text). */
export class TreeNode {
  /** Element name in lower case; empty for texts and the document. */
  readonly name: string
  /** Namespace of an element; HTML for everything else. */
  readonly namespace: standard.NS
  attributes: Attribute[]
  /** Content of a text node; null for everything else. */
  text: string | null
  parent: TreeNode | null = null
  first: TreeNode | null = null
  last: TreeNode | null = null
  previous: TreeNode | null = null
  next: TreeNode | null = null
  /** Distance from the document at the time the node was attached. */
  depth = 0

  constructor(name: string, namespace: standard.NS, attributes: Attribute[], text: string | null) {
    this.name = name
    this.namespace = namespace
    this.attributes = attributes
    this.text = text
  }
}

/** Creates a document node. */
export const createDocument = (): TreeNode => new TreeNode('', standard.NS.HTML, noAttributes, null)

/** Creates a text node. */
export const createText = (text: string): TreeNode => new TreeNode('', standard.NS.HTML, noAttributes, text)

/** Adds a detached node after the last child. */
export function append(parent: TreeNode, node: TreeNode): void {
  const last = parent.last
  node.parent = parent
  node.depth = parent.depth + 1
  node.previous = last
  if (last === null) parent.first = node
  else last.next = node
  parent.last = node
}

/** Inserts a detached node before `reference`, whose parent is `parent`. */
export function insertBefore(parent: TreeNode, node: TreeNode, reference: TreeNode): void {
  const previous = reference.previous
  node.parent = parent
  node.depth = parent.depth + 1
  node.previous = previous
  node.next = reference
  reference.previous = node
  if (previous === null) parent.first = node
  else previous.next = node
}

/** Removes a node, with everything below it, from its parent. */
export function detach(node: TreeNode): void {
  const { parent, previous, next } = node
  if (parent === null) return
  if (previous === null) parent.first = next
  else previous.next = next
  if (next === null) parent.last = previous
  else next.previous = previous
  node.parent = null
  node.previous = null
  node.next = null
}

/**
 * Returns the node after `node` in document order, without leaving `root`.
 * @param descend false skips what is below `node`.
 * @returns null at the end of `root`.
 */
export function following(node: TreeNode, root: TreeNode, descend = true): TreeNode | null {
  if (descend && node.first !== null) return node.first
  let at: TreeNode | null = node
  while (at !== null && at !== root) {
    if (at.next !== null) return at.next
    at = at.parent
  }
  return null
}

/** Returns the children of a node as an array, which stays valid while they are moved. */
export function childrenOf(parent: TreeNode): TreeNode[] {
  const children: TreeNode[] = []
  for (let child = parent.first; child !== null; child = child.next) children.push(child)
  return children
}

/** Returns the value of an attribute, or null. For a repeated attribute, the first value counts. */
export function attribute(node: TreeNode, name: string): string | null {
  const attributes = node.attributes
  for (let i = 0; i < attributes.length; i++) {
    const candidate = attributes[i]
    if (candidate !== undefined && candidate.name === name) return candidate.value
  }
  return null
}

/** Returns true when the element has the attribute, whatever its value. */
export const hasAttribute = (node: TreeNode, name: string): boolean => attribute(node, name) !== null

/** Returns the first element with this name below `root`, in document order. */
export function firstElement(root: TreeNode, name: string): TreeNode | null {
  for (let node = root.first; node !== null; node = following(node, root)) if (node.name === name) return node
  return null
}

/** Replaces each run of white space by one space and removes it at both ends. */
export const collapsed = (text: string): string =>
  // Most texts have single spaces only: finding that out costs less than replacing each by itself.
  (uneven.test(text) ? text.replaceAll(/[\s\u200B\uFEFF]+/g, ' ') : text).trim()

const uneven = /[^\S ]|[\u200B\uFEFF]| {2}/

/**
 * Returns the text below a node, with white space collapsed.
 * @param charactersMax maximum length; a longer text is cut.
 * @param nodesMax limit on the nodes visited, so that repeated calls stay linear.
 */
export function textBelow(root: TreeNode, charactersMax: number, nodesMax = 2_000): string {
  let text = ''
  let left = nodesMax
  for (let node = root.first; node !== null && left > 0; left--) {
    if (node.text !== null) {
      text += node.text.slice(0, charactersMax * 4)
      // White space is collapsed later, so the loop reads well beyond the limit.
      if (text.length > charactersMax * 4) break
    } else if (node.name === 'br' || node.name === 'img') {
      text += ' '
    }
    node = following(node, root, node.name !== 'script' && node.name !== 'style')
  }
  const result = collapsed(text)
  return result.length > charactersMax ? result.slice(0, charactersMax).trimEnd() : result
}
