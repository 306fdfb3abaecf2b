/** A label and its value. Types only. */
import type { TreeNode } from '../../../html/tree.ts'

/** The nodes that hold a label and its value. */
export interface LabelPair {
  label: TreeNode
  values: readonly TreeNode[]
}
