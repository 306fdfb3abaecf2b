/**
 * Virtualised tables: only the visible rows and some around them are in the document; a row keeps its element
 * meanwhile.
 */
import { Component, type ComponentChildren, type VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { viewLimits } from '../console-view-limits.ts'
import { element, html } from './html.ts'

/** A column of a long table. */
export interface WindowColumn<Row> {
  name: string
  cell: (row: Row, index: number) => ComponentChildren
  /** Width as a track of a CSS grid. */
  width: string
  kind?: 'number' | 'bar'
}

interface RowProps<Row> {
  row: Row
  index: number
  top: number
  columns: readonly WindowColumn<Row>[]
  marked: boolean
}

/** A row; rendered again only when its properties have changed. */
class WindowRow<Row> extends Component<RowProps<Row>> {
  override shouldComponentUpdate(next: RowProps<Row>): boolean {
    const { row, top, columns, marked, index } = this.props
    return (
      row !== next.row || top !== next.top || columns !== next.columns || marked !== next.marked || index !== next.index
    )
  }

  override render({ row, index, top, columns, marked }: RowProps<Row>): VNode {
    const cells = columns.map(({ name, cell, kind }) =>
      element('div', { key: name, role: 'cell', class: kind }, cell(row, index)),
    )
    // Created for each row that becomes visible: without a template, whose white space would add text nodes.
    const classes = marked ? 'window-row marked' : 'window-row'
    const place = { 'aria-rowindex': index + 2, style: { top: `${top}px` } }
    return element('div', { role: 'row', 'data-row': true, class: classes, ...place }, cells)
  }
}

const narrow = matchMedia('(width < 720px)')

/** Returns whether the page is narrow: rows are then higher. */
export function useNarrow(): boolean {
  const [now, setNow] = useState(narrow.matches)
  useEffect(() => {
    const change = (): void => setNow(narrow.matches)
    narrow.addEventListener('change', change)
    return () => narrow.removeEventListener('change', change)
  }, [])
  return now
}

/** Rows are drawn in steps of this many, so that scrolling seldom changes the document. */
const step = 10

/**
 * A long table.
 * @param label its name.
 * @param columns must be the same array at each call while the columns do not change.
 * @param rowCount total number of rows; more than `rows` when not all have been read.
 * @param rowHeights heights of a row on wide and narrow pages, CSS pixels.
 * @param onNearEnd called when the end of `rows` becomes visible.
 * @param marked key of the row that is shown as chosen.
 */
export function WindowTable<Row>({
  label,
  columns,
  rows,
  rowKey,
  rowCount = rows.length,
  rowHeights = [32, 56],
  onNearEnd,
  marked,
}: {
  label: string
  columns: readonly WindowColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row, index: number) => string | number
  rowCount?: number
  rowHeights?: readonly [wide: number, narrow: number]
  onNearEnd?: () => void
  marked?: string | number
}): VNode {
  const scroller = useRef<HTMLDivElement>(null)
  const [first, setFirst] = useState(0)
  const height = useNarrow() ? rowHeights[1] : rowHeights[0]
  const sight = Math.ceil((scroller.current?.clientHeight ?? 640) / height)
  const from = Math.max(0, first - viewLimits.rowsAround)
  const to = Math.min(rows.length, from + Math.min(viewLimits.rowsMax, sight + step + 2 * viewLimits.rowsAround))
  const look = (): void => {
    const { scrollTop = 0 } = scroller.current ?? {}
    setFirst(Math.floor(scrollTop / height / step) * step)
  }
  useEffect(look, [height, rows.length])
  useEffect(() => {
    if (to >= rows.length) onNearEnd?.()
  }, [to, rows.length])
  const head = columns.map(({ name, kind }) => html`<div key=${name} role="columnheader" class=${kind}>${name}</div>`)
  const rowAt = (row: Row, at: number): VNode => {
    const index = from + at
    const key = rowKey(row, index)
    return html`<${WindowRow}
      key=${key}
      row=${row}
      index=${index}
      top=${index * height}
      columns=${columns}
      marked=${marked === key}
    />`
  }
  const style = { '--columns': columns.map(({ width }) => width).join(' '), '--row': `${height}px` }
  return html`<div class="window-table" role="table" aria-label=${label} aria-rowcount=${rowCount + 1} style=${style}>
    <div role="rowgroup"><div role="row" class="window-head" aria-rowindex="1">${head}</div></div>
    <div role="rowgroup" class="window-rows" tabindex="0" ref=${scroller} onScroll=${look}>
      <div role="presentation" class="window-space" style=${{ height: `${rows.length * height}px` }}>
        ${rows.slice(from, to).map(rowAt)}
      </div>
    </div>
  </div>`
}
