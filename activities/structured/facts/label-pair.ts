/** A label and what stands beside it. Types only. */
import type { TreeNode } from '../../extract/tree.ts'

/** Parts of the page that stand for a label and its value. */
export interface LabelPair {
  label: TreeNode
  values: readonly TreeNode[]
}
