/** Groups sibling elements of the same shape and reads them as items with fields. */
import { factLimits } from '../limits/structured-limits.ts'
import type { TreeNode } from '../../html/tree.ts'
import type { UrlResolver } from '../../html/urls.ts'
import type { SiblingGroup, SiblingItem } from '@seine/shared/pages/facts.ts'
import type { SeenElement } from './elements/body-survey.ts'
import { distinct, namesOf } from './elements/element-names.ts'
import type { FactBudget } from './elements/fact-budget.ts'
import { FieldMemo } from './field-memo.ts'
import { FieldReader, type FieldScope } from './item-fields.ts'
import { sectionHeading } from './elements/section-heading.ts'
import { siblingSets, type SiblingSet } from './sibling-sets.ts'
import { standingText, visibleText } from './elements/visible-text.ts'

const headingMaxCharacters = 200

/** A group with fewer items may be the columns of the page layout. */
const repeatsMin = 3

export interface CollectedGroups {
  groups: SiblingGroup[]
  /** The elements of all repeated items. */
  parts: Set<TreeNode>
}

/**
 * Returns the groups of a page: those of the content first, and within each place in document order.
 * @param named tables that are read by their column names.
 */
export function collectGroups(
  elements: readonly SeenElement[],
  named: ReadonlyMap<TreeNode, unknown>,
  urls: UrlResolver,
  budget: FactBudget,
): CollectedGroups {
  const sets = setsOf(elements, named)
  const groups: SiblingGroup[] = []
  const parts = new Set<TreeNode>()
  const memo = new FieldMemo()
  let fieldsLeft: number = factLimits.fieldsMax
  for (const set of chosenSets([...joinedSets(sets, elements), ...sets])) {
    if (budget.isFull || fieldsLeft <= 0) break
    const items = readItems(set, { urls, budget, memo, fieldsMax: fieldsLeft })
    if (items.length < 2) continue
    if (items.length >= repeatsMin || areOfOneKind(items)) for (const { node } of set.items.flat()) parts.add(node)
    for (const { fields } of items) fieldsLeft -= fields.length
    const [first] = set.items[0] ?? []
    const own = new Set(set.items.flat().map(({ node }) => node))
    const heading = first === undefined ? null : sectionHeading(first, (node) => own.has(node))
    groups.push({
      heading: heading === null ? null : budget.keep(visibleText(heading, budget, headingMaxCharacters)) || null,
      names: first === undefined ? [] : namesOfSet(set.parent, first.node),
      items,
    })
  }
  return { groups, parts }
}

/** Whether two items share most of their fields, compared by name. */
function areOfOneKind([first, second]: readonly SiblingItem[]): boolean {
  if (first === undefined || second === undefined || first.fields.length < 2) return false
  const names = new Set(first.fields.map((field) => field.names.join()))
  const others = new Set(second.fields.map((field) => field.names.join()))
  const shared = [...names].filter((name) => others.has(name)).length
  return shared * 2 > Math.max(names.size, others.size)
}

const namesOfSet = (parent: TreeNode, item: TreeNode): string[] =>
  distinct([
    ...namesOf(item),
    ...namesOf(parent),
    ...(parent.parent === null ? [] : namesOf(parent.parent)),
    item.name,
    parent.name,
  ])

function setsOf(elements: readonly SeenElement[], named: ReadonlyMap<TreeNode, unknown>): SiblingSet[] {
  const children = new Map<TreeNode, SeenElement[]>()
  for (const element of elements) {
    const { parent } = element.node
    if (parent === null) continue
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [element])
    else siblings.push(element)
  }
  const sets: SiblingSet[] = []
  for (const [parent, siblings] of children) {
    if (siblings.length < 2 || (isTablePart(parent) && isNamedTable(parent, named))) continue
    sets.push(...siblingSets(parent, siblings))
  }
  return sets
}

const isTablePart = ({ name }: TreeNode): boolean =>
  name === 'table' || name === 'tbody' || name === 'thead' || name === 'tfoot'

const isNamedTable = (part: TreeNode, named: ReadonlyMap<TreeNode, unknown>): boolean =>
  named.has(part) || (part.parent !== null && named.has(part.parent))

/** Joins sets that share a class and occur in several places, such as the rows of a grid, into additional sets. */
function joinedSets(sets: readonly SiblingSet[], elements: readonly SeenElement[]): SiblingSet[] {
  const byKey = new Map<string, SiblingSet[]>()
  for (const set of sets) {
    if (set.key === null) continue
    const same = byKey.get(set.key)
    if (same === undefined) byKey.set(set.key, [set])
    else same.push(set)
  }
  const order = new Map<SeenElement, number>()
  const joined: SiblingSet[] = []
  for (const [key, same] of byKey) {
    const [first] = same
    if (first === undefined || same.length < 2) continue
    if (order.size === 0) for (const [at, element] of elements.entries()) order.set(element, at)
    const items = same.flatMap((set) => set.items).toSorted(([a], [b]) => (order.get(a!) ?? 0) - (order.get(b!) ?? 0))
    joined.push({ parent: first.parent, key, items, isJoined: true })
  }
  return joined
}

/** Selects the sets to keep, preferring those of the content and large ones; returns them in order. */
function chosenSets(sets: readonly SiblingSet[]): SiblingSet[] {
  const placed = sets.map((set, at) => ({ set, at, place: set.items[0]?.[0]?.place ?? 2 }))
  return placed
    .toSorted((a, b) => a.place - b.place || b.set.items.length - a.set.items.length)
    .slice(0, factLimits.groupsMax)
    .toSorted((a, b) => a.place - b.place || a.at - b.at)
    .map(({ set }) => set)
}

interface ItemReading {
  urls: UrlResolver
  budget: FactBudget
  memo: FieldMemo
  fieldsMax: number
}

function readItems(set: SiblingSet, { urls, budget, memo, fieldsMax }: ItemReading): SiblingItem[] {
  const items: SiblingItem[] = []
  const own = new Set(set.items.flat().map(({ node }) => node))
  // Items of a joined set may be parts of each other; siblings are not.
  const areApart = !set.isJoined || ![...own].some((node) => hasAncestorIn(own, node))
  const scope: FieldScope = {
    passed: areApart ? () => false : (node) => own.has(node),
    fieldsMax: factLimits.itemFieldsMax,
    memo: areApart ? memo : null,
  }
  let left = fieldsMax
  for (const parts of set.items.slice(0, factLimits.groupItemsMax)) {
    if (budget.isFull || left <= 0) break
    const reader = new FieldReader(urls, budget, scope)
    const texts: string[] = []
    for (const { node } of parts) {
      texts.push(textOf(node, budget, scope))
      reader.read(node, parts.length > 1)
    }
    const text = texts
      .filter((each) => each !== '')
      .join(' ')
      .slice(0, factLimits.textMaxCharacters)
    left -= reader.fields.length
    if (text !== '' || reader.fields.length > 0) items.push({ text: budget.keep(text), fields: reader.fields })
  }
  return items
}

function textOf(node: TreeNode, budget: FactBudget, { memo, passed }: FieldScope): string {
  const known = memo?.textOf(node) ?? null
  if (known !== null) return known
  const text = standingText(node, budget, factLimits.textMaxCharacters, passed)
  memo?.keepText(node, text)
  return text
}

function hasAncestorIn(nodes: ReadonlySet<TreeNode>, node: TreeNode): boolean {
  for (let at = node.parent; at !== null; at = at.parent) if (nodes.has(at)) return true
  return false
}
