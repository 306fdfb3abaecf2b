/** Cuts Markdown into parts that a model can read one at a time, at headings where possible. */
import { modelLimits } from '@seine/shared/config/model-limits.ts'
import { estimateTokens, tokensOfUnit } from './token-estimate.ts'

/** A line, or a piece of a line that is longer than a part may be. */
interface Line {
  text: string
  tokens: number
  /** 1 to 6; 0: not a heading. */
  level: number
  /** How suitable the line is as the beginning of a part. */
  rank: number
  /** Index of the heading that the line is below; -1: none. */
  below: number
  /** Index of the first row of the table that the line belongs to; -1: none. */
  table: number
}

const ranks = { inCode: 0, line: 1, paragraph: 2, /** Minus the heading level. */ heading: 10 } as const

/** Minimum share of a part that must be filled before a cut is made. */
const leastShare = 0.5
/** Maximum share of a part that repeated headings and a repeated table header may take. */
const leadShare = 0.1

const headingPattern = /^(#{1,6})[ \t]/
const fencePattern = /^ {0,3}(?:`{3,}|~{3,})/

/**
 * Cuts Markdown into parts.
 * @param tokensMax maximum number of tokens of a part, estimated.
 * @returns the parts in order; each begins with the headings (and the table header) that it is below, followed by the
 * last tenth of the previous part. One part when everything fits.
 */
export function splitMarkdown(markdown: string, tokensMax: number): string[] {
  if (estimateTokens(markdown) <= tokensMax) return [markdown]
  const room = Math.max(1, Math.floor(tokensMax * (1 - leadShare)))
  const lines = linesOf(markdown, Math.max(1, Math.floor(room / 2)))
  const parts: string[] = []
  let start = 0
  while (start < lines.length) {
    const end = endOfPart(lines, start, room)
    const lead = start === 0 ? [] : leadOf(lines, start, tokensMax - room)
    const text = [...lead, ...lines.slice(start, end).map((line) => line.text)].join('\n')
    if (text.trim() !== '') parts.push(text)
    if (end >= lines.length) break
    start = withOverlap(lines, start, end, room * modelLimits.overlapShare)
  }
  return parts
}

function linesOf(markdown: string, tokensMax: number): Line[] {
  const lines: Line[] = []
  /** Open headings, outermost first. */
  const headings: number[] = []
  let isCode = false
  let afterBlank = true
  let table = -1
  for (const text of markdown.split('\n')) {
    const isFence = fencePattern.test(text)
    const level = isCode || isFence ? 0 : (headingPattern.exec(text)?.[1]?.length ?? 0)
    if (level > 0) closeHeadings(headings, lines, level)
    const below = headings.at(-1) ?? -1
    if (level > 0) headings.push(lines.length)
    if (!text.trimStart().startsWith('|')) table = -1
    else if (table === -1) table = lines.length
    const rank = isCode ? ranks.inCode : level > 0 ? ranks.heading - level : afterBlank ? ranks.paragraph : ranks.line
    const whole = { level, rank, below, table }
    const rest = { level: 0, rank: 0, below: headings.at(-1) ?? -1, table }
    for (const [index, piece] of piecesOf(text, tokensMax).entries()) {
      lines.push({ text: piece, tokens: estimateTokens(piece) + 1, ...(index === 0 ? whole : rest) })
    }
    if (isFence) isCode = !isCode
    afterBlank = text.trim() === ''
  }
  return lines
}

/** Closes open headings of the same level or deeper. */
function closeHeadings(open: number[], lines: readonly Line[], level: number): void {
  while ((lines[open.at(-1) ?? -1]?.level ?? 0) >= level) open.pop()
}

/** Cuts a long line at white space or punctuation where possible, otherwise between characters. */
function piecesOf(text: string, tokensMax: number): string[] {
  if (text.length * 0.2 <= tokensMax && estimateTokens(text) <= tokensMax) return [text]
  const pieces: string[] = []
  let start = 0
  let gap = 0
  let tokens = 0
  let sinceGap = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const cost = tokensOfUnit(code)
    // The second half of a surrogate pair stays with the first.
    const isTail = code >= 0xdc_00 && code <= 0xdf_ff
    if (tokens + cost > tokensMax && at > start && !isTail) {
      const end = gap > start + (at - start) / 2 ? gap : at
      pieces.push(text.slice(start, end))
      tokens = end === gap ? sinceGap : 0
      start = end
    }
    tokens += cost
    sinceGap += cost
    if (code <= 0x20 || code === 0x3b || code === 0x2c || code === 0x30_02) {
      gap = at + 1
      sinceGap = 0
    }
  }
  pieces.push(text.slice(start))
  return pieces
}

/** Returns the end of the part that begins at `start`: as late as possible, at the best place in its second half. */
function endOfPart(lines: readonly Line[], start: number, room: number): number {
  let tokens = 0
  let best = -1
  for (let at = start; at < lines.length; at += 1) {
    const line = lines[at] as Line
    if (at > start && tokens >= room * leastShare && (best === -1 || line.rank >= (lines[best] as Line).rank)) best = at
    tokens += line.tokens
    if (tokens > room) return Math.max(start + 1, best === -1 ? at : best)
  }
  return lines.length
}

function withOverlap(lines: readonly Line[], start: number, end: number, tokensMax: number): number {
  let tokens = 0
  let at = end
  while (at - 1 > start) {
    tokens += (lines[at - 1] as Line).tokens
    if (tokens > tokensMax) break
    at -= 1
  }
  return at
}

/** Returns the lines that lead to a place: its headings, outermost first, and the header of its table. */
function leadOf(lines: readonly Line[], start: number, tokensMax: number): string[] {
  const lead: Line[] = []
  const { below, table } = lines[start] as Line
  for (let at = below; at !== -1; at = (lines[at] as Line).below) lead.unshift(lines[at] as Line)
  if (table !== -1) lead.push(...lines.slice(table, Math.min(table + 2, start)))
  let tokens = 0
  return lead.filter((line) => (tokens += line.tokens) <= tokensMax).map((line) => line.text)
}
