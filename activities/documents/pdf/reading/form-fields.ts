/** Reads the filled fields of a form as text where they stand (ISO 32000-1, 12.7): pdf.js leaves them out of the text. */
import { documentLimits } from '@seine/shared/config/extract-limits.ts'
import { plainFont } from './font-style.ts'
import { areaOf, type PageArea } from './link-areas.ts'
import type { PageView } from './run-collector.ts'
import type { TextRun } from './text-run.ts'

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
}

/**
 * Returns the runs of a page with those of its filled fields.
 * @param annotations as pdf.js returns them; others than fields are ignored.
 * @param runs of the page, in the same view.
 */
export function withFields(runs: readonly TextRun[], annotations: readonly unknown[], view: PageView): TextRun[] {
  const added: TextRun[] = []
  for (const annotation of annotations) {
    if (added.length >= documentLimits.pageLinksMax) break
    const widget = annotation as Widget
    const text = valueOf(widget)
    const area = text === null ? null : areaOf(widget.rect, view)
    if (text !== null && area !== null) added.push(...runsIn(area, text, runs))
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
  const text = values.join(', ').slice(0, documentLimits.fieldMaxCharacters).trim()
  return text === '' ? null : text
}

function markOf({ checkBox, radioButton, fieldValue, exportValue, buttonValue }: Widget): string | null {
  if (checkBox === true) return fieldValue === exportValue ? '☑' : '☐'
  return radioButton === true ? (fieldValue === buttonValue ? '☑' : '☐') : null
}

/** Returns a run for each line of a text; it stands on the line of the text beside the field, where there is one. */
function runsIn({ left, right, top, bottom }: PageArea, text: string, runs: readonly TextRun[]): TextRun[] {
  const lines = text.split(/\r\n?|\n/).slice(0, documentLimits.fieldLinesMax)
  const beside = runs
    .filter(({ y, size }) => y - size * 0.3 > top && y - size * 0.3 < bottom)
    .reduce<TextRun | null>((best, run) => (best === null || gapTo(run, left) < gapTo(best, left) ? run : best), null)
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
