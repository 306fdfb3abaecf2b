/** Converts pdf.js text items of a page to runs, rotated so that they read left to right and top to bottom. */
import type { TextItem, ContentItem } from './content-item.ts'
import type { FontBook } from './font-book.ts'
import { multiply } from './matrix.ts'
import type { RunGroup, TextRun } from './text-run.ts'

/** The page size and the transform from user space, with `y` downwards. */
export interface PageView {
  width: number
  height: number
  transform: readonly number[]
}

/** Text directions in clockwise quarter turns: 0 reads to the right, 1 downwards. */
type QuarterTurn = 0 | 1 | 2 | 3
const quarterTurns: readonly QuarterTurn[] = [0, 1, 2, 3]

export class RunCollector {
  readonly #view: PageView
  readonly #fonts: FontBook
  readonly #runs: TextRun[][] = [[], [], [], []]
  readonly #marks: (string | null)[] = []
  #last: TextRun | null = null

  constructor(view: PageView, fonts: FontBook) {
    this.#view = view
    this.#fonts = fonts
  }

  add(item: ContentItem): void {
    if ('str' in item) this.#addText(item)
    else if (item.type === 'endMarkedContent') this.#marks.pop()
    else this.#marks.push(item.id ?? (item.tag === 'Artifact' ? null : (this.#marks.at(-1) ?? null)))
  }

  /** True when most of the text reads in another direction than the page. */
  get isTurned(): boolean {
    return this.#byWeight()[0] !== 0
  }

  /** Returns the runs by direction; the direction of most of the text comes first. */
  groups(): RunGroup[] {
    const { width, height } = this.#view
    return this.#byWeight()
      .filter((turn) => this.#of(turn).length > 0)
      .map((turn) => {
        const isUpright = turn === 0 || turn === 2
        return { runs: this.#of(turn), width: isUpright ? width : height, height: isUpright ? height : width }
      })
  }

  #of(turn: QuarterTurn): TextRun[] {
    return this.#runs[turn] ?? []
  }

  #byWeight(): QuarterTurn[] {
    const weight = (turn: QuarterTurn): number => this.#of(turn).reduce((sum, run) => sum + run.text.length, 0)
    return quarterTurns
      .map((turn) => ({ turn, weight: weight(turn) }))
      .toSorted((one, other) => other.weight - one.weight)
      .map(({ turn }) => turn)
  }

  #addText(item: TextItem): void {
    const isBlank = item.str.trim() === ''
    if (this.#last !== null && isBlank) this.#last.spaceAfter = true
    if (isBlank) return
    const [a, b, c, d, e, f] = multiply(this.#view.transform, item.transform)
    const size = Math.hypot(c, d)
    const isVertical = item.dir === 'ttb'
    const turn = quarterTurn(isVertical ? -d : a, isVertical ? c : b)
    // Text at an angle is a watermark or a label in a drawing, and is ignored.
    if (turn === null || !(size > 0) || !Number.isFinite(e + f)) return
    const { width, height } = this.#view
    const at = turned(e, f, width, height, turn)
    const isUpright = turn === 0 || turn === 2
    const extent =
      (isVertical ? item.height : item.width) * Math.hypot(this.#view.transform[0] ?? 1, this.#view.transform[1] ?? 0)
    const pageWidth = isUpright ? width : height
    if (at.x > pageWidth || at.x + extent < 0 || at.y < 0 || at.y > (isUpright ? height : width) + size) return
    const runs = this.#of(turn)
    // Text drawn twice with a small offset is an imitation of bold or a shadow; the copy is ignored.
    const before = runs.at(-1)
    if (before?.text === item.str && Math.abs(before.x - at.x) < size / 4 && Math.abs(before.y - at.y) < size / 4)
      return
    const run: TextRun = {
      text: item.str.replaceAll('\u0000', ''),
      ...at,
      width: Math.abs(extent),
      size,
      style: this.#fonts.styleOf(item.fontName),
      spaceAfter: item.hasEOL,
      isRtl: item.dir === 'rtl',
      href: null,
      mark: this.#marks.at(-1) ?? null,
    }
    runs.push(run)
    this.#last = run
  }
}

/** Returns the quarter turn of a direction; null when it deviates by more than five degrees. */
function quarterTurn(x: number, y: number): QuarterTurn | null {
  const slack = 0.09 * Math.hypot(x, y)
  if (Math.abs(y) <= slack) return x >= 0 ? 0 : 2
  if (Math.abs(x) <= slack) return y >= 0 ? 1 : 3
  return null
}

/** Returns a point in the coordinates of the page rotated so that its text reads to the right. */
function turned(x: number, y: number, width: number, height: number, turn: QuarterTurn): { x: number; y: number } {
  if (turn === 1) return { x: y, y: width - x }
  if (turn === 2) return { x: width - x, y: height - y }
  return turn === 3 ? { x: height - y, y: x } : { x, y }
}
