/** The bar of a call in the table of calls. */
import type { VNode } from 'preact'
import { element } from '../components/html.ts'
import { millisText } from '../components/words.ts'
import type { CapturedCall } from '../calls/captured-call.ts'
import { barParts, drawnParts, markAt } from './bar-parts.ts'
import type { TimeWindow } from './time-window.ts'

const percent = (value: number): string => `${value.toFixed(3)}%`

const barText = ({ startMs, timeMs }: CapturedCall): string =>
  `from ${millisText(startMs)}, ${timeMs === null ? 'still open at the end' : millisText(timeMs)}`

/** @param endMs end of the capture. */
export function waterfallBar(call: CapturedCall, window: TimeWindow, endMs: number): VNode {
  const parts = drawnParts(barParts(call, window, endMs))
  const mark = parts.length === 0 ? markAt(call, window) : null
  const spans = parts.map(({ phase, left, width }, at) =>
    element('span', { key: at, class: `part ${phase}`, style: { left: percent(left), width: percent(width) } }),
  )
  const drawn = mark === null ? spans : element('span', { class: 'part mark', style: { left: percent(mark) } })
  return element('div', { class: 'waterfall-bar', role: 'img', 'aria-label': barText(call) }, drawn)
}
