/** Lays out the bar of a call in the waterfall. */
import type { CallPhases, CapturedCall } from '../calls/captured-call.ts'
import type { TimeWindow } from './time-window.ts'

export type BarPhase = keyof CallPhases | 'redirect' | 'open'

export interface BarPart {
  phase: BarPhase
  /** Percent of the width of the window, from 0 to 100. */
  left: number
  width: number
}

const order: readonly (keyof CallPhases)[] = ['blocked', 'dns', 'connect', 'tls', 'send', 'wait', 'receive']

interface Span {
  phase: BarPhase
  ms: number
}

/**
 * The parts of a call one after another. Parts of unknown length are one part `wait`; parts that together are longer
 * than the call, as in files of other programs, are shortened in proportion.
 */
function spansOf({ phases, redirectMs, timeMs }: CapturedCall): Span[] {
  const known = order.map((phase): Span => ({ phase, ms: phases[phase] }))
  const sum = known.reduce((total, { ms }) => total + ms, 0)
  const own = timeMs === null ? sum : Math.max(0, timeMs - redirectMs)
  const parts = sum === 0 ? [{ phase: 'wait' as const, ms: own }] : known
  const scale = sum > own && sum > 0 ? own / sum : 1
  return [
    { phase: 'redirect', ms: redirectMs },
    ...parts.map(({ phase, ms }): Span => ({ phase, ms: ms * scale })),
    // Remaining time after all phases: a stream that continues, or a call that was still open.
    { phase: 'receive', ms: sum === 0 ? 0 : Math.max(0, own - sum) },
  ]
}

/**
 * @param openUntilMs end of the capture: the bar of a call that was still open reaches it.
 * @returns the visible parts of the bar in their order; none when it lies outside of the window.
 */
export function barParts(call: CapturedCall, window: TimeWindow, openUntilMs: number): BarPart[] {
  const length = window.toMs - window.fromMs
  const parts: BarPart[] = []
  let at = call.startMs
  const add = (phase: BarPhase, from: number, to: number): void => {
    const left = Math.max(from, window.fromMs)
    const right = Math.min(to, window.toMs)
    if (right > left)
      parts.push({ phase, left: ((left - window.fromMs) / length) * 100, width: ((right - left) / length) * 100 })
  }
  for (const { phase, ms } of spansOf(call)) {
    add(phase, at, at + ms)
    at += ms
  }
  if (call.timeMs === null) add('open', at, Math.max(at, openUntilMs))
  return parts
}

/** Parts narrower than this cannot be distinguished, percent of the width: about two pixels of the waterfall. */
const leastWidth = 0.5

/**
 * Joins parts with those after them until they are wide enough to be seen, because each part of each row in sight is an
 * element. A joined part has the phase that takes most of it.
 */
export function drawnParts(parts: readonly BarPart[]): BarPart[] {
  const drawn: BarPart[] = []
  let longest = 0
  for (const part of parts) {
    const last = drawn.at(-1)
    if (last === undefined || last.width >= leastWidth) {
      drawn.push({ ...part })
      longest = part.width
      continue
    }
    last.width += part.width
    if (part.width <= longest) continue
    last.phase = part.phase
    longest = part.width
  }
  return drawn
}

/** Whether a call without a length, or too short to be seen, begins in the window: it is shown as a mark. */
export function markAt(call: CapturedCall, window: TimeWindow): number | null {
  if (call.startMs < window.fromMs || call.startMs > window.toMs) return null
  return ((call.startMs - window.fromMs) / (window.toMs - window.fromMs)) * 100
}
