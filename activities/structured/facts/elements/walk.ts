/** Walks over a part of the tree and reports when it enters and leaves a node. */
import type { TreeNode } from '../../../html/tree.ts'

export interface Visitor {
  /** Called for each node. @returns whether to walk over its descendants too. */
  enter(node: TreeNode): boolean
  /** Called for every node that was entered and whose children were walked over. */
  leave?(node: TreeNode): void
  /** Called before each node; true ends the walk without further calls. */
  isDone?(): boolean
}

/** Walks over all descendants of `root`, without recursion. */
export function walk(root: TreeNode, visitor: Visitor): void {
  let node = root.first
  while (node !== null && visitor.isDone?.() !== true) {
    if (visitor.enter(node)) {
      if (node.first !== null) {
        node = node.first
        continue
      }
      visitor.leave?.(node)
    }
    while (node.next === null) {
      const parent: TreeNode | null = node.parent
      if (parent === null || parent === root) return
      visitor.leave?.(parent)
      node = parent
    }
    node = node.next
  }
}

/** Yields the child elements of a node. */
export function* childElements(parent: TreeNode): Generator<TreeNode> {
  for (let child = parent.first; child !== null; child = child.next) if (child.text === null) yield child
}
