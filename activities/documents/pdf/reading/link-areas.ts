/** Reads the links of a page: annotations over text (ISO 32000-1, 12.5.6.5). */
import { documentLimits } from '@seine/shared/config/extract-limits.ts'
import type { PageView } from './run-collector.ts'
import type { TextRun } from './text-run.ts'

/** An area of a page, in points from its upper left corner. */
export interface PageArea {
  left: number
  top: number
  right: number
  bottom: number
}

export interface LinkArea extends PageArea {
  href: string
}

/**
 * Returns the areas of links to targets outside the document.
 * @param annotations as pdf.js returns them; their `url` is absolute and has a safe scheme.
 */
export function linkAreas(annotations: readonly unknown[], view: PageView): LinkArea[] {
  const areas: LinkArea[] = []
  for (const annotation of annotations) {
    if (typeof annotation !== 'object' || annotation === null) continue
    const { url, rect } = annotation as { url?: unknown; rect?: unknown }
    const area = typeof url === 'string' ? areaOf(rect, view) : null
    if (typeof url === 'string' && area !== null) areas.push({ href: url, ...area })
    if (areas.length >= documentLimits.pageLinksMax) break
  }
  return areas
}

/** Returns the area of a rectangle in user space; null for another value, and when it lies outside the page. */
export function areaOf(rect: unknown, view: PageView): PageArea | null {
  if (!Array.isArray(rect)) return null
  const [x0 = Number.NaN, y0 = Number.NaN, x1 = Number.NaN, y1 = Number.NaN] = rect.map(Number)
  if (![x0, y0, x1, y1].every(Number.isFinite)) return null
  const one = apply(view.transform, x0, y0)
  const other = apply(view.transform, x1, y1)
  const area = {
    left: Math.min(one.x, other.x),
    right: Math.max(one.x, other.x),
    top: Math.min(one.y, other.y),
    bottom: Math.max(one.y, other.y),
  }
  const isEmpty = area.right <= area.left || area.bottom <= area.top
  const isOnPage = area.right > 0 && area.bottom > 0 && area.left < view.width && area.top < view.height
  return isEmpty || !isOnPage ? null : area
}

function apply(transform: readonly number[], x: number, y: number): { x: number; y: number } {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = transform
  return { x: a * x + c * y + e, y: b * x + d * y + f }
}

/** Maximum number of links per run. */
const linksPerRunMax = 8

/** Splits the runs where a link begins or ends, and sets the links. */
export function withLinks(runs: readonly TextRun[], areas: readonly LinkArea[]): TextRun[] {
  if (areas.length === 0) return [...runs]
  const byTop = areas.toSorted((one, other) => one.top - other.top)
  const tallest = areas.reduce((max, area) => Math.max(max, area.bottom - area.top), 0)
  return runs.flatMap((run) => {
    const middle = run.y - run.size * 0.3
    const over: LinkArea[] = []
    for (let index = firstFrom(byTop, middle - tallest); index < byTop.length; index++) {
      const area = byTop[index]
      if (area === undefined || area.top > middle || over.length >= linksPerRunMax) break
      if (area.bottom >= middle && area.left < run.x + run.width && area.right > run.x) over.push(area)
    }
    return over.length === 0 ? [run] : cut(run, over)
  })
}

/** Returns the index of the first area whose top is at or below `top`. */
function firstFrom(areas: readonly LinkArea[], top: number): number {
  let low = 0
  let high = areas.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((areas[middle]?.top ?? 0) < top) low = middle + 1
    else high = middle
  }
  return low
}

/** Splits a run at link edges; their positions are estimated from usual widths and moved to the next word boundary. */
function cut(run: TextRun, areas: readonly LinkArea[]): TextRun[] {
  if (run.isRtl) return [{ ...run, href: areas[0]?.href ?? null }]
  const { text, x, width } = run
  const starts = characterStarts(text, width)
  const parts: TextRun[] = []
  let done = 0
  const part = (end: number, href: string | null): void => {
    if (end <= done) return
    const [from, to] = [starts[done] ?? 0, starts[end] ?? width]
    parts.push({
      ...run,
      text: text.slice(done, end),
      x: x + from,
      width: to - from,
      spaceAfter: end === text.length && run.spaceAfter,
      href,
    })
    done = end
  }
  for (const area of areas.toSorted((one, other) => one.left - other.left)) {
    part(nearestBorder(text, starts, area.left - x, run.size), null)
    part(nearestBorder(text, starts, area.right - x, run.size), area.href)
  }
  part(text.length, null)
  return parts
}

const narrow = /[\s.,:;'!|ijltfrI()[\]-]/
const wide = /[\p{Lu}mw@%—…]/u

/** Returns the estimated start of each character, in points from the first one, and the end of the last one. */
function characterStarts(text: string, width: number): number[] {
  const weights = [...Array(text.length).keys()].map((index) => {
    const character = text.charAt(index)
    return narrow.test(character) ? 0.55 : wide.test(character) ? 1.3 : 1
  })
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const starts = [0]
  let sum = 0
  for (const weight of weights) starts.push(((sum += weight) / all) * width)
  return starts
}

/** Maximum distance between an estimated edge and a word boundary, in font sizes. */
const borderReach = 2.5

/** Returns the index of the word boundary nearest to `at`; without one in reach, of the nearest character. */
function nearestBorder(text: string, starts: readonly number[], at: number, size: number): number {
  let best = 0
  let least = Number.POSITIVE_INFINITY
  let bestBorder = -1
  let leastBorder = borderReach * size
  for (const [index, start] of starts.entries()) {
    const away = Math.abs(start - at)
    if (away < least) [best, least] = [index, away]
    if (away < leastBorder && isBorder(text, index)) [bestBorder, leastBorder] = [index, away]
  }
  return bestBorder === -1 ? best : bestBorder
}

const isBorder = (text: string, index: number): boolean =>
  index === 0 ||
  index === text.length ||
  /[\s,;()[\]]/.test(text.charAt(index)) ||
  /[\s([]/.test(text.charAt(index - 1)) ||
  (/[.:!?]/.test(text.charAt(index)) && /\s/.test(text.charAt(index + 1) || ' '))
