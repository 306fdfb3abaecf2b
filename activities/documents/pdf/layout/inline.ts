/** The lines of a paragraph as one text with its emphasis, links and marks. */
import { escapeAttribute, escapeHtml } from '../../../html/html-text.ts'
import { needsSpace, type Line } from './lines.ts'
import { isCjk, type TextRun } from '../reading/text-run.ts'

/** What is written differently in a block of its own kind. */
export interface InlineOptions {
  /** Words the document writes with a hyphen inside a line, lower case. */
  compounds: ReadonlySet<string>
  /** Bold says nothing where everything is bold: in headings and header cells. */
  isPlain: boolean
  /** Characters to leave out at the beginning, blanks not counted: the marker of an item. */
  skip: number
}

interface Piece {
  text: string
  /** Names of the elements around it, the outermost first. */
  tags: readonly string[]
  href: string | null
}

/** HTML of lines that follow each other. */
export function inlineHtml(lines: readonly Line[], options: InlineOptions): string {
  const pieces = merged(joined(lines, options))
  const drop = new Set(options.isPlain ? ['strong'] : [])
  return pieces
    .map((piece) => html(piece, drop))
    .join('')
    .trim()
}

/** Text of lines that follow each other, without marks. */
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

/** Leaves out up to `count` characters that are no blanks, and the blanks after them. */
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

/** Adds the blank between two lines, or takes the hyphen away that parted a word. */
function joinLine(pieces: Piece[], line: Line, compounds: ReadonlySet<string>): void {
  const last = pieces.at(-1)
  if (last === undefined) return
  const end = last.text.trimEnd()
  const next = line.text
  // A word may be in several pieces.
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
  if (isCjk(end.at(-1)) && isCjk(next[0])) last.text = end
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

/** Pieces that look the same as one: what stands between them stands inside of the element too. */
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

/** Dots that lead the eye to a page number. */
const withoutLeaders = (text: string): string => text.replace(/(?:\s?\.){5,}/g, ' … ').replace(/\s+/g, ' ')

/** In sizes of the line. */
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

/** Blanks at the edges stand outside of the elements. */
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
