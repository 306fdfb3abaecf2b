/** Recognizes headings by their style: larger than the body text, or bold on lines of their own. */
import type { PdfBlock, TextBlock } from './blocks.ts'
import type { Line } from './lines.ts'

const largerMin = 1.13
const boldMin = 0.95
const levelsMax = 4
const lengthMax = { larger: 220, bold: 120 }
const linesMax = 4
/** When more than this share of the text is bold, bold does not mark headings. */
const boldShareMax = 0.35
/** Relative difference below which two sizes are the same level. */
const sameSize = 0.04

/** Returns the font size in points of most of the text. */
export function bodySizeOf(lines: Iterable<Line>): number {
  const weights = new Map<number, number>()
  for (const line of lines) {
    const size = Math.round(line.size * 2) / 2
    weights.set(size, (weights.get(size) ?? 0) + line.text.length)
  }
  let best = 0
  let most = 0
  for (const [size, weight] of weights) if (weight > most) [best, most] = [size, weight]
  return best
}

/** Sets the levels of headings in a document whose tags contain none. */
export function findHeadings(blocks: readonly PdfBlock[], bodySize: number): void {
  const texts = blocks.filter((block): block is TextBlock => block.kind === 'text')
  if (bodySize === 0 || texts.some((block) => block.headingLevel !== null)) return
  const bold = boldShare(texts) <= boldShareMax
  const candidates = texts
    .map((block) => ({ block, size: sizeOf(block) }))
    .filter(({ block, size }) => isHeading(block, size, bodySize, bold))
  const sizes = levelSizes(candidates.map(({ size }) => size).filter((size) => size >= bodySize * largerMin))
  for (const { block, size } of candidates) {
    const level = sizes.findIndex((known) => size >= known * (1 - sameSize))
    block.headingLevel = Math.min(levelsMax, level === -1 ? sizes.length + 1 : level + 1)
    block.item = null
  }
}

const sizeOf = (block: TextBlock): number => Math.max(...block.lines.slice(0, linesMax).map((line) => line.size))

function isHeading(block: TextBlock, size: number, bodySize: number, bold: boolean): boolean {
  if (block.lines.length > linesMax || block.item?.marker?.number === null) return false
  const text = block.lines.map((line) => line.text).join(' ')
  if (!/\p{L}{2}|\p{L}\p{M}|[\u2e80-\u9fff\uac00-\ud7af]/u.test(text) || /(?:\. ?){4}|…\s*\d+$/.test(text)) return false
  const isBold = block.lines.every((line) => line.isBold)
  if (size >= bodySize * largerMin) {
    return text.length <= lengthMax.larger && (isBold || size >= bodySize * 1.25 || !/[.;,]$/.test(text))
  }
  return bold && isBold && size >= bodySize * boldMin && text.length <= lengthMax.bold && !/[.,;:]$/.test(text)
}

function boldShare(blocks: readonly TextBlock[]): number {
  let bold = 0
  let all = 0
  for (const line of blocks.flatMap((block) => block.lines)) {
    all += line.text.length
    if (line.isBold) bold += line.text.length
  }
  return all === 0 ? 0 : bold / all
}

/** Returns the font sizes of the levels, largest first. */
function levelSizes(sizes: readonly number[]): number[] {
  const levels: number[] = []
  for (const size of sizes.toSorted((one, other) => other - one)) {
    const last = levels.at(-1)
    if (last === undefined || size < last * (1 - sameSize)) levels.push(size)
  }
  return levels.slice(0, levelsMax)
}
