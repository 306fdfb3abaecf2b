/** Renders a diff, in one column or side by side. Text of websites is rendered as text nodes only. */
import type { VNode } from 'preact'
import { useMemo, useState } from 'preact/hooks'
import { html } from '../components/html.ts'
import { countText } from '../components/words.ts'
import { inlineRows, sideRows, type DiffCell, type InlineRow, type SideRow } from './diff-rows.ts'
import { readUnifiedDiff } from './unified-diff.ts'
import type { MarkedPart } from './word-marks.ts'

/** Rows of a difference that are shown at first, and more with each request for more. */
const rowsStep = 200

const textOf = (parts: readonly MarkedPart[]): (VNode | string)[] =>
  parts.map(({ text, isMarked }) => (isMarked ? html`<mark>${text}</mark>` : text))

const tags = { removed: 'del', added: 'ins', same: 'span' } as const
const signs = { removed: '−', added: '+', same: ' ' } as const

/** One line of a diff; CSS gives empty lines their height. */
const lineOf = (kind: keyof typeof tags, parts: readonly MarkedPart[]): VNode =>
  html`<${tags[kind]} class="line" dir="auto">${textOf(parts)}<//>`

const gapText = (skipped: number): string => `${countText(skipped, 'line')} the same`

function inlineRow(row: InlineRow, at: number): VNode {
  const { kind, before, after, parts, skipped } = row
  if (kind === 'gap') return html`<div key=${at} class="diff-gap">${gapText(skipped)}</div>`
  return html`<div key=${at} class="diff-row ${kind}">
    <span class="number" aria-hidden="true">${before}</span><span class="number" aria-hidden="true">${after}</span
    ><span class="sign" aria-hidden="true">${signs[kind]}</span>${lineOf(kind, parts)}
  </div>`
}

function cellOf(cell: DiffCell | null, kind: 'removed' | 'added'): VNode {
  if (cell === null) return html`<div class="diff-cell nothing"></div>`
  const own = cell.isChanged ? kind : 'same'
  return html`<div class="diff-cell ${own}">
    <span class="number" aria-hidden="true">${cell.number}</span
    ><span class="sign" aria-hidden="true">${signs[own]}</span>${lineOf(own, cell.parts)}
  </div>`
}

function sideRow(row: SideRow, at: number): VNode {
  if (row.kind === 'gap') return html`<div key=${at} class="diff-gap">${gapText(row.skipped)}</div>`
  const isSame = row.before?.isChanged === false
  return html`<div key=${at} class="diff-pair ${isSame ? 'same' : ''}">
    ${cellOf(row.before, 'removed')}${cellOf(row.after, 'added')}
  </div>`
}

/** @param diff unified, as the service made it. */
export function DifferenceText({ diff, isSideBySide }: { diff: string; isSideBySide: boolean }): VNode {
  const { hunks, leftOut } = useMemo(() => readUnifiedDiff(diff), [diff])
  const rows = useMemo(
    () =>
      isSideBySide ? sideRows(hunks).map((row) => ({ side: row })) : inlineRows(hunks).map((row) => ({ inline: row })),
    [hunks, isSideBySide],
  )
  const [shown, setShown] = useState<number>(rowsStep)
  if (rows.length === 0) return html`<p class="quiet">The texts differ in nothing that a line shows.</p>`
  const drawn = rows.slice(0, shown)
  return html`<div class="diff ${isSideBySide ? 'side-by-side' : ''}" tabindex="0" role="group" aria-label="Lines">
      ${drawn.map((row, at) => ('side' in row ? sideRow(row.side, at) : inlineRow(row.inline, at)))}
    </div>
    ${shown < rows.length ? html`<p><button type="button" onClick=${() => setShown(shown + rowsStep)}>More lines</button></p>` : null}
    ${leftOut === 0 ? null : html`<p class="notice">The rest of the difference, ${countText(leftOut, 'line')}, is in the answer of the API.</p>`}`
}
