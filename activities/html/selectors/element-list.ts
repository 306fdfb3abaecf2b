/** Lists the elements of a page in document order with their parents and siblings, for matching selectors. */
import { following, type TreeNode } from '../tree.ts'

/** Elements by index; index -1 stands for no element. */
export interface ElementList {
  nodes: readonly TreeNode[]
  parent: Int32Array
  /** Previous and next sibling of each element. */
  previous: Int32Array
  next: Int32Array
}

/** Lists the elements of a document, except those inside templates, which selectors do not match in a browser. */
export function listElements(document: TreeNode): ElementList {
  const nodes: TreeNode[] = []
  const indexOf = new Map<TreeNode, number>()
  for (let node = document.first; node !== null;) {
    if (node.text === null) {
      indexOf.set(node, nodes.length)
      nodes.push(node)
    }
    node = following(node, document, node.name !== 'template')
  }
  const parent = new Int32Array(nodes.length).fill(-1)
  const previous = new Int32Array(nodes.length).fill(-1)
  const next = new Int32Array(nodes.length).fill(-1)
  /** Index of the last child found so far of each element, and of the document. */
  const last = new Int32Array(nodes.length + 1).fill(-1)
  nodes.forEach((node, at) => {
    const above = node.parent === null ? -1 : (indexOf.get(node.parent) ?? -1)
    const before = last[above + 1]!
    parent[at] = above
    previous[at] = before
    if (before !== -1) next[before] = at
    last[above + 1] = at
  })
  return { nodes, parent, previous, next }
}
