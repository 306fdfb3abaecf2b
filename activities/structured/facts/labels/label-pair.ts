/** A label and what stands beside it. Types only. */
import type { TreeNode } from '../../../html/tree.ts'

/** Parts of the page that stand for a label and its value. */
export interface LabelPair {
  label: TreeNode
  values: readonly TreeNode[]
}
