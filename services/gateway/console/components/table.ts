/**
 * Tables of up to some hundred rows. On narrow screens CSS shows rows as cards, which removes table semantics, so ARIA
 * roles are set explicitly.
 */
import type { ComponentChildren, VNode } from 'preact'
import { html } from './html.ts'

/** A column of a table. */
export interface TableColumn<Row> {
  name: string
  cell: (row: Row) => ComponentChildren
  /** `number` aligns to the right; `wide` takes the remaining width; `long` is text in several lines. */
  kind?: 'number' | 'wide' | 'long'
}

/**
 * A table.
 * @param label its name.
 * @param rowKey identity of a row.
 */
export function Table<Row>({
  label,
  columns,
  rows,
  rowKey,
}: {
  label: string
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
}): VNode {
  const head = columns.map(
    ({ name, kind = '' }) => html`<th key=${name} role="columnheader" scope="col" class=${kind}>${name}</th>`,
  )
  const rowOf = (row: Row): VNode =>
    html`<tr key=${rowKey(row)} role="row" data-row>
      ${columns.map(({ name, cell, kind = '' }) => html`<td key=${name} role="cell" class=${kind} data-name=${name}>${cell(row)}</td>`)}
    </tr>`
  return html`<table class="cards" role="table" aria-label=${label}>
    <thead role="rowgroup">
      <tr role="row">
        ${head}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(rowOf)}
    </tbody>
  </table>`
}
