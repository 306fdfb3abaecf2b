/** Reads pairs of sibling elements of which the first is the label of the second. */
import { isInvisible } from '../../../html/content.ts'
import { collapsed, textBelow, type TreeNode } from '../../../html/tree.ts'
import { namesOf } from '../elements/element-names.ts'
import type { FactBudget } from '../elements/fact-budget.ts'
import type { LabelPair } from './label-pair.ts'
import { hasOwnText } from '../elements/visible-text.ts'
import { childElements } from '../elements/walk.ts'

const labelWord =
  /(?:^| )(?:label|name|key|title|term|caption|heading|header|attribute|property|field|question|th|dt|lbl)(?:$| )/
const valueWord =
  /(?:^| )(?:value|val|data|content|text|detail|details|info|answer|desc|description|td|dd|figure|result)(?:$| )/

const labelMaxCharacters = 60
const nodesPerLabelMax = 40
/** Minimum number of two-part rows among siblings when no name identifies label and value. */
const rowsMin = 3
const childrenMax = 2_000
const unlabelled = new Set(['ul', 'ol', 'table', 'tbody', 'thead', 'tr', 'select', 'nav', 'dl', 'a', 'button'])

/** Yields the pairs among the children of an element. */
export function* siblingPairs(parent: TreeNode, budget: FactBudget): Generator<LabelPair> {
  const children = seenChildren(parent, budget)
  if (children.length === 0) return
  if (!unlabelled.has(parent.name)) yield* namedPairs(children)
  if (children.length >= rowsMin) yield* rowsOfTwo(children, budget)
}

function seenChildren(parent: TreeNode, budget: FactBudget): TreeNode[] {
  const children: TreeNode[] = []
  for (const child of childElements(parent)) {
    if (!budget.look() || children.length >= childrenMax) break
    if (!isInvisible(child) && child.name !== 'br') children.push(child)
  }
  return children
}

function* namedPairs(children: readonly TreeNode[]): Generator<LabelPair> {
  for (let at = 0; at + 1 < children.length; at++) {
    const label = children[at]!
    const value = children[at + 1]!
    const text = shortText(label)
    if (text === null || !isNextTo(label, value)) continue
    const names = namesOf(label).join(' ')
    const isLabel =
      /[:：]$/.test(text) ||
      (labelWord.test(names) && !valueWord.test(names) && valueWord.test(namesOf(value).join(' '))) ||
      /(?:^| )(?:label|lbl)(?:$| )/.test(names)
    if (!isLabel) continue
    yield { label, values: [value] }
    at++
  }
}

/** True when no text is between them; such a text would be the value instead. */
function isNextTo(label: TreeNode, value: TreeNode): boolean {
  let at = label.next
  for (let left = 4; at !== null && at !== value && left > 0; at = at.next, left--)
    if (at.text !== null && /[\p{L}\p{N}]/u.test(at.text)) return false
  return at === value
}

/** Yields rows of two parts each, whose first parts are short and all different. */
function* rowsOfTwo(children: readonly TreeNode[], budget: FactBudget): Generator<LabelPair> {
  const pairs: LabelPair[] = []
  const labels = new Set<string>()
  for (const row of children) {
    if (row.name === 'dt' || row.name === 'dd' || row.name === 'tr' || row.name === 'a' || !budget.look()) return
    const pair = twoParts(row)
    const text = pair === null ? null : shortText(pair.label)
    if (pair === null || text === null || labels.has(text)) continue
    labels.add(text)
    pairs.push(pair)
  }
  if (pairs.length >= rowsMin && pairs.length >= children.length * 0.7) yield* pairs
}

function twoParts(row: TreeNode): LabelPair | null {
  if (hasOwnText(row)) return null
  const parts: TreeNode[] = []
  for (const part of childElements(row)) {
    if (isInvisible(part) || part.name === 'br') continue
    if (parts.length === 2) return null
    parts.push(part)
  }
  const [label, value] = parts
  if (label === undefined || value === undefined || label.name === 'a' || label.name === 'img') return null
  return /^h[1-3]$/.test(label.name) ? null : { label, values: [value] }
}

function shortText(node: TreeNode): string | null {
  if (node.name === 'img' || node.name === 'input') return null
  const text = collapsed(textBelow(node, labelMaxCharacters + 1, nodesPerLabelMax))
  return text.length > labelMaxCharacters || !/\p{L}/u.test(text) ? null : text
}
