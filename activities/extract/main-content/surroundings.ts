/** What stands above each element: the nearest ancestors of each kind and their names. */
import { attribute, type TreeNode } from '../tree.ts'
import { isHidden } from '../content.ts'
import type { PageBlocks } from './blocks.ts'
import { classGroupNames, NameReader, noNames, type NameWords } from './class-words.ts'
import { weigh, type Lexicon } from './lexicon.ts'
import { sizeOf } from './structure.ts'

/** Kinds of elements that say something about what is below them. */
export const ancestorKinds = [
  'nav', 'header', 'footer', 'aside', 'form', 'main', 'article', 'section', 'table', 'list', 'item', 'terms', 'figure',
  'quote', 'details', 'link', 'heading', 'paragraph', 'label', 'address', 'code', 'hidden', 'button', 'dialog', 'microdata',
] as const // prettier-ignore

type Kind = (typeof ancestorKinds)[number]

const kindOfElement: Record<string, Kind | undefined> = {
  nav: 'nav', menu: 'nav', header: 'header', footer: 'footer', aside: 'aside', form: 'form', search: 'form', main: 'main',
  article: 'article', section: 'section', table: 'table', ul: 'list', ol: 'list', li: 'item', tr: 'item', dl: 'terms',
  figure: 'figure', figcaption: 'figure', blockquote: 'quote', q: 'quote', details: 'details', a: 'link', h1: 'heading',
  h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading', p: 'paragraph', label: 'label',
  legend: 'label', fieldset: 'form', address: 'address', pre: 'code', code: 'code', button: 'button', summary: 'button',
  dialog: 'dialog',
} // prettier-ignore

const kindOfRole: Record<string, Kind | undefined> = {
  navigation: 'nav', menu: 'nav', menubar: 'nav', menuitem: 'nav', tablist: 'nav', tab: 'button', toolbar: 'nav', banner: 'header',
  contentinfo: 'footer', complementary: 'aside', search: 'form', main: 'main', article: 'article', region: 'section',
  list: 'list', listitem: 'item', button: 'button', dialog: 'dialog', alertdialog: 'dialog', alert: 'dialog', link: 'link',
  heading: 'heading', table: 'table', row: 'item',
} // prettier-ignore

const kindIndex = new Map(ancestorKinds.map((kind, index) => [kind, index]))
const hiddenIndex = kindIndex.get('hidden')!
const microdataIndex = kindIndex.get('microdata')!

/** How many columns of distances there are: kinds, then groups of names. */
export const distanceCount = ancestorKinds.length + classGroupNames.length
/** Distance to what is not above. */
export const notAbove = 30

/** What is above each element, itself included. */
export interface Surroundings {
  /** `distanceCount` distances for each element: 0 is the element itself. */
  distances: Uint8Array
  /** Sums of the weights of names above: those of elements with one block, then of larger ones. */
  nearWeight: Float64Array
  farWeight: Float64Array
  /** The least and largest weight of one element above. */
  leastWeight: Float64Array
  mostWeight: Float64Array
  /** For each element: a number that is equal for elements that look alike. */
  shape: Int32Array
  /** The names of each element. */
  names: NameWords[]
}

/** Reads the names and kinds of all elements. */
export function readSurroundings(blocks: PageBlocks, lexicon: Lexicon): Surroundings {
  const { nodes, parent } = blocks.elements
  const count = nodes.length
  const reader = new NameReader()
  const result: Surroundings = {
    distances: new Uint8Array(count * distanceCount).fill(notAbove),
    nearWeight: new Float64Array(count),
    farWeight: new Float64Array(count),
    leastWeight: new Float64Array(count),
    mostWeight: new Float64Array(count),
    shape: new Int32Array(count),
    names: [],
  }
  const { distances } = result
  for (let at = 0; at < count; at++) {
    const node = nodes[at]!
    if (sizeOf(blocks, at) === 0) {
      // No block is below, so nobody will ask.
      result.names.push(noNames)
      continue
    }
    const names = reader.of(node)
    result.names.push(names)
    result.shape[at] = shapeOf(node, names)
    const from = at * distanceCount
    const above = parent[at]!
    if (above >= 0) {
      for (let column = 0; column < distanceCount; column++) {
        const distance = distances[above * distanceCount + column]!
        distances[from + column] = distance < notAbove ? distance + 1 : notAbove
      }
    }
    const role = node.attributes.length === 0 ? null : attribute(node, 'role')
    const kind = (role === null ? undefined : kindOfRole[role]) ?? kindOfElement[node.name]
    if (kind !== undefined) distances[from + kindIndex.get(kind)!] = 0
    if (isHidden(node)) distances[from + hiddenIndex] = 0
    if (node.attributes.length > 0 && attribute(node, 'itemprop') !== null) distances[from + microdataIndex] = 0
    for (const group of names.groups) distances[from + ancestorKinds.length + group] = 0
    addWeights(result, blocks, at, names, lexicon)
  }
  return result
}

function addWeights(to: Surroundings, blocks: PageBlocks, at: number, names: NameWords, lexicon: Lexicon): void {
  const above = blocks.elements.parent[at]!
  const isNear = sizeOf(blocks, at) <= 1
  const own = weigh(names.words, isNear ? lexicon.near : lexicon.far)
  to.nearWeight[at] = isNear ? own + (above < 0 || sizeOf(blocks, above) > 1 ? 0 : to.nearWeight[above]!) : 0
  const far = above < 0 ? 0 : to.farWeight[above]!
  to.farWeight[at] = isNear ? far : own + far
  to.leastWeight[at] = Math.min(own, above < 0 ? 0 : to.leastWeight[above]!)
  to.mostWeight[at] = Math.max(own, above < 0 ? 0 : to.mostWeight[above]!)
}

/** Hash of the element's name and the words of its names, order apart. */
function shapeOf(node: TreeNode, names: NameWords): number {
  let shape = hashOf(node.name)
  for (const word of names.words) shape = (shape + Math.imul(hashOf(word), 0x9e_37_79_b1)) | 0
  return shape
}

function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93)
  return hash
}
