/** Keeps tables of data whole: all cells or none. */
import type { PageBlocks } from './blocks.ts'

/** Cells with more words than this, on average, hold the page rather than data. */
const cellWordsMax = 25

/**
 * Settles each table of data by the larger part of its words.
 * @param words of each block.
 * @param kept 1 for each kept block; changed.
 */
export function settleTables(blocks: PageBlocks, words: Float64Array, kept: Uint8Array): void {
  const { nodes, parent, first, end } = blocks.elements
  /** Tables that hold another one arrange a page. */
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
  nodes.forEach((node, table) => {
    if (node.name !== 'table' || isOuter[table] === 1 || cells[table]! < 2) return
    let [all, some] = [0, 0]
    for (let block = first[table]!; block < end[table]!; block++) {
      all += words[block]!
      if (kept[block] === 1) some += words[block]!
    }
    if (some === 0 || some === all || all > cellWordsMax * cells[table]!) return
    kept.fill(some * 2 >= all ? 1 : 0, first[table]!, end[table]!)
  })
}
