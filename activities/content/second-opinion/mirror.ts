/**
 * Copies the visible part of a page into a DOM, for algorithms that need and modify one, and maps their result back
 * to the nodes of our tree.
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

/** Attribute with an element's number; it survives cloning, renaming, serializing and parsing. */
const mark = 'data-seine'

/** Attributes that scoring reads; copying others would only cost time. */
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

/** The copy, and the elements of our tree that its marks refer to. */
export interface Mirror {
  document: DomDocument
  /** Elements by number. */
  elements: TreeNode[]
}

/** Copies the visible elements and texts below the body. */
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
  // In reverse order, so that of repeated attributes the first one wins.
  for (const { name, value } of node.attributes.toReversed()) {
    if (copiedAttributes.has(name)) copy.setAttribute(name, value)
  }
  return copy
}

/** Limit on the texts searched for one remaining piece of text. */
const looksMax = 500

/**
 * Returns the texts of our tree that remain below `root`. They are matched by position and content, because an
 * algorithm may have serialized and parsed its document again, which joins and splits texts.
 */
export function survivors({ elements }: Mirror, root: DomNode): Set<TreeNode> {
  const left = new Set<TreeNode>()
  /** For each element, the text after the last match; equal texts are distinguished by their order. */
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

/** Adds the texts that make up `words`: direct children of the owner, or else texts of replaced elements below it. */
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
