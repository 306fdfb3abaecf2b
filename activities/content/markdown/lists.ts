/** Markers and spacing of list items. */
import { attribute, type TreeNode } from '../../html/tree.ts'
import type { BlockKind } from './block-writer.ts'

/** How the next item of a list is written. */
export interface ListItem {
  /** With the space behind it. */
  marker: string
  tight: boolean
  /** Distance to the item before; undefined for the first one, which keeps the distance of the list. */
  gap?: 'line' | 'blank'
}

interface List {
  ordered: boolean
  /** Bullet, or the sign behind a number. */
  sign: string
  number: number
  tight: boolean
  items: number
  /** Length of the last marker. */
  indent: number
}

export class ListStack {
  readonly #lists: List[] = []
  /** The list that ended last: one that follows at once needs another sign to be another list. */
  #ended: List | null = null

  get isInItem(): boolean {
    return (this.#lists.at(-1)?.items ?? 0) > 0
  }

  /**
   * Begins a list.
   * @param previous kind of the block in front of it.
   */
  push(node: TreeNode, previous: BlockKind | null): void {
    const ordered = node.name === 'ol'
    const signs = ordered ? ['.', ')'] : ['-', '*']
    const ended = this.#ended
    const follows = previous === 'list' && ended !== null && ended.ordered === ordered
    const start = ordered ? Number.parseInt(attribute(node, 'start') ?? '1', 10) : 1
    this.#lists.push({
      ordered,
      sign: (follows && ended.sign === signs[0] ? signs[1] : signs[0]) as string,
      number: Number.isNaN(start) || start < 0 || start > 999_999_999 ? 1 : start,
      tight: isTight(node),
      items: 0,
      indent: 2,
    })
  }

  /** What a list that stands between the items of another is indented by; null for any other list. */
  indentOf(node: TreeNode): ListItem | null {
    const list = this.#lists.at(-1)
    if (list === undefined || list.items === 0 || !isList(node.parent)) return null
    return { marker: ' '.repeat(list.indent), tight: list.tight, gap: list.tight ? 'line' : 'blank' }
  }

  pop(): void {
    this.#ended = this.#lists.pop() ?? null
  }

  /** The marker for an item; one outside any list counts as a bullet. */
  nextItem(node: TreeNode): ListItem {
    const list = this.#lists.at(-1)
    if (list === undefined || !isList(node.parent)) return { marker: '- ', tight: true }
    const value = list.ordered ? attribute(node, 'value') : null
    if (value !== null && /^\d{1,9}$/.test(value)) list.number = Number(value)
    const marker = list.ordered ? `${list.number}${list.sign} ` : `${list.sign} `
    list.number++
    list.items++
    list.indent = marker.length
    if (list.items > 1) return { marker, tight: list.tight, gap: list.tight ? 'line' : 'blank' }
    // A list that does not begin with 1 cannot follow a paragraph without a blank line.
    return list.ordered && list.number !== 2
      ? { marker, tight: list.tight, gap: 'blank' }
      : { marker, tight: list.tight }
  }
}

const listNames = new Set(['ul', 'ol', 'menu', 'dir'])

const isList = (node: TreeNode | null): boolean => node !== null && listNames.has(node.name)

/** A list is loose when its items hold paragraphs. */
function isTight(list: TreeNode): boolean {
  for (let item = list.first; item !== null; item = item.next) {
    for (let child = item.first; child !== null; child = child.next) if (child.name === 'p') return false
  }
  return true
}

/** True for an item left empty among others; several in a row are what a style or script would fill. */
export const isEmptyOnPurpose = (item: TreeNode): boolean =>
  isEmptyItem(item) && !isEmptyItem(siblingOf(item.previous, 'previous')) && !isEmptyItem(siblingOf(item.next, 'next'))

const isEmptyItem = (node: TreeNode | null): boolean =>
  node !== null && node.name === 'li' && node.first === null && node.attributes.length === 0

/** The node itself, or the one beyond it when it is a text. */
const siblingOf = (node: TreeNode | null, direction: 'previous' | 'next'): TreeNode | null =>
  node === null || node.text === null ? node : node[direction]
