/** The calls of a capture: a long table with the waterfall. */
import type { VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { element, html } from '../components/html.ts'
import { withCodes } from '../components/plain-text.ts'
import { Scraped } from '../components/scraped.ts'
import { WindowTable, type WindowColumn } from '../components/window-table.ts'
import { millisText, sizeText } from '../components/words.ts'
import type { TimeWindow } from '../waterfall/time-window.ts'
import { waterfallBar } from '../waterfall/waterfall-bar.ts'
import { hasFailed } from '../calls/call-filter.ts'
import { statusText } from '../calls/call-status.ts'
import { callName } from '../calls/call-name.ts'
import type { CapturedCall } from '../calls/captured-call.ts'

const sizeOf = ({ transferBytes, cache }: CapturedCall): string => {
  if (cache !== null) return cache
  return transferBytes === null ? '–' : sizeText(transferBytes)
}

const nameOf = (call: CapturedCall, choose: (id: string) => void): VNode => {
  const { path, host } = callName(call.url)
  const title = withCodes(call.url.slice(0, 500))
  const onClick = (): void => choose(call.id)
  const method = element('span', { class: 'method' }, Scraped({ text: call.method.slice(0, 10) }))
  const place = element('small', null, Scraped({ text: host }))
  return element(
    'button',
    { type: 'button', class: 'as-link', title, onClick },
    method,
    ' ',
    Scraped({ text: path }),
    ' ',
    place,
  )
}

interface CallsTableProps {
  calls: readonly CapturedCall[]
  window: TimeWindow
  /** End of the capture. */
  endMs: number
  chosen: string | null
  onChoose: (id: string) => void
}

/** The table of calls; `onChoose` is called with the call of a clicked row. */
export function CallsTable({ calls, window, endMs, chosen, onChoose }: CallsTableProps): VNode {
  const columns = useMemo(
    (): WindowColumn<CapturedCall>[] => [
      { name: 'Name', width: 'minmax(0, 5fr)', cell: (call) => nameOf(call, onChoose) },
      {
        name: 'Status',
        width: '92px',
        cell: (call) => (hasFailed(call) ? html`<span class="bad">${statusText(call)}</span>` : statusText(call)),
      },
      { name: 'Type', width: '100px', cell: ({ type }) => withCodes(type.slice(0, 30)) },
      // As wide as "service worker".
      { name: 'Size', width: '96px', kind: 'number', cell: sizeOf },
      {
        name: 'Time',
        width: '76px',
        kind: 'number',
        cell: ({ timeMs }) => (timeMs === null ? 'open' : millisText(timeMs)),
      },
      { name: 'Waterfall', width: 'minmax(0, 4fr)', kind: 'bar', cell: (call) => waterfallBar(call, window, endMs) },
    ],
    [window, endMs, onChoose],
  )
  return html`<div class="calls">
    <${WindowTable}
      label="Calls"
      columns=${columns}
      rows=${calls}
      rowKey=${({ id }: CapturedCall) => id}
      ...${chosen === null ? {} : { marked: chosen }}
    />
  </div>`
}
