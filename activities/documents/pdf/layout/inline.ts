/** Joins the lines of a paragraph into one text with emphasis, links and marks. */
import { escapeAttribute, escapeHtml } from '../../../html/html-text.ts'
import { needsSpace, type Line } from './lines.ts'
import { isCjk, type TextRun } from '../reading/text-run.ts'

/** Options that depend on the kind of block. */
export interface InlineOptions {
  /** Words that the document writes with a hyphen inside a line, lower case. */
  compounds: ReadonlySet<string>
  /** True to ignore bold, which has no meaning in headings and header cells. */
  isPlain: boolean
  /** Number of non-blank characters to skip at the beginning, for the marker of an item. */
  skip: number
}

interface Piece {
  text: string
  /** Names of the elements around it, outermost first. */
  tags: readonly string[]
  href: string | null
}

/** Returns the HTML of consecutive lines. */
export function inlineHtml(lines: readonly Line[], options: InlineOptions): string {
  const pieces = merged(joined(lines, options))
  const drop = new Set(options.isPlain ? ['strong'] : [])
  return pieces
    .map((piece) => html(piece, drop))
    .join('')
    .trim()
}

/** Returns the text of consecutive lines, without markup. */
export const inlineText = (lines: readonly Line[], compounds: ReadonlySet<string>): string =>
  joined(lines, { compounds, isPlain: true, skip: 0 })
    .map((piece) => piece.text)
    .join('')
    .trim()

function joined(lines: readonly Line[], { compounds, skip }: InlineOptions): Piece[] {
  const pieces: Piece[] = []
  let left = skip
  for (const line of lines) {
    joinLine(pieces, line, compounds)
    let before: TextRun | null = null
    for (const run of line.cells.flatMap((cell) => cell.runs)) {
      if (before !== null && needsSpace(before, run)) space(pieces)
      const { text, skipped } = skipCharacters(run.text, left)
      left -= skipped
      add(pieces, { text: withoutLeaders(text), tags: tagsOf(run, line), href: run.href })
      before = run
    }
    left = 0
  }
  return pieces
}

/** Skips up to `count` non-blank characters and the blanks after them. */
function skipCharacters(text: string, count: number): { text: string; skipped: number } {
  if (count <= 0) return { text, skipped: 0 }
  let at = 0
  let skipped = 0
  while (at < text.length && skipped < count) {
    if (!/\s/.test(text.charAt(at))) skipped++
    at++
  }
  return { text: text.slice(at).trimStart(), skipped }
}

const wordPiecesMax = 8

/** Adds the blank between two lines, or removes the hyphen of a word split over both. */
function joinLine(pieces: Piece[], line: Line, compounds: ReadonlySet<string>): void {
  const last = pieces.at(-1)
  if (last === undefined) return
  const end = last.text.trimEnd()
  const next = line.text
  // A word may consist of several pieces.
  const tailText =
    pieces
      .slice(-wordPiecesMax, -1)
      .map((piece) => piece.text)
      .join('') + end
  const hyphened = /([\p{L}\p{N}-]*\p{L})[-\u00ad\u2010]$/u.exec(tailText.slice(-60))
  if (hyphened !== null && /^\p{Ll}/u.test(next)) {
    const head = hyphened[1] ?? ''
    const tail = /^\p{L}+/u.exec(next)?.[0] ?? ''
    const isSoft = end.endsWith('\u00ad') || !(head.includes('-') || compounds.has(`${head}-${tail}`.toLowerCase()))
    last.text = isSoft ? end.slice(0, -1) : end
    return
  }
  if (/[\u2010\u2011\u2014-]$/.test(end) && /^\p{L}/u.test(next) && /\p{L}.$/u.test(tailText)) {
    last.text = end
    return
  }
  // A range of numbers: `2019-` and `2020`.
  const isRange = /\d[-\u2010\u2011–]$/u.test(end) && /^\d/.test(next)
  if (isRange || (isCjk(end.at(-1)) && isCjk(next[0]))) last.text = end
  else space(pieces)
}

function space(pieces: Piece[]): void {
  const last = pieces.at(-1)
  if (last !== undefined && !/\s$/.test(last.text)) add(pieces, { text: ' ', tags: last.tags, href: last.href })
}

function add(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1)
  if (last !== undefined && /\s$/.test(last.text)) piece.text = piece.text.trimStart()
  if (piece.text === '') return
  pieces.push(piece)
}

/** Merges adjacent pieces of the same style, including the blanks between them. */
function merged(pieces: readonly Piece[]): Piece[] {
  const whole: Piece[] = []
  let texts: string[] = []
  for (const [index, piece] of pieces.entries()) {
    texts.push(piece.text)
    const next = pieces[index + 1]
    if (next !== undefined && next.href === piece.href && next.tags.join() === piece.tags.join()) continue
    whole.push({ ...piece, text: texts.join('') })
    texts = []
  }
  return whole
}

/** Replaces dot leaders, as before a page number, by an ellipsis. */
const withoutLeaders = (text: string): string => text.replace(/(?:\s?\.){5,}/g, ' … ').replace(/\s+/g, ' ')

/** Limits for sub- and superscript, relative to the font size of the line. */
const smallMax = 0.88
const raiseMin = 0.15

function tagsOf(run: TextRun, line: Line): string[] {
  const tags: string[] = []
  if (run.style.mono && !line.isMono && !/^["'“”‘’]+$/.test(run.text)) return ['code']
  if (run.style.bold) tags.push('strong')
  if (run.style.italic) tags.push('em')
  const raise = (line.y - run.y) / line.size
  if (run.size < line.size * smallMax && Math.abs(raise) > raiseMin && /[\p{L}\p{N}*†‡§]/u.test(run.text)) {
    tags.push(raise > 0 ? 'sup' : 'sub')
  }
  return tags
}

/** Writes a piece as HTML; blanks at its edges are placed outside the elements. */
function html({ text, tags, href }: Piece, drop: ReadonlySet<string>): string {
  const core = text.trim()
  if (core === '') return text
  const start = text.indexOf(core)
  const kept = tags.filter((tag) => !drop.has(tag))
  const open = kept.map((tag) => `<${tag}>`).join('')
  const close = kept
    .toReversed()
    .map((tag) => `</${tag}>`)
    .join('')
  const marked = `${open}${escapeHtml(core)}${close}`
  const linked = href === null ? marked : `<a href="${escapeAttribute(href)}">${marked}</a>`
  return text.slice(0, start) + linked + text.slice(start + core.length)
}
