/** Builds the live block of a terminal as lines of text: what is shown, and what is omitted when space is short. */
import { clockText, countText, rateText } from './figures.ts'
import type { ProgressPhase, ProgressView } from './progress-state.ts'
import { cutEnd, cutMiddle, displayWidth, printable, type Paint, type TextStyle } from './terminal-text.ts'

/** A part of a line; parts with a lower rank are left out first. */
interface Part {
  text: string
  style: TextStyle | null
  rank: number
}

const titles: Record<ProgressPhase, string> = {
  starting: 'Starting',
  crawling: 'Crawling',
  finishing: 'Packing',
  cancelling: 'Cancelling',
}

const barColumnsMax = 60
const gap = '   '

const widthOf = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + displayWidth(part.text), 0) + gap.length * Math.max(0, parts.length - 1)

/** Joins as many parts as fit, preferring higher ranks, in their given order. */
export function fitParts(parts: readonly Part[], columns: number, paint: Paint): string {
  let kept = [...parts]
  while (kept.length > 1 && widthOf(kept) > columns) {
    const lowest = Math.min(...kept.map((part) => part.rank))
    kept = kept.filter((part) => part.rank !== lowest)
  }
  return kept
    .map(({ text, style }) => {
      const cut = cutEnd(text, columns)
      return style === null ? cut : paint(style, cut)
    })
    .join(gap)
}

/** Builds the progress bar and its figures; a bar needs room for at least eight cells. */
function barLine(view: ProgressView, columns: number, paint: Paint): string {
  const share = view.goal === 0 ? 0 : Math.min(1, view.done / view.goal)
  const figures = `${String(Math.floor(share * 100)).padStart(3)}%  ${countText(view.done)} of ${countText(view.goal)}`
  const cells = Math.min(barColumnsMax, columns - displayWidth(figures) - 1)
  if (cells < 8) return cutEnd(figures.trimStart(), columns)
  const filled = Math.round(share * cells)
  const bar = paint('cyan', '━'.repeat(filled)) + paint('dim', '─'.repeat(cells - filled))
  return `${bar} ${figures}`
}

function counterLine(view: ProgressView, columns: number, paint: Paint): string {
  const parts: Part[] = [
    { text: `✔ ${countText(view.completed)} done`, style: 'green', rank: 6 },
    { text: `✖ ${countText(view.failed)} failed`, style: view.failed > 0 ? 'red' : 'dim', rank: 5 },
    { text: `${countText(view.inFlight)} in flight`, style: null, rank: 1 },
    { text: `${countText(view.waiting)} waiting`, style: null, rank: 2 },
    { text: rateText(view.ratePerSec), style: 'bold', rank: 3 },
    { text: clockText(view.elapsedSecs), style: null, rank: 4 },
  ]
  return fitParts(parts, columns, paint)
}

function activity(view: ProgressView): string {
  if (view.phase === 'cancelling') return 'no new pages; saving what was found'
  if (view.phase === 'finishing') return 'all pages done; writing the archives'
  return view.currentUrl === null ? 'looking for pages' : printable(view.currentUrl)
}

/**
 * Builds the block for one view.
 * @param columns maximum line width; the caller leaves the last column of the terminal free.
 */
export function progressBlock(view: ProgressView, columns: number, paint: Paint): string[] {
  const title = titles[view.phase]
  const rest = columns - displayWidth(title) - 1
  const heading = paint('bold', cutEnd(title, columns))
  return [
    rest < 4 ? heading : `${heading} ${cutMiddle(printable(view.url), rest)}`,
    barLine(view, columns, paint),
    counterLine(view, columns, paint),
    paint('dim', cutMiddle(activity(view), columns)),
  ]
}
