/** All calls of a capture in one strip: a drag chooses the time that the waterfall shows, a double click all of it. */
import type { VNode } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import { html } from '../components/html.ts'
import { countText, millisText } from '../components/words.ts'
import type { CapturedCall } from '../calls/captured-call.ts'
import { overviewMarks, type OverviewMark } from './overview-lanes.ts'
import { axisMarks, draggedWindow, movedWindow, wholeWindow, zoomedWindow, type TimeWindow } from './time-window.ts'

/** Size of the drawing; it is stretched to the width of the page. */
const drawing = { width: 1_000, height: 40, lanes: 10 } as const
const laneHeight = drawing.height / drawing.lanes

const pathOf = (marks: readonly OverviewMark[]): string =>
  marks
    .map(
      ({ left, width, lane }) =>
        `M${(left * drawing.width).toFixed(1)} ${(lane + 0.5) * laneHeight}h${(width * drawing.width).toFixed(1)}`,
    )
    .join('')

interface StripProps {
  calls: readonly CapturedCall[]
  durationMs: number
  window: TimeWindow
  onChange: (window: TimeWindow) => void
}

/** The strip; `onChange` is called with the chosen time window. */
export function OverviewStrip({ calls, durationMs, window, onChange }: StripProps): VNode {
  const strip = useRef<HTMLDivElement>(null)
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null)
  const whole = wholeWindow(durationMs)
  const paths = useMemo(() => {
    const marks = overviewMarks(calls, whole.toMs, drawing.lanes)
    return {
      good: pathOf(marks.filter(({ isFailed }) => !isFailed)),
      bad: pathOf(marks.filter(({ isFailed }) => isFailed)),
    }
  }, [calls, whole.toMs])
  const positionOf = (event: PointerEvent): number => {
    const { left = 0, width = 1 } = strip.current?.getBoundingClientRect() ?? {}
    return Math.min(1, Math.max(0, (event.clientX - left) / width))
  }
  const begin = (event: PointerEvent): void => {
    if (event.button !== 0) return
    const at = positionOf(event)
    strip.current?.setPointerCapture(event.pointerId)
    setDrag({ from: at, to: at })
  }
  const move = (event: PointerEvent): void => {
    if (drag !== null) setDrag({ from: drag.from, to: positionOf(event) })
  }
  const end = (event: PointerEvent): void => {
    if (drag === null) return
    const chosen = draggedWindow(drag.from, positionOf(event), durationMs)
    setDrag(null)
    if (chosen !== null) onChange(chosen)
  }
  const isWhole = window.fromMs <= 0 && window.toMs >= whole.toMs
  const shown =
    drag === null
      ? { from: window.fromMs / whole.toMs, to: window.toMs / whole.toMs }
      : { from: Math.min(drag.from, drag.to), to: Math.max(drag.from, drag.to) }
  const button = (name: string, next: TimeWindow, disabled: boolean): VNode =>
    html`<button type="button" class="small" disabled=${disabled} onClick=${() => onChange(next)}>${name}</button>`
  return html`<div class="overview">
    <div
      class="strip"
      ref=${strip}
      onPointerDown=${begin}
      onPointerMove=${move}
      onPointerUp=${end}
      onPointerCancel=${() => setDrag(null)}
      onDblClick=${() => onChange(whole)}
    >
      <svg
        role="img"
        aria-label="${countText(calls.length, 'call')} in ${millisText(durationMs)}"
        viewBox="0 0 ${drawing.width} ${drawing.height}"
        preserveAspectRatio="none"
      >
        <path class="good-calls" d=${paths.good} />
        <path class="bad-calls" d=${paths.bad} />
      </svg>
      ${isWhole && drag === null ? null : html`<span class="shade" style=${{ left: '0', width: `${shown.from * 100}%` }}></span><span class="shade" style=${{ left: `${shown.to * 100}%`, right: '0' }}></span>`}
    </div>
    <div class="axis" aria-hidden="true">
      ${axisMarks(whole).map((ms) => html`<span key=${ms} style=${{ left: `${(ms / whole.toMs) * 100}%` }}>${millisText(ms)}</span>`)}
    </div>
    <div class="zoom" role="group" aria-label="Time shown">
      ${button('Zoom in', zoomedWindow(window, 0.5, durationMs), window.toMs - window.fromMs <= 1)}
      ${button('Zoom out', zoomedWindow(window, 2, durationMs), isWhole)}
      ${button('Earlier', movedWindow(window, -0.5, durationMs), window.fromMs <= 0)}
      ${button('Later', movedWindow(window, 0.5, durationMs), window.toMs >= whole.toMs)}
      ${button('Show all', whole, isWhole)}
      <span class="quiet">${millisText(window.fromMs)} to ${millisText(window.toMs)}</span>
    </div>
  </div>`
}
