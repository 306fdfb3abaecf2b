/** Recognizes paragraphs, items, code and tables of one column by the positions of its lines. */
import type { Leading } from './leading.ts'
import { textBlock, type PdfBlock, type CodeBlock, type TextBlock } from './blocks.ts'
import { leastOf } from './order-statistics.ts'
import type { Line } from './lines.ts'
import { markerOf } from './list-marker.ts'
import { readTable } from './tables.ts'

/** Facts about the whole document. */
export interface FlowContext {
  /** True when the document's prose is in a monospaced font, so that such lines are not code. */
  isMonoBody: boolean
}

/** A distance of more than this many usual line distances begins a paragraph. */
const paragraphGap = 1.28
/** Minimum indent of a first line, in font sizes. */
const indentMin = 0.7
const sizeChange = 0.09

/**
 * Splits the lines of one column into blocks.
 * @param lines of one column, from top to bottom.
 * @param leading usual line distance by font size, in points.
 */
export function blocksOfFlow(lines: readonly Line[], leading: Leading, context: FlowContext): PdfBlock[] {
  const blocks: PdfBlock[] = []
  const numbered = sequenceStarts(lines)
  const edges = {
    left: leastOf(lines, (line) => line.left),
    right: rightEdge(lines),
  }
  let open: TextBlock | null = null
  let before: Line | null = null
  let nextTable = 0
  for (let index = 0; index < lines.length;) {
    const line = lines[index]
    if (line === undefined) break
    if (line.isMono && !context.isMonoBody) {
      const code = readCode(lines, index, leading)
      blocks.push(code.block)
      index = code.next
      open = before = null
      continue
    }
    if (index >= nextTable) {
      const { block, next } = readTable(lines, index, leading)
      nextTable = next
      if (block !== null) {
        blocks.push(block)
        index = next
        open = before = null
        continue
      }
    }
    const marker = markerAt(line, index, numbered)
    if (open === null || before === null || marker || breaks(before, line, open, leading, edges)) {
      open = textBlock([])
      if (marker) open.item = { marker: markerOf(line)?.marker ?? null, indent: line.left }
      blocks.push(open)
    }
    open.lines.push(line)
    before = line
    index++
  }
  return blocks
}

/** Returns true at an item: a bullet always marks one, a number or letter only with its neighbour nearby. */
function markerAt(line: Line, index: number, numbered: ReadonlySet<number>): boolean {
  const found = markerOf(line)
  return found !== null && (found.marker.number === null || numbered.has(index))
}

const key = (left: number, number: number, sign: string): string => `${Math.round(left / 12)} ${number} ${sign}`

/** Returns the indexes of lines that begin with a number whose successor or predecessor also begins a line. */
function sequenceStarts(lines: readonly Line[]): Set<number> {
  const seen = new Map<string, number>()
  const found = new Set<number>()
  for (const [index, line] of lines.entries()) {
    const number = markerOf(line)?.marker.number ?? null
    if (number === null) continue
    const sign = /^\(?\d/.test(line.text) ? 'figure' : 'letter'
    for (const near of [-12, 0, 12]) {
      const before = seen.get(key(line.left + near, number - 1, sign))
      if (before === undefined) continue
      found.add(before).add(index)
      break
    }
    seen.set(key(line.left, number, sign), index)
  }
  return found
}

/** Returns the right edge at which most full lines of a column end. */
const rightEdge = (lines: readonly Line[]): number => {
  const ends = lines.map((line) => line.right).toSorted((one, other) => one - other)
  return ends[Math.floor(ends.length * 0.9)] ?? 0
}

/** Returns whether a line begins a new paragraph. */
function breaks(
  before: Line,
  line: Line,
  open: TextBlock,
  leading: Leading,
  edges: { left: number; right: number },
): boolean {
  const drop = line.y - before.y
  const size = Math.max(before.size, line.size)
  if (drop < -size || drop > leading.of(size) * paragraphGap) return true
  if (Math.abs(line.size - before.size) > sizeChange * size) return true
  if (line.isBold !== before.isBold || line.isRtl !== before.isRtl) return true
  if (/^\[\d{1,3}\]\s/.test(line.text) || leaderEnd.test(before.text)) return true
  if (line.isRtl) return isShort(before.left - edges.left, line, before)
  const first = open.lines[0] ?? before
  const inset = line.left - before.left
  if (open.item !== null) return line.left < open.item.indent - size * 0.3
  // A first line with an indent, or the end of a hanging indent.
  if (inset > indentMin * size && Math.abs(before.left - edges.left) < size * 0.5 && !isCentred(before, line)) {
    return open.lines.length > 1 || endsSentence(before.text)
  }
  if (first !== before && inset < -indentMin * size && before.left > first.left + indentMin * size) return true
  return isShort(edges.right - before.right, line, before)
}

/** Dot leaders before a page number. */
const leaderEnd = /(?:\. ?){4}\s*\d+$|…\s*\d+$/

const isCentred = (before: Line, line: Line): boolean =>
  Math.abs(before.left + before.right - (line.left + line.right)) < line.size

/** Returns whether a line ended although the first word of the next line would have fit. */
function isShort(room: number, line: Line, before: Line): boolean {
  const width = line.right - line.left
  const firstWord = line.text.indexOf(' ') === -1 ? line.text.length : line.text.indexOf(' ')
  const wordWidth = (width * (firstWord + 1)) / Math.max(1, line.text.length)
  if (room < wordWidth + before.size) return false
  const begins = /^["“‘(«]?[\p{Lu}\p{N}]/u.test(line.text)
  if (endsSentence(before.text)) return begins || room > wordWidth * 3
  return begins && room > wordWidth * 2 + before.size * 4 && !/[,;–-]$/.test(before.text)
}

const endsSentence = (text: string): boolean => /[.!?:;。！？…]["”’)»\]]*$/.test(text)

/** Reads consecutive lines in a monospaced font as code. */
function readCode(lines: readonly Line[], start: number, leading: Leading): { block: CodeBlock; next: number } {
  let end = start
  for (let before: Line | null = null; end < lines.length; end++) {
    const line: Line | undefined = lines[end]
    if (line === undefined || !line.isMono) break
    if (before !== null && (line.y < before.y || line.y - before.y > leading.of(line.size) * 3)) break
    before = line
  }
  const code = lines.slice(start, end)
  return { block: codeBlock(code, leading), next: end }
}

/** Makes a code block. @param code lines in a monospaced font. */
export function codeBlock(code: readonly Line[], leading: Leading): CodeBlock {
  const left = leastOf(code, (line) => line.left)
  const texts: string[] = []
  let before: Line | null = null
  for (const line of code) {
    if (before !== null && line.y - before.y > leading.of(line.size) * 1.6) texts.push('')
    texts.push(spaced(line, left))
    before = line
  }
  return { kind: 'code', lines: texts }
}

/** Returns the text of a line with its pieces padded to the character columns where they were drawn. */
function spaced(line: Line, left: number): string {
  const runs = line.cells.flatMap((cell) => cell.runs)
  const characters = runs.reduce((sum, run) => sum + run.text.length, 0)
  const advance = runs.reduce((sum, run) => sum + run.width, 0) / Math.max(1, characters)
  let text = ''
  for (const run of runs) {
    const column = advance > 0 ? Math.round((run.x - left) / advance) : text.length
    text = text.padEnd(Math.min(column, codeColumnsMax)) + run.text
  }
  return text.trimEnd()
}

const codeColumnsMax = 200
