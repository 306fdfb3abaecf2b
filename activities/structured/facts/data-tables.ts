/** Reads tables whose first row or column names the others. */
import { factLimits } from '../limits/structured-limits.ts'
import { attribute, firstElement, type TreeNode } from '../../html/tree.ts'
import type { UrlResolver } from '../../html/urls.ts'
import type { DataTable, TableCell } from '@seine/shared/pages/facts.ts'
import type { SeenElement } from './elements/body-survey.ts'
import type { FactBudget } from './elements/fact-budget.ts'
import { firstAddress } from './elements/first-address.ts'
import { sectionHeading } from './elements/section-heading.ts'
import { tableRows, type TableRow } from './elements/table-rows.ts'
import { visibleText } from './elements/visible-text.ts'

interface GridCell extends TableCell {
  isHeader: boolean
}

/** Rows of cells; cells that span several rows or columns are repeated. */
type Grid = GridCell[][]

/** Maximum length of a column name, in characters. */
const nameMaxCharacters = 120
/** Maximum length of a name that is not in a header cell, in characters. */
const plainNameMaxCharacters = 40

const roles = new Set(['presentation', 'none'])

/**
 * Collects the data tables of a page, those of the content first; the number of cells is bounded over all tables.
 * @returns the tables by their elements.
 */
export function collectTables(
  elements: readonly SeenElement[],
  urls: UrlResolver,
  budget: FactBudget,
): Map<TreeNode, DataTable> {
  const tables = new Map<TreeNode, DataTable>()
  const reader = new TableReader(urls, budget)
  for (const element of elements.toSorted((a, b) => a.place - b.place)) {
    if (tables.size >= factLimits.tablesMax || reader.cellsLeft <= 0 || budget.isFull) break
    const { node } = element
    if (node.name !== 'table' || roles.has(attribute(node, 'role') ?? '')) continue
    const named = reader.read(node)
    if (named === null) continue
    const heading = sectionHeading(element, () => false)
    const caption = firstElement(node, 'caption')
    tables.set(node, {
      caption: caption === null ? null : visibleText(caption, budget, nameMaxCharacters * 2) || null,
      heading: heading === null ? null : visibleText(heading, budget, nameMaxCharacters * 2) || null,
      ...named,
    })
  }
  return tables
}

class TableReader {
  cellsLeft: number = factLimits.tableCellsMax
  readonly #urls: UrlResolver
  readonly #budget: FactBudget

  constructor(urls: UrlResolver, budget: FactBudget) {
    this.#urls = urls
    this.#budget = budget
  }

  /** Reads one table. @returns null for a table without column names. */
  read(table: TreeNode): Pick<DataTable, 'header' | 'rows'> | null {
    const rows = tableRows(table, this.#budget)
    if (rows === null || rows.length < 2) return null
    const heads = Math.min(rows.findLastIndex(({ isHead, cells }) => isHead && cells.length > 0) + 1, 3)
    const grid = this.#grid(rows)
    if (heads > 0 && heads < grid.length) return tableOf(joined(grid.slice(0, heads)), grid.slice(heads))
    // A title may span the whole first row.
    const first = grid.findIndex((row) => new Set(row.map(({ text }) => text)).size > 1 || row.length < 2)
    const start = first < 0 || first > 2 ? 0 : first
    const [head = [], ...rest] = grid.slice(start)
    if (
      head.length > 1 &&
      head.every(({ isHeader, text }) => isHeader || text === '') &&
      head.some(({ isHeader }) => isHeader)
    )
      return tableOf(
        head.map(({ text }) => text),
        rest,
      )
    if (isNamedByColumn(grid)) return byColumn(grid)
    return isPlainHead(head, rest)
      ? tableOf(
          head.map(({ text }) => text),
          rest,
        )
      : null
  }

  #grid(rows: readonly TableRow[]): Grid {
    const grid: Grid = []
    /** Per column: the cell that spans down from above, and the number of rows it still covers. */
    const down = new Map<number, { cell: GridCell; rows: number }>()
    for (const { cells } of rows) {
      const row: GridCell[] = []
      const fill = (): void => {
        for (let above = down.get(row.length); above !== undefined; above = down.get(row.length)) {
          if (above.rows <= 1) down.delete(row.length)
          else above.rows--
          row.push(above.cell)
          this.cellsLeft--
        }
      }
      for (const node of cells) {
        if (this.cellsLeft <= 0 || row.length >= factLimits.tableColumnsMax) break
        fill()
        const cell = this.#cell(node)
        const rowSpan = span(node, 'rowspan')
        for (let left = span(node, 'colspan'); left > 0 && row.length < factLimits.tableColumnsMax; left--) {
          if (rowSpan > 1) down.set(row.length, { cell, rows: rowSpan - 1 })
          row.push(cell)
          this.cellsLeft--
        }
      }
      fill()
      if (row.length > 0) grid.push(row)
    }
    return grid
  }

  #cell(node: TreeNode): GridCell {
    const text = visibleText(node, this.#budget)
    return {
      text: this.#budget.keep(text),
      url: firstAddress(node, this.#urls, this.#budget),
      isHeader: node.name === 'th',
    }
  }
}

function span(cell: TreeNode, name: 'colspan' | 'rowspan'): number {
  const number = Number.parseInt(attribute(cell, name) ?? '1', 10)
  return number > 1 ? Math.min(number, factLimits.tableColumnsMax) : 1
}

/** Joins the column names of several header rows, upper rows first. */
function joined(heads: Grid): string[] {
  const columns = Math.max(...heads.map((row) => row.length))
  return Array.from({ length: columns }, (_, column) =>
    [...new Set(heads.map((row) => row[column]?.text ?? ''))].filter((text) => text !== '').join(' '),
  )
}

function tableOf(names: readonly string[], rows: Grid): Pick<DataTable, 'header' | 'rows'> | null {
  const header = names.map((name) => name.slice(0, nameMaxCharacters))
  // A row that repeats one cell over its whole width is a heading between rows.
  const data = rows.filter((row) => row.length > 1 && new Set(row).size > 1)
  if (header.length < 2 || data.length === 0 || header.every((name) => name === '')) return null
  return { header, rows: data.map((row) => row.map(plain)) }
}

const plain = ({ text, url }: GridCell): TableCell => ({ text, url })

/** True when every row begins with a header cell that is followed by several data cells. */
const isNamedByColumn = (grid: Grid): boolean =>
  grid.every((row) => row.length > 2 && row[0]?.isHeader === true && row.slice(1).every(({ isHeader }) => !isHeader))

function byColumn(grid: Grid): Pick<DataTable, 'header' | 'rows'> | null {
  const columns = Math.max(...grid.map((row) => row.length))
  const rows: Grid = []
  for (let column = 1; column < columns; column++)
    rows.push(grid.map((row) => row[column] ?? { text: '', url: null, isHeader: false }))
  return tableOf(
    grid.map((row) => row[0]?.text ?? ''),
    rows,
  )
}

/** True for a first row of short, distinct names without digits, above rows that contain digits. */
function isPlainHead(head: readonly GridCell[], rest: Grid): boolean {
  if (head.length < 2 || rest.length < 2) return false
  const isName = ({ text }: GridCell): boolean =>
    text !== '' && text.length <= plainNameMaxCharacters && !/\p{N}/u.test(text)
  if (!head.every(isName) || new Set(head.map(({ text }) => text)).size < head.length) return false
  // At least one column must contain numbers: two columns of words are labels and values instead.
  return head.some(
    (_, column) => rest.filter((row) => /\p{N}/u.test(row[column]?.text ?? '')).length >= rest.length / 2,
  )
}
