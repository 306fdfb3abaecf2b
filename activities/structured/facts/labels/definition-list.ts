/** Reads definition lists: terms and their descriptions. */
import type { TreeNode } from '../../../html/tree.ts'
import type { LabelPair } from './label-pair.ts'
import { childElements } from '../elements/walk.ts'

/** Yields the terms of a list, each with all its descriptions. Groups may be wrapped in `div` (HTML standard, `dl`). */
export function* definitionPairs(list: TreeNode): Generator<LabelPair> {
  let labels: TreeNode[] = []
  let values: TreeNode[] = []
  for (const part of parts(list)) {
    if (part.name === 'dd') {
      values.push(part)
      continue
    }
    if (values.length > 0) {
      yield* pairs(labels, values)
      labels = []
      values = []
    }
    labels.push(part)
  }
  yield* pairs(labels, values)
}

function* pairs(labels: readonly TreeNode[], values: readonly TreeNode[]): Generator<LabelPair> {
  if (values.length === 0) return
  // Consecutive terms share their descriptions; of a long run of terms, the first ones are headings.
  for (const label of labels.slice(-4)) yield { label, values: values.slice(0, 100) }
}

function* parts(list: TreeNode): Generator<TreeNode> {
  for (const child of childElements(list)) {
    if (child.name === 'dt' || child.name === 'dd') yield child
    else if (child.name === 'div')
      for (const inner of childElements(child)) if (inner.name === 'dt' || inner.name === 'dd') yield inner
  }
}
