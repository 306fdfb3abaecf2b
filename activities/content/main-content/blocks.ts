/**
 * Cuts the visible text of a page into blocks: runs of inline content between block boundaries.
 *
 * Elements are kept in a table in document order, each with the range of blocks below it, so that a sum over the
 * blocks of any element is one subtraction of running sums.
 */
import { isNeverText } from '../../html/content.ts'
import { blockElements } from '../../html/tags.ts'
import { attribute, type TreeNode } from '../../html/tree.ts'

/** Blocks of a page and the elements around them. */
export interface PageBlocks {
  count: number
  /** Text nodes of all blocks except blank ones, in document order. */
  texts: TreeNode[]
  /** For each text: 1 when it is inside a link. */
  linked: number[]
  /** Index of the first text of each block; one entry more than blocks. */
  textStart: number[]
  /** For each block, the nearest enclosing block-level element. */
  holder: number[]
  /** For each block, the element that directly contains its first text. */
  innermost: number[]
  /** Pictures before each block. */
  pictures: number[]
  elements: ElementTable
}

/** The visible elements of a page in document order; the root has index 0. */
export interface ElementTable {
  nodes: TreeNode[]
  /** Index of the parent; -1 for the root. */
  parent: number[]
  /** First block below the element. */
  first: number[]
  /** Index of the block after the last one below the element. */
  end: number[]
  /** Pictures and form fields, which are no blocks. */
  pictures: PassedCounts
  fields: PassedCounts
}

/** For each element: how many of a kind are before its start, and before its end. */
export interface PassedCounts {
  start: number[]
  end: number[]
}

/**
 * Cuts the text below `root` into blocks.
 * @param blocksMax limit on the number of blocks.
 * @returns null when the page has more than `blocksMax` blocks.
 */
export function readBlocks(root: TreeNode, blocksMax: number): PageBlocks | null {
  const elements: ElementTable = {
    nodes: [root],
    parent: [-1],
    first: [0],
    end: [0],
    pictures: { start: [0], end: [0] },
    fields: { start: [0], end: [0] },
  }
  const page: PageBlocks = {
    count: 0,
    texts: [],
    linked: [],
    textStart: [],
    holder: [],
    innermost: [],
    pictures: [],
    elements,
  }
  /** The current element, its nearest block-level element, and whether a block is open. */
  let inside = 0
  let holder = 0
  let isOpen = false
  let links = 0
  let pictures = 0
  let fields = 0
  const holders: number[] = []
  for (let node: TreeNode | null = root.first; node !== null;) {
    let descend = false
    if (node.text !== null) {
      if (isBlank(node.text)) {
        // White space between blocks belongs to no block.
      } else {
        if (!isOpen) {
          if (page.count === blocksMax) return null
          page.textStart.push(page.texts.length)
          page.holder.push(holder)
          page.innermost.push(inside)
          page.pictures.push(pictures)
          page.count++
          isOpen = true
        }
        page.texts.push(node)
        page.linked.push(links > 0 ? 1 : 0)
      }
    } else if (node.name === 'br') {
      if (isSecondBreak(node)) isOpen = false
    } else if (isNeverText(node)) {
      if (node.name === 'video') pictures++
      else if (isField(node)) fields++
    } else {
      if (node.name === 'img') pictures++
      if (node.name === 'hr' || node.first === null) {
        if (blockElements.has(node.name)) isOpen = false
      } else {
        descend = true
        const index = elements.nodes.length
        elements.nodes.push(node)
        elements.parent.push(inside)
        inside = index
        if (blockElements.has(node.name)) {
          isOpen = false
          holders.push(holder)
          holder = index
        }
        // A block that began before an inline element counts as below the element's parent, not below the element.
        elements.first.push(page.count)
        elements.end.push(page.count)
        elements.pictures.start.push(pictures)
        elements.pictures.end.push(pictures)
        elements.fields.start.push(fields)
        elements.fields.end.push(fields)
        if (node.name === 'a' && attribute(node, 'href') !== null) links++
      }
    }
    if (descend) {
      node = node.first
      continue
    }
    while (node !== root && node.next === null) {
      node = node.parent as TreeNode
      elements.end[inside] = page.count
      elements.pictures.end[inside] = pictures
      elements.fields.end[inside] = fields
      if (node === root) break
      if (inside === holder) {
        holder = holders.pop() ?? 0
        isOpen = false
      }
      if (node.name === 'a' && attribute(node, 'href') !== null) links--
      inside = elements.parent[inside] ?? 0
    }
    if (node === root) break
    node = node.next
  }
  elements.end[0] = page.count
  elements.pictures.end[0] = pictures
  elements.fields.end[0] = fields
  page.textStart.push(page.texts.length)
  return page
}

/** Returns true for a form field that a reader sees. */
const isField = (node: TreeNode): boolean =>
  node.name === 'input' ? attribute(node, 'type') !== 'hidden' : node.name === 'select' || node.name === 'textarea'

const isBlank = (text: string): boolean => !/[^\s\u200B\uFEFF]/.test(text)

/** Returns true for the second of two consecutive line breaks, which ends a paragraph. */
function isSecondBreak(node: TreeNode): boolean {
  let before = node.previous
  while (before !== null && before.text !== null && isBlank(before.text)) before = before.previous
  return before?.name === 'br'
}
