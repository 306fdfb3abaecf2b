/** Keeps data tables consistent: all cells or none, or at least whole rows. */
import type { PageBlocks } from '../blocks.ts'

/** A table with more words per cell than this, on average, is a page layout rather than data. */
const cellWordsMax = 25
/** A table of many rows, without headers and with more blocks per cell than this, on average, is a list of entries. */
const cellBlocksMax = 2
const entriesMin = 10
/** A table is kept when at least `keptShare` of its words is kept, dropped when less than `droppedShare` is. */
const keptShare = 0.6
const droppedShare = 0.2

/** A table that is decided row by row. */
interface MixedTable {
  /** The rows at its top that name its columns. */
  headers: number[]
  /** Whether some of them are marked as the head of the table; others are not at its top then. */
  hasHead: boolean
  /** Whether a row has data, and whether such a row is kept, or one that has none. */
  hasData: boolean
  keepsData: boolean
  keepsOthers: boolean
}

/**
 * Keeps or drops each data table by the share of its words that is kept; a table in between is decided row by row. If
 * rows with data are kept of such a table, the headers at its top are kept, too; headers are not kept alone: the table
 * is then dropped, and a later step decides about it as a whole. Headers of sections are rows like others. A list of
 * entries is kept as a whole, too, but otherwise left as it is.
 * @param words number of words in each block.
 * @param kept 1 for each kept block; modified.
 */
export function settleTables(blocks: PageBlocks, words: Float64Array, kept: Uint8Array): void {
  const { nodes, parent, first, end } = blocks.elements
  if (!nodes.some((node) => node.name === 'table')) return
  /** 1 for a table that contains another one, which is a page layout. */
  const isOuter = new Uint8Array(nodes.length)
  const cells = new Int32Array(nodes.length)
  const rows = new Int32Array(nodes.length)
  /** 1 for a table with a head or a header cell. */
  const hasHeader = new Uint8Array(nodes.length)
  const tableOf = new Int32Array(nodes.length).fill(-1)
  /** 1 for what is in the head of a table, and for rows that have data: a cell with words that is no header. */
  const isHead = new Uint8Array(nodes.length)
  const isData = new Uint8Array(nodes.length)
  const hasWords = (element: number): boolean => words.subarray(first[element], end[element]).some((count) => count > 0)
  nodes.forEach((node, at) => {
    const above = parent[at]! < 0 ? -1 : tableOf[parent[at]!]!
    tableOf[at] = node.name === 'table' ? at : above
    if (above < 0) return
    if (node.name === 'thead' || (node.name !== 'table' && isHead[parent[at]!] === 1)) isHead[at] = 1
    if (node.name === 'td' && isHead[at] === 0 && hasWords(at)) isData[parent[at]!] = 1
    if (node.name === 'thead' || node.name === 'th') hasHeader[above] = 1
    if (node.name === 'tr') rows[above]!++
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
  nodes.forEach((node, at) => {
    const table = tableOf[at]!
    if (table < 0 || isOuter[table] === 1 || cells[table]! < 2) return
    if (node.name === 'table') {
      const { all, share } = measure(at)
      const isLong = rows[at]! >= entriesMin && hasHeader[at] === 0
      const isList = isLong && end[at]! - first[at]! > cellBlocksMax * cells[at]!
      const isLeft = share === 0 || share === 1 || all > cellWordsMax * cells[at]!
      if (!isLeft && share >= keptShare) settle(at, 1)
      // Of a list, little of each entry may be content, such as its title.
      else if (!isLeft && !isList && share < droppedShare) settle(at, 0)
      else if (!isLeft && !isList)
        mixed.set(at, { headers: [], hasHead: false, hasData: false, keepsData: false, keepsOthers: false })
    } else if (node.name === 'tr' && mixed.has(table)) {
      const settled = mixed.get(table)!
      const isKept = measure(at).share >= 0.5
      settle(at, isKept ? 1 : 0)
      if (isData[at] === 1) {
        settled.hasData = true
        settled.keepsData ||= isKept
        return
      }
      settled.keepsOthers ||= isKept
      settled.hasHead ||= isHead[at] === 1
      if (settled.hasHead ? isHead[at] === 1 : !settled.hasData) settled.headers.push(at)
    }
  })
  for (const [table, { headers, hasData, keepsData, keepsOthers }] of mixed) {
    if (keepsData) for (const header of headers) settle(header, 1)
    else if (hasData && keepsOthers) settle(table, 0)
  }
}
