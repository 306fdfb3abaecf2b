/** Reads the ancestors of each element: the nearest one of each kind, and their names. */
import { attribute } from '../../html/tree.ts'
import { isHidden } from '../../html/content.ts'
import type { PageBlocks } from './blocks.ts'
import { classGroupNames, hashText, NameReader, noNames, type NameWords } from './class-words.ts'
import type { Lexicon } from './lexicon.ts'
import { sizeOf } from './structure.ts'

/** Kinds of ancestors that indicate what the text below them is. */
export const ancestorKinds = [
  'nav', 'header', 'footer', 'aside', 'form', 'main', 'article', 'section', 'table', 'list', 'item', 'terms', 'figure',
  'quote', 'details', 'link', 'heading', 'paragraph', 'label', 'address', 'code', 'hidden', 'button', 'dialog', 'microdata',
] as const // prettier-ignore

type Kind = (typeof ancestorKinds)[number]

const kindOfElement = new Map<string, Kind>(Object.entries({
  nav: 'nav', menu: 'nav', header: 'header', footer: 'footer', aside: 'aside', form: 'form', search: 'form', main: 'main',
  article: 'article', section: 'section', table: 'table', ul: 'list', ol: 'list', li: 'item', tr: 'item', dl: 'terms',
  figure: 'figure', figcaption: 'figure', blockquote: 'quote', q: 'quote', details: 'details', a: 'link', h1: 'heading',
  h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading', p: 'paragraph', label: 'label',
  legend: 'label', fieldset: 'form', address: 'address', pre: 'code', code: 'code', button: 'button', summary: 'button',
  dialog: 'dialog',
} as const)) // prettier-ignore

const kindOfRole = new Map<string, Kind>(Object.entries({
  navigation: 'nav', menu: 'nav', menubar: 'nav', menuitem: 'nav', tablist: 'nav', tab: 'button', toolbar: 'nav', banner: 'header',
  contentinfo: 'footer', complementary: 'aside', search: 'form', main: 'main', article: 'article', region: 'section',
  list: 'list', listitem: 'item', button: 'button', dialog: 'dialog', alertdialog: 'dialog', alert: 'dialog', link: 'link',
  heading: 'heading', table: 'table', row: 'item',
} as const)) // prettier-ignore

const kindIndex = new Map(ancestorKinds.map((kind, index) => [kind, index]))
const hiddenIndex = kindIndex.get('hidden')!
const microdataIndex = kindIndex.get('microdata')!

/** Number of distance columns: one per ancestor kind, then one per group of names. */
export const distanceCount = ancestorKinds.length + classGroupNames.length
/** Distance used when no such ancestor exists. */
export const notAbove = 30

/** Data about the ancestors of each element, itself included. */
export interface Surroundings {
  /** `distanceCount` values per element: 1 + depth of the nearest ancestor of a kind; 0 if none exists. */
  nearest: Uint16Array
  /** Distance of each element from the root. */
  depth: Int32Array
  /** Sums of the name weights of ancestors: of those with one block, and of larger ones. */
  nearWeight: Float64Array
  farWeight: Float64Array
  /** The smallest and largest name weight of a single ancestor. */
  leastWeight: Float64Array
  mostWeight: Float64Array
  /** For each element: a number that is equal for elements that look alike. */
  shape: Int32Array
  /** The names of each element. */
  names: NameWords[]
}

/** Returns how far above an element the nearest ancestor of a kind is: 0 for the element itself, max. `notAbove`. */
export function distanceTo({ nearest, depth }: Surroundings, element: number, column: number): number {
  const found = nearest[element * distanceCount + column]!
  return found === 0 ? notAbove : Math.min(notAbove, depth[element]! + 1 - found)
}

/** Reads the names and ancestor kinds of all elements. */
export function readSurroundings(blocks: PageBlocks, lexicon: Lexicon): Surroundings {
  const { nodes, parent } = blocks.elements
  const count = nodes.length
  const reader = new NameReader(lexicon)
  const result: Surroundings = {
    nearest: new Uint16Array(count * distanceCount),
    depth: new Int32Array(count),
    nearWeight: new Float64Array(count),
    farWeight: new Float64Array(count),
    leastWeight: new Float64Array(count),
    mostWeight: new Float64Array(count),
    shape: new Int32Array(count),
    names: [],
  }
  const { nearest, depth } = result
  for (let at = 0; at < count; at++) {
    const node = nodes[at]!
    const above = parent[at]!
    depth[at] = above < 0 ? 0 : depth[above]! + 1
    if (sizeOf(blocks, at) === 0) {
      // No block is below the element, so its values are never read.
      result.names.push(noNames)
      continue
    }
    const names = reader.of(node)
    result.names.push(names)
    result.shape[at] = (hashText(node.name) + names.hash) | 0
    const from = at * distanceCount
    if (above >= 0) nearest.copyWithin(from, above * distanceCount, (above + 1) * distanceCount)
    const own = depth[at]! + 1
    const role = node.attributes.length === 0 ? null : attribute(node, 'role')
    const kind = (role === null ? undefined : kindOfRole.get(role)) ?? kindOfElement.get(node.name)
    if (kind !== undefined) nearest[from + kindIndex.get(kind)!] = own
    if (isHidden(node)) nearest[from + hiddenIndex] = own
    if (node.attributes.length > 0 && attribute(node, 'itemprop') !== null) nearest[from + microdataIndex] = own
    for (const group of names.groups) nearest[from + ancestorKinds.length + group] = own
    addWeights(result, blocks, at, names)
  }
  return result
}

function addWeights(to: Surroundings, blocks: PageBlocks, at: number, names: NameWords): void {
  const above = blocks.elements.parent[at]!
  const isNear = sizeOf(blocks, at) <= 1
  const own = isNear ? names.near : names.far
  to.nearWeight[at] = isNear ? own + (above < 0 || sizeOf(blocks, above) > 1 ? 0 : to.nearWeight[above]!) : 0
  const far = above < 0 ? 0 : to.farWeight[above]!
  to.farWeight[at] = isNear ? far : own + far
  to.leastWeight[at] = Math.min(own, above < 0 ? 0 : to.leastWeight[above]!)
  to.mostWeight[at] = Math.max(own, above < 0 ? 0 : to.mostWeight[above]!)
}
