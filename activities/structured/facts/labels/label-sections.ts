/**
 * Reads sections: a heading, and the elements between it and the next heading. A field may be named after a section.
 */
import { headingLevel } from '../../../html/markdown/heading-level.ts'
import type { TreeNode } from '../../../html/tree.ts'
import type { SeenElement } from '../elements/body-survey.ts'
import type { LabelPair } from './label-pair.ts'

const partsMax = 12

/** Yields the sections of the content whose heading and text are siblings. */
export function* sectionPairs(elements: readonly SeenElement[]): Generator<LabelPair> {
  for (const { node, place } of elements) {
    if (place !== 0 || headingLevel(node) < 2) continue
    const values = partsBelow(node)
    if (values.length > 0) yield { label: node, values }
  }
}

function partsBelow(heading: TreeNode): TreeNode[] {
  // A heading may be wrapped in its own `div`.
  const from = isOnlyElement(heading) ? (heading.parent ?? heading) : heading
  const parts: TreeNode[] = []
  for (let at = from.next; at !== null && parts.length < partsMax; at = at.next) {
    if (at.text !== null) continue
    if (headingLevel(at) > 0 || (at.first !== null && startsWithHeading(at))) break
    parts.push(at)
  }
  return parts
}

function isOnlyElement(node: TreeNode): boolean {
  let left = 4
  for (let at = node.parent?.first ?? null; at !== null; at = at.next) {
    if (left-- <= 0 || (at !== node && at.text === null)) return false
  }
  return true
}

function startsWithHeading(node: TreeNode): boolean {
  let left = 4
  for (let at = node.first; at !== null && left > 0; at = at.text === null ? at.first : at.next, left--)
    if (headingLevel(at) > 0) return true
  return false
}
