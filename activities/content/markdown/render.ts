/** Renders settled inline pieces as Markdown: chooses delimiters that work in their context and escapes the text. */
import { firstCharacter, isPunctuation, isSpace, lastCharacter } from '../../html/markdown/characters.ts'
import {
  codeSpan,
  countDelimiters,
  escapeLineStart,
  escapeText,
  hasSpecial,
  isBalanced,
  linkTarget,
  type EscapeNeeds,
} from './escape.ts'
import type { OpenPiece, Piece } from './pieces.ts'

/** How a run of inline content is written. */
export interface RenderStyle {
  /** Text written for a line break. */
  lineBreak: string
  /** True when each line can begin a block (paragraphs); false in headings and table cells. */
  startsLine: boolean
}

export const paragraphStyle: RenderStyle = { lineBreak: '  \n', startsLine: true }
export const headingStyle: RenderStyle = { lineBreak: ' ', startsLine: false }
export const cellStyle: RenderStyle = { lineBreak: '<br>', startsLine: false }

/** Opening and closing delimiter. */
type Delimiters = readonly [open: string, close: string]

const htmlDelimiters: Record<OpenPiece['mark'], Delimiters> = {
  emphasis: ['<em>', '</em>'],
  strong: ['<strong>', '</strong>'],
  deleted: ['<del>', '</del>'],
  link: ['[', ']'],
}

/** @param pieces output of `settlePieces`. */
export function renderPieces(pieces: readonly Piece[], style: RenderStyle): string {
  const only = pieces.length === 1 ? pieces[0] : undefined
  if (only !== undefined && only.kind === 'text' && !hasSpecial(only.text)) {
    return withFixedStart(style.startsLine ? escapeLineStart(only.text, false) : only.text, style)
  }
  const delimiters = chooseDelimiters(pieces, style)
  const needs = escapeNeeds(pieces, delimiters)
  let out = ''
  let atLineStart = style.startsLine
  let continued = false
  let bracketsUntil = -1
  let isLinked = false
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] as Piece
    switch (piece.kind) {
      case 'text': {
        const [before, after] = [edgeBefore(pieces, i), edgeAfter(pieces, i)]
        const text = escapeText(piece.text, before, after, needs, i < bracketsUntil, isLinked)
        out += atLineStart && !text.startsWith('\\') ? escapeLineStart(text, continued) : text
        break
      }
      case 'code':
        out += codeSpan(piece.text)
        break
      case 'raw':
        out += piece.text
        break
      case 'break':
        out += style.lineBreak
        break
      case 'open':
        if (piece.mark === 'link') {
          bracketsUntil = unbalancedUntil(pieces, i)
          isLinked = true
        }
        out += delimiters[i] ?? ''
        break
      case 'close':
        if (piece.mark === 'link') isLinked = false
        out += delimiters[i] ?? ''
        break
    }
    atLineStart = style.startsLine && piece.kind === 'break'
    continued ||= atLineStart
  }
  return withFixedStart(out, style)
}

/** No-break spaces that begin a paragraph: the reference renderer drops them unless they are written as an entity. */
function withFixedStart(text: string, { startsLine }: RenderStyle): string {
  if (!text.startsWith('\u00A0')) return text
  return startsLine ? `&nbsp;${text.slice(1)}` : text.trimStart()
}

/** Returns the text of each opening and closing piece, by its index. */
function chooseDelimiters(pieces: readonly Piece[], style: RenderStyle): (string | undefined)[] {
  const chosen: (string | undefined)[] = []
  const open: number[] = []
  for (let i = 0; i < pieces.length; i++) {
    const piece = pieces[i] as Piece
    if (piece.kind === 'open') {
      open.push(i)
    } else if (piece.kind === 'close') {
      const start = open.pop()
      if (start === undefined) continue
      const begin = pieces[start] as OpenPiece
      if (begin.mark === 'link') {
        chosen[start] = '['
        chosen[i] = `](${linkTarget(begin.url, begin.title, style.startsLine)})`
        continue
      }
      const outer = open.map((at) => (pieces[at] as OpenPiece).mark)
      const [opening, closing] = delimitersOf(pieces, start, i, outer)
      chosen[start] = opening
      chosen[i] = closing
    }
  }
  return chosen
}

function delimitersOf(
  pieces: readonly Piece[],
  start: number,
  end: number,
  outer: readonly OpenPiece['mark'][],
): Delimiters {
  const begin = pieces[start] as OpenPiece
  const before = edgeBefore(pieces, start, true)
  const first = edgeAfter(pieces, start, true)
  const last = edgeBefore(pieces, end, true)
  const after = edgeAfter(pieces, end, true)
  const opens = !isPunctuation(first) || isSpace(before) || isPunctuation(before)
  const closes = !isPunctuation(last) || isSpace(after) || isPunctuation(after)
  if (!opens || !closes) return hasWord(pieces, start, end) ? htmlDelimiters[begin.mark] : ['', '']
  if (begin.mark === 'deleted') return ['~~', '~~']
  const nested = outer.includes(begin.mark)
  const touches = outer.at(-1) === 'strong' && (isOpen(pieces[start - 1]) || isClose(pieces[end + 1]))
  if (nested || (begin.mark === 'emphasis' && touches)) {
    // Strong text in strong text with the same ends: four asterisks are two marks.
    if (nested && begin.mark === 'strong' && outer.at(-1) === 'strong' && touchesBoth(pieces, start, end)) {
      return ['**', '**']
    }
    if (isNoWord(before) && isNoWord(after)) return begin.mark === 'strong' ? ['__', '__'] : ['_', '_']
    // A mark inside the same mark has no visible effect.
    if (nested) return ['', '']
  }
  return begin.mark === 'strong' ? ['**', '**'] : ['*', '*']
}

/** Returns false for a mark around symbols only, which is not worth an HTML tag. */
function hasWord(pieces: readonly Piece[], start: number, end: number): boolean {
  if (end - start > 2) return true
  const only = pieces[start + 1]
  return only?.kind !== 'text' || /[\p{L}\p{N}]/u.test(only.text)
}

const touchesBoth = (pieces: readonly Piece[], start: number, end: number): boolean =>
  isOpen(pieces[start - 1]) && isClose(pieces[end + 1])

const isNoWord = (character: string): boolean => isSpace(character) || isPunctuation(character)

const isOpen = (piece: Piece | undefined): boolean => piece?.kind === 'open' && piece.mark === 'strong'
const isClose = (piece: Piece | undefined): boolean => piece?.kind === 'close' && piece.mark === 'strong'

/** Returns the last character written before piece `i`; `through` skips emphasis marks. */
function edgeBefore(pieces: readonly Piece[], i: number, through = false): string {
  let at = i - 1
  if (through) while (isEmphasis(pieces[at])) at--
  const piece = pieces[at]
  if (piece === undefined || piece.kind === 'break') return ''
  if (piece.kind === 'text' || piece.kind === 'raw') return lastCharacter(piece.text)
  if (piece.kind === 'code') return '`'
  if (piece.mark === 'link') return piece.kind === 'open' ? '[' : ')'
  return '*'
}

/** Same as `edgeBefore`, for the first character after piece `i`. */
function edgeAfter(pieces: readonly Piece[], i: number, through = false): string {
  let at = i + 1
  if (through) while (isEmphasis(pieces[at])) at++
  const piece = pieces[at]
  if (piece === undefined) return ''
  if (piece.kind === 'break') return '\n'
  if (piece.kind === 'text' || piece.kind === 'raw') return firstCharacter(piece.text)
  if (piece.kind === 'code') return '`'
  if (piece.mark === 'link') return piece.kind === 'open' ? '[' : ']'
  return '*'
}

const isEmphasis = (piece: Piece | undefined): boolean =>
  piece !== undefined && (piece.kind === 'open' || piece.kind === 'close') && piece.mark !== 'link'

const noNeeds: EscapeNeeds = { asterisk: false, underscore: false, tilde: false, backtick: false, angle: false }

function escapeNeeds(pieces: readonly Piece[], delimiters: readonly (string | undefined)[]): EscapeNeeds {
  if (!pieces.some((piece) => piece.kind === 'text' && hasSpecial(piece.text))) return noNeeds
  const counts = new Map<string, number>()
  let code = false
  for (const piece of pieces) {
    if (piece.kind === 'text') countDelimiters(piece.text, counts)
    else if (piece.kind === 'code') code = true
  }
  const written = (character: string): boolean => delimiters.some((text) => text?.startsWith(character) ?? false)
  const paired = (character: string): boolean => (counts.get(character) ?? 0) > 1 || written(character)
  return {
    asterisk: paired('*'),
    underscore: paired('_'),
    tilde: paired('~'),
    backtick: code || (counts.get('`') ?? 0) > 1,
    angle: (counts.get('>') ?? 0) > 0 || written('<'),
  }
}

/** Returns the index at which the link opened at `start` ends when the brackets in its text are unbalanced, else -1. */
function unbalancedUntil(pieces: readonly Piece[], start: number): number {
  let text = ''
  for (let i = start + 1; i < pieces.length; i++) {
    const piece = pieces[i] as Piece
    if (piece.kind === 'close' && piece.mark === 'link') return isBalanced(text, '[', ']') ? -1 : i
    if (piece.kind === 'text') text += piece.text
  }
  return -1
}
