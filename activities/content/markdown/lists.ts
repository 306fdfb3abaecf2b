/** Computes markers and spacing of list items. */
import { attribute, childrenOf, hasAttribute, type TreeNode } from '../../html/tree.ts'
import type { BlockKind } from './block-writer.ts'

/** How an item is written. */
export interface ListItem {
  /** Marker including the space after it. */
  marker: string
  tight: boolean
  /** Gap to the previous item; undefined for the first item, which has the gap of the list. */
  gap?: 'line' | 'blank'
}

interface List {
  ordered: boolean
  /** The bullet, or the sign after a number. */
  sign: string
  number: number
  /** Difference between the numbers of two items; -1 in a list that counts down. */
  step: 1 | -1
  tight: boolean
  items: number
  /** Length of the last marker. */
  indent: number
}

export class ListStack {
  readonly #lists: List[] = []
  /** The list that ended last; a list directly after it needs another sign to be read as a separate list. */
  #ended: List | null = null

  get isInItem(): boolean {
    return (this.#lists.at(-1)?.items ?? 0) > 0
  }

  /**
   * Begins a list.
   * @param previous kind of the block before the list.
   */
  push(node: TreeNode, previous: BlockKind | null): void {
    const ordered = node.name === 'ol'
    const signs = ordered ? ['.', ')'] : ['-', '*']
    const ended = this.#ended
    const follows = previous === 'list' && ended !== null && ended.ordered === ordered
    const isReversed = ordered && hasAttribute(node, 'reversed')
    const first = isReversed ? itemsOf(node) : 1
    const start = ordered ? Number.parseInt(attribute(node, 'start') ?? String(first), 10) : 1
    this.#lists.push({
      ordered,
      sign: (follows && ended.sign === signs[0] ? signs[1] : signs[0]) as string,
      number: Number.isNaN(start) || start < 0 || start > 999_999_999 ? first : start,
      step: isReversed ? -1 : 1,
      tight: isTight(node),
      items: 0,
      indent: 2,
    })
  }

  /** Returns the indentation for a list that is a direct child of another list; null for any other list. */
  indentOf(node: TreeNode): ListItem | null {
    const list = this.#lists.at(-1)
    if (list === undefined || list.items === 0 || !isList(node.parent)) return null
    return { marker: ' '.repeat(list.indent), tight: list.tight, gap: list.tight ? 'line' : 'blank' }
  }

  pop(): void {
    this.#ended = this.#lists.pop() ?? null
  }

  /** Returns marker and spacing of an item; an item outside any list gets a bullet. */
  nextItem(node: TreeNode): ListItem {
    const list = this.#lists.at(-1)
    if (list === undefined || !isList(node.parent)) return { marker: '- ', tight: true }
    const value = list.ordered ? attribute(node, 'value') : null
    if (value !== null && /^\d{1,9}$/.test(value)) list.number = Number(value)
    const { number } = list
    const marker = list.ordered ? `${number}${list.sign} ` : `${list.sign} `
    // Markdown has no numbers below 0.
    list.number = Math.max(0, number + list.step)
    list.items++
    list.indent = marker.length
    if (list.items > 1) return { marker, tight: list.tight, gap: list.tight ? 'line' : 'blank' }
    // An ordered list that does not start with 1 needs a blank line after a paragraph.
    return list.ordered && number !== 1 ? { marker, tight: list.tight, gap: 'blank' } : { marker, tight: list.tight }
  }
}

const listNames = new Set(['ul', 'ol', 'menu', 'dir'])

const isList = (node: TreeNode | null): boolean => node !== null && listNames.has(node.name)

const itemsOf = (list: TreeNode): number => childrenOf(list).filter(({ name }) => name === 'li').length

/** Returns false when an item contains a paragraph, which makes the list loose. */
function isTight(list: TreeNode): boolean {
  for (let item = list.first; item !== null; item = item.next) {
    for (let child = item.first; child !== null; child = child.next) if (child.name === 'p') return false
  }
  return true
}

/** Returns true for an empty item between filled ones; adjacent empty items are placeholders for a style or script. */
export const isEmptyOnPurpose = (item: TreeNode): boolean =>
  isEmptyItem(item) && !isEmptyItem(siblingOf(item.previous, 'previous')) && !isEmptyItem(siblingOf(item.next, 'next'))

const isEmptyItem = (node: TreeNode | null): boolean =>
  node !== null && node.name === 'li' && node.first === null && node.attributes.length === 0

/** Returns the node itself, or its next sibling in the given direction when the node is a text. */
const siblingOf = (node: TreeNode | null, direction: 'previous' | 'next'): TreeNode | null =>
  node === null || node.text === null ? node : node[direction]
