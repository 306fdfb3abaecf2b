/**
 * Reads the filled fields of a form as text where they stand (ISO 32000-1, 12.7): pdf.js leaves them out of the text.
 */
import { documentLimits } from '@seine/shared/config/extract-limits.ts'
import { plainFont } from './font-style.ts'
import { areaOf, type PageArea } from './link-areas.ts'
import type { PageView } from './run-collector.ts'
import type { TextRun } from './text-run.ts'
import { readingTimeMs } from '../../../threads/reading-time.ts'

/** Flags of annotations that are not shown: hidden, and not for the screen. */
const unseenFlags = 0x02 | 0x20
/** Share of a field's height that its text takes when no text beside it has a size. */
const textShare = 0.7
const textSizeMax = 12
/** Advance of a character in font sizes. */
const advance = 0.5

/** A widget annotation as pdf.js returns it. */
interface Widget {
  fieldType?: unknown
  fieldValue?: unknown
  rect?: unknown
  annotationFlags?: unknown
  password?: unknown
  checkBox?: unknown
  radioButton?: unknown
  exportValue?: unknown
  buttonValue?: unknown
  options?: unknown
  /** Optional content that it belongs to. */
  oc?: unknown
}

/** What may still be read of the fields of a document. */
export interface FieldBudget {
  fields: number
  characters: number
  /** Monotonic time at which reading ends. */
  deadlineMs: number
}

/**
 * Returns the budget for the fields of one document.
 * @param deadlineMs monotonic time at which reading ends, milliseconds.
 */
export const fieldBudget = (deadlineMs: number): FieldBudget => ({
  fields: documentLimits.documentFieldsMax,
  characters: documentLimits.documentFieldsMaxCharacters,
  deadlineMs,
})

/** Whether no more fields may be read. */
export const isSpent = ({ fields, characters, deadlineMs }: FieldBudget): boolean =>
  fields <= 0 || characters <= 0 || readingTimeMs() > deadlineMs

/** Says whether optional content is shown. */
export type ShowsContent = (group: unknown) => boolean

/**
 * Returns the runs of a page with those of its filled fields.
 * @param annotations as pdf.js returns them; others than fields are ignored.
 * @param runs of the page, in the same view.
 */
export function withFields(
  runs: readonly TextRun[],
  annotations: readonly unknown[],
  view: PageView,
  { budget, shows }: { budget: FieldBudget; shows: ShowsContent },
): TextRun[] {
  const added: TextRun[] = []
  const lines = new RunLines(runs)
  for (const annotation of annotations.slice(0, documentLimits.pageLinksMax)) {
    if (isSpent(budget)) break
    const widget = annotation as Widget
    const text = valueOf(widget)?.slice(0, budget.characters) ?? null
    const area = text === null ? null : areaOf(widget.rect, view)
    if (text === null || area === null || !shows(widget.oc)) continue
    budget.fields -= 1
    budget.characters -= text.length
    added.push(...runsIn(area, text, lines))
  }
  return [...runs, ...added]
}

/** Returns the text of a field as its reader sees it; null for an empty or hidden one. */
function valueOf(widget: Widget): string | null {
  const { fieldType, fieldValue, annotationFlags, password } = widget
  if (typeof annotationFlags === 'number' && (annotationFlags & unseenFlags) !== 0) return null
  if (fieldType === 'Btn') return markOf(widget)
  if ((fieldType !== 'Tx' && fieldType !== 'Ch') || password === true) return null
  const values = (Array.isArray(fieldValue) ? fieldValue : [fieldValue]).filter((value) => typeof value === 'string')
  const shown = fieldType === 'Ch' ? values.map((value) => displayed(value, widget.options)) : values
  const text = shown.join(', ').slice(0, documentLimits.fieldMaxCharacters).trim()
  return text === '' ? null : text
}

/** Returns the text that a choice shows for its value: `Germany` for `DE`. */
function displayed(value: string, options: unknown): string {
  const all = Array.isArray(options) ? (options as { exportValue?: unknown; displayValue?: unknown }[]) : []
  const shown = all.find((option) => option.exportValue === value)?.displayValue
  return typeof shown === 'string' ? shown : value
}

function markOf({ checkBox, radioButton, fieldValue, exportValue, buttonValue }: Widget): string | null {
  if (checkBox === true) return fieldValue === exportValue ? '☑' : '☐'
  // Without an appearance the value that the button stands for is not known.
  if (radioButton !== true || typeof buttonValue !== 'string') return null
  return fieldValue === buttonValue ? '☑' : '☐'
}

/** Height of a run at which it counts for a line. */
const middleOf = ({ y, size }: TextRun): number => y - size * 0.3

/** The runs of a page by height. */
class RunLines {
  readonly #runs: readonly TextRun[]

  constructor(runs: readonly TextRun[]) {
    this.#runs = runs.toSorted((a, b) => middleOf(a) - middleOf(b))
  }

  /** Returns the run beside an area: of those at its height, the one that ends closest to it; null without one. */
  beside({ left, top, bottom }: PageArea): TextRun | null {
    let low = 0
    let high = this.#runs.length
    while (low < high) {
      const middle = (low + high) >> 1
      const run = this.#runs[middle]
      if (run !== undefined && middleOf(run) <= top) low = middle + 1
      else high = middle
    }
    let best: TextRun | null = null
    for (let index = low; index < this.#runs.length; index++) {
      const run = this.#runs[index]
      if (run === undefined || middleOf(run) >= bottom) break
      if (best === null || gapTo(run, left) < gapTo(best, left)) best = run
    }
    return best
  }
}

/** Returns a run for each line of a text; it stands on the line of the text beside the field, where there is one. */
function runsIn(area: PageArea, text: string, page: RunLines): TextRun[] {
  const { left, right, top, bottom } = area
  const lines = text.split(/\r\n?|\n/).slice(0, documentLimits.fieldLinesMax)
  const beside = page.beside(area)
  const height = (bottom - top) / lines.length
  const size = beside?.size ?? Math.min(textSizeMax, height * textShare)
  return lines.map((line, index) => ({
    text: line,
    x: left,
    y: lines.length === 1 && beside !== null ? beside.y : top + height * (index + 0.5) + size * 0.3,
    // A mark fills its box, so that the label behind it is close.
    width: line.length === 1 ? right - left : Math.min(right - left, line.length * size * advance),
    size,
    style: plainFont,
    spaceAfter: true,
    isRtl: false,
    href: null,
    mark: beside?.mark ?? null,
  }))
}

/** Distance of a field from a run; labels stand before their fields, or behind the boxes they belong to. */
const gapTo = (run: TextRun, left: number): number => Math.abs(run.x + run.width - left)
