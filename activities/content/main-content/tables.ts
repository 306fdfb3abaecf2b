/** Keeps data tables consistent: all cells or none, or at least whole rows. */
import type { PageBlocks } from './blocks.ts'

/** A table with more words per cell than this, on average, is a page layout rather than data. */
const cellWordsMax = 25
/** A table is kept when at least `keptShare` of its words is kept, dropped when less than `droppedShare` is. */
const keptShare = 0.6
const droppedShare = 0.2

/** A table that is decided row by row. */
interface MixedTable {
  /** The first row, if it has headers alone; -1: it has data. */
  header: number
  /** Whether a row with data, and one with headers alone, is kept. */
  hasData: boolean
  hasHeader: boolean
}

/**
 * Keeps or drops each data table by the share of its words that is kept; a table in between is decided row by row. Of
 * such a table, rows with data are kept with the header above them, and headers are not kept alone: the table is then
 * dropped, and a later step decides about it as a whole.
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
  const mixed = new Map<number, MixedTable>()
  const isHeader = (row: number): boolean => {
    for (let child = nodes[row]!.first; child !== null; child = child.next) if (child.name === 'td') return false
    return true
  }
  nodes.forEach((node, at) => {
    const table = tableOf[at]!
    if (table < 0 || isOuter[table] === 1 || cells[table]! < 2) return
    if (node.name === 'table') {
      const { all, share } = measure(at)
      const isLeft = share === 0 || share === 1 || all > cellWordsMax * cells[at]!
      if (!isLeft && share >= keptShare) settle(at, 1)
      else if (!isLeft && share < droppedShare) settle(at, 0)
      else if (!isLeft) mixed.set(at, { header: -1, hasData: false, hasHeader: false })
    } else if (node.name === 'tr' && mixed.has(table)) {
      const rows = mixed.get(table)!
      const isKept = measure(at).share >= 0.5
      settle(at, isKept ? 1 : 0)
      if (!isHeader(at)) rows.hasData ||= isKept
      else {
        if (first[at] === first[table]) rows.header = at
        rows.hasHeader ||= isKept
      }
    }
  })
  for (const [table, { header, hasData, hasHeader }] of mixed) {
    if (!hasData && hasHeader) settle(table, 0)
    else if (hasData && header >= 0) settle(header, 1)
  }
}
