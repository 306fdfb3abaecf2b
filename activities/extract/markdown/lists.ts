/** Markers and spacing of list items. */
import { attribute, type TreeNode } from '../tree.ts'
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
    })
  }

  pop(): void {
    this.#ended = this.#lists.pop() ?? null
  }

  /** The marker for an item; one outside any list counts as a bullet. */
  nextItem(node: TreeNode): ListItem {
    const list = this.#lists.at(-1)
    if (list === undefined || !isListOf(node)) return { marker: '- ', tight: true }
    const marker = list.ordered ? `${list.number}${list.sign} ` : `${list.sign} `
    list.number++
    list.items++
    if (list.items > 1) return { marker, tight: list.tight, gap: list.tight ? 'line' : 'blank' }
    // A list that does not begin with 1 cannot follow a paragraph without a blank line.
    return list.ordered && list.number !== 2
      ? { marker, tight: list.tight, gap: 'blank' }
      : { marker, tight: list.tight }
  }
}

const isListOf = (item: TreeNode): boolean =>
  item.parent !== null && ['ul', 'ol', 'menu', 'dir'].includes(item.parent.name)

/** A list is loose when its items hold paragraphs. */
function isTight(list: TreeNode): boolean {
  for (let item = list.first; item !== null; item = item.next) {
    for (let child = item.first; child !== null; child = child.next) if (child.name === 'p') return false
  }
  return true
}
