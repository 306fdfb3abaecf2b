/** A stacked bar chart of two series over time. A sentence beside it gives the same information as text. */
import type { VNode } from 'preact'
import { html } from './html.ts'

/** One bar of a chart. */
export interface ChartPoint {
  /** Seconds since the start. */
  atSecs: number
  /** Counts in the interval that ends at `atSecs`. */
  done: number
  failed: number
}

const width = 600
const height = 90

/**
 * A chart 90 pixels high.
 * @param label its name.
 * @param describedBy id of the sentence that describes it.
 */
export function BarChart({
  label,
  describedBy,
  points,
}: {
  label: string
  describedBy: string
  points: readonly ChartPoint[]
}): VNode {
  const highest = Math.max(1, ...points.map(({ done, failed }) => done + failed))
  const wide = width / Math.max(1, points.length)
  const bar = (value: number, below: number, at: number, kind: string): VNode | null => {
    if (value === 0) return null
    const tall = (value / highest) * (height - 2)
    const y = height - tall - (below / highest) * (height - 2)
    return html`<rect
      key="${kind}${at}"
      class=${kind}
      x=${at * wide}
      y=${y}
      width=${Math.max(0.5, wide - (wide > 3 ? 1 : 0))}
      height=${tall}
    />`
  }
  return html`<svg
    class="bar-chart"
    role="img"
    aria-label=${label}
    aria-describedby=${describedBy}
    viewBox="0 0 ${width} ${height}"
    preserveAspectRatio="none"
  >
    <line class="base" x1="0" y1=${height - 0.5} x2=${width} y2=${height - 0.5} />
    ${points.map(({ done, failed }, at) => [bar(done, 0, at, 'done'), bar(failed, done, at, 'failed')])}
  </svg>`
}
