/**
 * A DOM copy of what a page shows, for algorithms that ask for one and take it apart, and the way
 * back: which nodes of our tree are left in what they return.
 */
import { isInvisible } from '../../html/content.ts'
import { firstElement, following, type TreeNode } from '../../html/tree.ts'
import {
  elementNode,
  emptyDocument,
  textNode,
  type DomDocument,
  type DomElement,
  type DomLibrary,
  type DomNode,
} from './dom.ts'

/** Carries an element's number through cloning, renaming and being written out and read again. */
const mark = 'data-seine'

/** What scoring looks at; everything else would only cost time. */
const copiedAttributes: ReadonlySet<string> = new Set([
  'class',
  'id',
  'role',
  'rel',
  'href',
  'src',
  'srcset',
  'alt',
  'itemprop',
  'itemtype',
  'aria-hidden',
  'aria-modal',
  'dir',
  'lang',
  'summary',
  'datatable',
  'style',
])

/** A copy and the elements its marks mean. */
export interface Mirror {
  document: DomDocument
  /** By number. */
  elements: TreeNode[]
}

/** Copies what stands below the body; nothing else, and nothing invisible. */
export function mirrorPage(page: TreeNode, url: string, library: DomLibrary): Mirror {
  const document = emptyDocument(library, url)
  const body = firstElement(page, 'body') ?? page
  const elements: TreeNode[] = [body]
  const copies = new Map<TreeNode, DomElement>([[body, document.body]])
  document.body.setAttribute(mark, '0')
  for (let node = body.first; node !== null;) {
    const parent = node.parent === null ? undefined : copies.get(node.parent)
    const isShown = node.text !== null || (node.name !== '' && !isInvisible(node))
    if (parent !== undefined && isShown) {
      if (node.text === null) {
        const copy = copyElement(document, node, elements.push(node) - 1)
        copies.set(node, copy)
        parent.appendChild(copy)
      } else {
        parent.appendChild(document.createTextNode(node.text))
      }
    }
    node = following(node, body, isShown)
  }
  return { document, elements }
}

function copyElement(document: DomDocument, node: TreeNode, number: number): DomElement {
  const copy = document.createElement(node.name)
  copy.setAttribute(mark, String(number))
  // From the last to the first: of repeated attributes the first counts.
  for (const { name, value } of node.attributes.toReversed()) {
    if (copiedAttributes.has(name)) copy.setAttribute(name, value)
  }
  return copy
}

/** Texts looked at for one piece of text that is left. */
const looksMax = 500

/**
 * The texts of our tree that are left below `root`. They are known by where they stand and what they
 * say: an algorithm may have written its document out and read it again, which joins and cuts texts.
 */
export function survivors({ elements }: Mirror, root: DomNode): Set<TreeNode> {
  const left = new Set<TreeNode>()
  /** Per element, the text after the one found last: equal texts are told apart by their order. */
  const nextText = new Map<TreeNode, TreeNode | null>()
  const owners = new Map<DomNode, TreeNode | null>()
  let run = ''
  for (let node: DomNode | null = root; node !== null; node = followingNode(node, root)) {
    const above = node.parentNode === null || node === root ? null : (owners.get(node.parentNode) ?? null)
    if (node.nodeType === elementNode) {
      const number = (node as DomElement).getAttribute(mark)
      owners.set(node, (number === null ? undefined : elements[Number(number)]) ?? above)
    } else if (node.nodeType === textNode && above !== null) {
      run += node.textContent ?? ''
      if (node.nextSibling?.nodeType === textNode) continue
      findTexts(above, withoutSpace(run), nextText, left)
      run = ''
    }
  }
  return left
}

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '')

/** Adds the texts whose words make up `words`: the element's own, or else one further down whose own element was replaced. */
function findTexts(
  owner: TreeNode,
  words: string,
  nextText: Map<TreeNode, TreeNode | null>,
  left: Set<TreeNode>,
): void {
  let rest = words
  let looks = 0
  const from = nextText.get(owner)
  for (let node = from === undefined ? owner.first : from; node !== null && rest !== ''; node = node.next) {
    if (looks++ > looksMax) break
    const own = node.text === null ? '' : withoutSpace(node.text)
    if (own === '' || !rest.startsWith(own)) continue
    left.add(node)
    nextText.set(owner, node.next)
    rest = rest.slice(own.length)
    looks = 0
  }
  looks = 0
  for (
    let node = owner.first;
    node !== null && rest !== '' && looks < looksMax;
    node = following(node, owner), looks++
  ) {
    const own = node.text === null ? '' : withoutSpace(node.text)
    if (own === '' || !rest.startsWith(own)) continue
    left.add(node)
    rest = rest.slice(own.length)
  }
}

function followingNode(node: DomNode, root: DomNode): DomNode | null {
  if (node.firstChild !== null) return node.firstChild
  for (let at: DomNode | null = node; at !== null && at !== root; at = at.parentNode) {
    if (at.nextSibling !== null) return at.nextSibling
  }
  return null
}
