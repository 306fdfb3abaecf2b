/** Keeps data tables consistent: all cells or none, or at least whole rows. */
import type { PageBlocks } from './blocks.ts'

/** A table with more words per cell than this, on average, is a page layout rather than data. */
const cellWordsMax = 25
/** A table is kept when at least `keptShare` of its words is kept, dropped when less than `droppedShare` is. */
const keptShare = 0.6
const droppedShare = 0.2

/**
 * Keeps or drops each data table by the share of its words that is kept; a table in between is decided row by row.
 * @param words number of words in each block.
 * @param kept 1 for each kept block; modified.
 */
export function settleTables(blocks: PageBlocks, words: Float64Array, kept: Uint8Array): void {
  const { nodes, parent, first, end } = blocks.elements
  if (!nodes.some((node) => node.name === 'table')) return
  /** 1 for a table that contains another one, which is a page layout. */
  const isOuter = new Uint8Array(nodes.length)
  const cells = new Int32Array(nodes.length)
  const tableOf = new Int32Array(nodes.length).fill(-1)
  nodes.forEach((node, at) => {
    const above = parent[at]! < 0 ? -1 : tableOf[parent[at]!]!
    tableOf[at] = node.name === 'table' ? at : above
    if (above < 0) return
    if (node.name === 'table') isOuter[above] = 1
    else if (node.name === 'td' || node.name === 'th') cells[above]!++
  })
  const measure = (element: number): { all: number; share: number } => {
    let [all, some] = [0, 0]
    for (let block = first[element]!; block < end[element]!; block++) {
      all += words[block]!
      if (kept[block] === 1) some += words[block]!
    }
    return { all, share: all > 0 ? some / all : 0 }
  }
  const settle = (element: number, value: 0 | 1): void => {
    kept.fill(value, first[element], end[element])
  }
  const isSettled = new Uint8Array(nodes.length)
  nodes.forEach((node, at) => {
    const table = tableOf[at]!
    if (table < 0 || isOuter[table] === 1 || cells[table]! < 2) return
    if (node.name === 'table') {
      const { all, share } = measure(at)
      const isLeft = share === 0 || share === 1 || all > cellWordsMax * cells[at]!
      if (!isLeft && share >= keptShare) settle(at, 1)
      else if (!isLeft && share < droppedShare) settle(at, 0)
      isSettled[at] = isLeft || share >= keptShare || share < droppedShare ? 1 : 0
    } else if (node.name === 'tr' && isSettled[table] === 0) {
      settle(at, measure(at).share >= 0.5 ? 1 : 0)
    }
  })
}
