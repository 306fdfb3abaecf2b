/** Reads tables whose rows consist of a label and a value. */
import type { TreeNode } from '../../../html/tree.ts'
import type { FactBudget } from '../elements/fact-budget.ts'
import type { LabelPair } from './label-pair.ts'
import { tableRows, type TableRow } from '../elements/table-rows.ts'
import { visibleText } from '../elements/visible-text.ts'

const labelMaxCharacters = 60
/** Maximum number of rows examined to determine the kind of a table. */
const rowsLookedAt = 50

/** Yields the pairs of a table; none for a table with named columns, or one that contains other tables. */
export function* rowPairs(table: TreeNode, budget: FactBudget): Generator<LabelPair> {
  const rows = tableRows(table, budget)
  if (rows === null) return
  const full = rows.filter(({ cells }) => cells.length > 1)
  if (full.length === 0 || isHeaderRow(full)) return
  const looked = full.slice(0, rowsLookedAt)
  const pairs = looked.filter(({ cells }) => isPair(cells)).length
  if (pairs < looked.length * 0.6) return
  // Without header cells, labels must look like labels.
  if (!looked.some(({ cells }) => cells.some(isHeader)) && !areLabels(looked, budget)) return
  for (const { cells } of full) {
    if (!isPair(cells)) continue
    for (let at = 0; at + 1 < cells.length; at += 2) yield { label: cells[at]!, values: [cells[at + 1]!] }
  }
}

const isHeader = (cell: TreeNode): boolean => cell.name === 'th'

/** True for two cells, or for alternating labels and values. */
const isPair = (cells: readonly TreeNode[]): boolean =>
  cells.length === 2
    ? !isHeader(cells[1]!)
    : cells.length % 2 === 0 && cells.length <= 6 && cells.every((cell, at) => isHeader(cell) === (at % 2 === 0))

/** True when the first row has only header cells, which name the columns. */
const isHeaderRow = (rows: readonly TableRow[]): boolean =>
  rows[0] !== undefined && rows[0].cells.every(isHeader) && rows[0].cells.length > 1

function areLabels(rows: readonly TableRow[], budget: FactBudget): boolean {
  const labels = rows.map(({ cells }) => visibleText(cells[0]!, budget, labelMaxCharacters + 1))
  const likely = labels.filter((label) => label.length <= labelMaxCharacters && /^\P{N}*\p{L}/u.test(label))
  return likely.length >= labels.length * 0.8 && new Set(labels).size >= labels.length * 0.8
}
