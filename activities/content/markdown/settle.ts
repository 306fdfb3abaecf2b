/**
 * Normalizes inline pieces to what a browser shows: white space is collapsed and moved out of marks, empty marks are
 * removed, adjacent marks of one kind are joined.
 */
import type { ClosePiece, OpenPiece, Piece } from './pieces.ts'

/** White space that collapses; a no-break space does not. */
const spaces = /[ \t\n\f\r]+/g
/** Invisible characters: soft hyphens, zero-width spaces, direction marks. Joiners affect letter shapes and stay. */
const unseen = /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]+/g
const needsCollapsing = /[\t\n\f\r\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]| {2}/

const collapsed = (text: string): string =>
  needsCollapsing.test(text) ? text.replaceAll(unseen, '').replaceAll(spaces, ' ') : text

/** White space that does not collapse; at the inner edge of a mark it would make the delimiter invalid. */
const leadingFixed = /^[ \u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+/
const trailingFixed = /[ \u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+$/
/** Longer runs at the end of a mark are not moved completely. */
const fixedMax = 20
const fixedSpace = /[\u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]/

/** @returns the remaining pieces; empty when nothing is visible. */
export function settlePieces(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = []
  /** Marks opened since the last visible content: written before the next content, dropped when closed first. */
  const waiting: OpenPiece[] = []
  let space = false
  let pendingBreak = false

  /** True when the last content was an image. */
  let afterPicture = false

  const writeSpace = (): void => {
    if (pendingBreak) out.push({ kind: 'break' })
    else if (space && out.length > 0) pushText(out, ' ')
    pendingBreak = false
    space = false
  }

  const beforeContent = (): void => {
    writeSpace()
    for (const open of waiting) pushOpen(out, open)
    waiting.length = 0
  }

  for (const piece of pieces) {
    switch (piece.kind) {
      case 'text': {
        const text = collapsed(piece.text)
        if (text === ' ' || text === '') {
          space ||= text === ' '
          break
        }
        if (text.startsWith(' ')) space = true
        if (afterPicture && beginsWord.test(text)) space = true
        afterPicture = false
        const from = text.startsWith(' ') ? 1 : 0
        const trailing = text.endsWith(' ')
        let content = text.slice(from, trailing ? -1 : undefined)
        if (waiting.length > 0 && fixedSpace.test(content)) {
          const lead = leadingFixed.exec(content)?.[0] ?? ''
          if (lead !== '') {
            writeSpace()
            pushText(out, lead)
            content = content.slice(lead.length)
          }
        }
        if (content !== '') {
          beforeContent()
          pushText(out, content)
        }
        space = trailing
        break
      }
      case 'code':
      case 'raw':
        if (piece.kind === 'raw' && piece.apart) space ||= endsInWord(out)
        afterPicture = piece.kind === 'raw' && piece.apart
        beforeContent()
        if (!joinCode(out, piece)) out.push(piece)
        break
      case 'break':
        afterPicture = false
        pendingBreak = out.length > 0
        space = false
        break
      case 'open':
        waiting.push(piece)
        break
      case 'close':
        if (waiting.length > 0) waiting.pop()
        else pushClose(out, piece)
        break
    }
  }
  return trimmed(out)
}

/** Removes white space at both ends, except no-break spaces at the beginning, which indent the first line. */
function trimmed(out: Piece[]): Piece[] {
  const first = out[0]
  if (first?.kind === 'text') first.text = first.text.replace(/^[^\S\u00A0]+/, '')
  const last = out.at(-1)
  if (last?.kind === 'text') last.text = last.text.trimEnd()
  return out
}

const beginsWord = /^[\p{L}\p{N}]/u
const endsWord = /[\p{L}\p{N}]$/u

function endsInWord(out: readonly Piece[]): boolean {
  const last = out.at(-1)
  return last?.kind === 'text' && endsWord.test(last.text.slice(-2))
}

function pushText(out: Piece[], text: string): void {
  const last = out.at(-1)
  if (last !== undefined && last.kind === 'text') last.text += text
  else out.push({ kind: 'text', text })
}

/** Opens a mark, or continues the same mark by removing its end directly before. */
function pushOpen(out: Piece[], open: OpenPiece): void {
  const last = out.at(-1)
  if (last !== undefined && last.kind === 'close' && last.mark === open.mark && open.mark !== 'link') out.pop()
  else out.push({ ...open })
}

/** Closes a mark before the fixed white space at its end. */
function pushClose(out: Piece[], close: ClosePiece): void {
  const last = out.at(-1)
  const space = last?.kind === 'text' ? (trailingFixed.exec(last.text.slice(-fixedMax))?.[0] ?? '') : ''
  if (space === '' || last?.kind !== 'text') {
    out.push(close)
    return
  }
  if (space.length === last.text.length) {
    // The white space was moved out of an inner mark; this mark is closed before it too.
    if (out.at(-2)?.kind === 'close') out.splice(-1, 0, close)
    else out.push(close)
    return
  }
  last.text = last.text.slice(0, -space.length)
  out.push(close, { kind: 'text', text: space })
}

/** Joins two adjacent code spans, because Markdown cannot write them side by side. */
function joinCode(out: Piece[], piece: Piece): boolean {
  const last = out.at(-1)
  if (piece.kind !== 'code' || last === undefined || last.kind !== 'code') return false
  out[out.length - 1] = { kind: 'code', text: last.text + piece.text }
  return true
}
