/** Finds sibling elements of the same shape. */
import { headingLevel } from '../../html/markdown/heading-level.ts'
import type { TreeNode } from '../../html/tree.ts'
import type { SeenElement } from './elements/body-survey.ts'
import { tellingClasses } from './elements/element-names.ts'
import { childElements } from './elements/walk.ts'

/** Items of the same shape; an item without an element of its own is a run of elements. */
export interface SiblingSet {
  parent: TreeNode
  /** Tag name and class that the items share; null when they share no class. */
  key: string | null
  items: SeenElement[][]
  /** True for items from several places of the page. */
  isJoined?: boolean
}

/** Elements that can be items; paragraphs only when they have a class. */
const itemElements = new Set([
  'li', 'article', 'section', 'div', 'a', 'tr', 'details', 'figure', 'span', 'tbody', 'blockquote', 'p', 'label',
]) // prettier-ignore
/** Elements that count as the same shape whatever they contain. */
const alwaysAlike = new Set(['li', 'article', 'tr', 'details', 'figure', 'blockquote', 'tbody'])

const classesLookedAt = 8
const setsPerParentMax = 6
/** Maximum number of elements in an item that is a run. */
const runMax = 12

/** An element with more text of its own than this, in characters, is prose and not a label before the items. */
const proseMinCharacters = 30

/** Returns the sets among the children of one element, in no particular order. */
export function siblingSets(parent: TreeNode, children: readonly SeenElement[]): SiblingSet[] {
  const sets: SiblingSet[] = []
  const isProse = ownCharacters(parent) > proseMinCharacters
  for (const [name, alike] of byName(children)) {
    // Links and inline elements in prose are not items.
    if (isProse && (name === 'a' || name === 'span')) continue
    let rest = alike
    while (rest.length > 1 && sets.length < setsPerParentMax) {
      const shared = mostShared(rest)
      if (shared === null) break
      const having = new Set(rest.filter(({ node }) => tellingClasses(node).includes(shared)))
      sets.push({ parent, key: `${name}.${shared}`, items: [...having].map((child) => [child]) })
      rest = rest.filter((child) => !having.has(child))
    }
    if (rest.length < 2 || name === 'p' || name === 'span') continue
    const same = alwaysAlike.has(name) || name === 'a' ? rest : ofCommonShape(rest)
    if (same.length > 1) sets.push({ parent, key: null, items: same.map((child) => [child]) })
  }
  const runs = runsOf(children)
  if (runs === null) return sets
  const whole = { parent, key: null, items: runs.items }
  if (!runs.isStrict) return [...sets, whole]
  // Elements that are parts of items are not items themselves.
  const parts = new Set(runs.items.flat())
  return [...sets.filter(({ items }) => !items.every(([first]) => parts.has(first!))), whole]
}

/** Counts the letters and digits of the text directly in an element. */
function ownCharacters(parent: TreeNode): number {
  let count = 0
  for (let child = parent.first; child !== null && count <= proseMinCharacters; child = child.next)
    if (child.text !== null) count += child.text.slice(0, 1_000).replaceAll(/[^\p{L}\p{N}]+/gu, '').length
  return count
}

function byName(children: readonly SeenElement[]): Map<string, SeenElement[]> {
  const found = new Map<string, SeenElement[]>()
  for (const child of children) {
    const { name } = child.node
    if (!itemElements.has(name)) continue
    const same = found.get(name)
    if (same === undefined) found.set(name, [child])
    else same.push(child)
  }
  return found
}

/** Returns the class that most children have; null when no two share one. */
function mostShared(children: readonly SeenElement[]): string | null {
  const counts = new Map<string, number>()
  for (const { node } of children)
    for (const name of new Set(tellingClasses(node).slice(0, classesLookedAt)))
      counts.set(name, (counts.get(name) ?? 0) + 1)
  let best: string | null = null
  let most = 1
  for (const [name, count] of counts) {
    if (count <= most) continue
    best = name
    most = count
  }
  return best
}

/** Returns the children with the most common shape, when they are the majority or the shape is distinctive. */
function ofCommonShape(children: readonly SeenElement[]): SeenElement[] {
  const shapes = new Map<string, SeenElement[]>()
  for (const child of children) {
    const shape = shapeOf(child.node)
    const same = shapes.get(shape)
    if (same === undefined) shapes.set(shape, [child])
    else same.push(child)
  }
  const largest = [...shapes].toSorted(([, a], [, b]) => b.length - a.length)[0]
  // Elements that contain only text have no distinctive shape.
  if (largest === undefined || largest[1].length < 2) return []
  return largest[1].length * 2 >= children.length || largest[0] !== '' ? largest[1] : []
}

/** Returns the names of the first three child elements. */
function shapeOf(node: TreeNode): string {
  const names: string[] = []
  let left = 3
  for (const child of childElements(node)) {
    if (left-- <= 0) break
    names.push(child.name)
  }
  return names.join(' ')
}

/** Returns the key that distinguishes the elements of a flat list. */
const runKey = ({ node }: SeenElement): string => {
  const shared = node.name === 'tr' || node.name === 'div' || node.name === 'span' || node.name === 'p'
  return shared ? `${node.name}.${tellingClasses(node)[0] ?? ''}` : node.name
}

interface Runs {
  items: SeenElement[][]
  /** True when at least 90 % of the items contain the same kind of element. */
  isStrict: boolean
}

/**
 * Finds items without an element of their own: each begins with the same kind of element, such as a heading or a first
 * row, and extends to the next one of that kind.
 */
function runsOf(children: readonly SeenElement[]): Runs | null {
  if (children.length < 4) return null
  const keys = children.map(runKey)
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  const lead = children.findIndex((child, at) => isLead(child) && (counts.get(keys[at]!) ?? 0) > 1)
  if (lead === -1) return null
  const leadKey = keys[lead]!
  const runs: SeenElement[][] = []
  const kinds: Set<string>[] = []
  for (let at = lead; at < children.length; at++) {
    if (keys[at] === leadKey) {
      runs.push([])
      kinds.push(new Set())
    } else kinds.at(-1)?.add(keys[at]!)
    const run = runs.at(-1)
    if (run !== undefined && run.length < runMax) run.push(children[at]!)
  }
  const shared = new Map<string, number>()
  for (const kind of kinds) for (const key of kind) shared.set(key, (shared.get(key) ?? 0) + 1)
  const most = [...shared.values()].reduce((a, b) => Math.max(a, b), 0)
  return most > 1 && most >= runs.length * 0.6 ? { items: runs, isStrict: most >= runs.length * 0.9 } : null
}

/** True for a heading, a term, an image, a first row, or a part that has a class. */
const isLead = ({ node }: SeenElement): boolean =>
  headingLevel(node) > 1 ||
  node.name === 'dt' ||
  node.name === 'tr' ||
  node.name === 'figure' ||
  ((node.name === 'div' || node.name === 'span' || node.name === 'p') && tellingClasses(node).length > 0)
