/** Reads the rows of a table that contains no other table. */
import { factLimits } from '../../limits/structured-limits.ts'
import { isInvisible } from '../../../html/content.ts'
import type { TreeNode } from '../../../html/tree.ts'
import type { FactBudget } from './fact-budget.ts'
import { walk } from './walk.ts'

export interface TableRow {
  cells: TreeNode[]
  /** True for rows in `thead`. */
  isHead: boolean
}

/** @returns null for a table that contains another one: it is used for layout. */
export function tableRows(table: TreeNode, budget: FactBudget): TableRow[] | null {
  const rows: TableRow[] = []
  let isNested = false
  let head: TreeNode | null = null
  walk(table, {
    isDone: () => isNested || rows.length > factLimits.tableRowsMax || !budget.look(),
    enter(node) {
      if (node.text !== null || isInvisible(node)) return false
      if (node.name === 'table') isNested = true
      else if (node.name === 'thead') head = node
      else if (node.name === 'tr') rows.push({ cells: [], isHead: head !== null })
      else if (node.name === 'td' || node.name === 'th') rows.at(-1)?.cells.push(node)
      return true
    },
    leave(node) {
      if (node === head) head = null
    },
  })
  return isNested ? null : rows.slice(0, factLimits.tableRowsMax)
}
