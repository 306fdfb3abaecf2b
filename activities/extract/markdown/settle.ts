/**
 * Puts inline pieces in order as a browser would show them: white space collapsed and moved out of
 * marks, marks without content gone, marks that touch joined.
 */
import type { OpenPiece, Piece } from './pieces.ts'

/** White space that collapses; a no-break space does not. */
const spaces = /[ \t\n\f\r\u200B\uFEFF]+/g
const needsCollapsing = /[\t\n\f\r\u200B\uFEFF]| {2}/

/** @returns the pieces that remain; empty when nothing visible does. */
export function settlePieces(pieces: readonly Piece[]): Piece[] {
  const out: Piece[] = []
  /** Marks opened since the last visible content: written when content comes, dropped when closed. */
  const waiting: OpenPiece[] = []
  let space = false
  let pendingBreak = false

  const beforeContent = (): void => {
    if (pendingBreak) out.push({ kind: 'break' })
    else if (space && out.length > 0) pushText(out, ' ')
    pendingBreak = false
    space = false
    for (const open of waiting) pushOpen(out, open)
    waiting.length = 0
  }

  for (const piece of pieces) {
    switch (piece.kind) {
      case 'text': {
        const text = needsCollapsing.test(piece.text) ? piece.text.replaceAll(spaces, ' ') : piece.text
        if (text === ' ' || text === '') {
          space ||= text === ' '
          break
        }
        if (text.startsWith(' ')) space = true
        const from = text.startsWith(' ') ? 1 : 0
        const trailing = text.endsWith(' ')
        beforeContent()
        pushText(out, text.slice(from, trailing ? -1 : undefined))
        space = trailing
        break
      }
      case 'code':
      case 'raw':
        beforeContent()
        if (!joinCode(out, piece)) out.push(piece)
        break
      case 'break':
        pendingBreak = out.length > 0
        space = false
        break
      case 'open':
        waiting.push(piece)
        break
      case 'close':
        if (waiting.length > 0) waiting.pop()
        else out.push(piece)
        break
    }
  }
  return out
}

function pushText(out: Piece[], text: string): void {
  const last = out.at(-1)
  if (last !== undefined && last.kind === 'text') last.text += text
  else out.push({ kind: 'text', text })
}

/** Opens a mark, or reopens it by taking back the end of the same mark just before. */
function pushOpen(out: Piece[], open: OpenPiece): void {
  const last = out.at(-1)
  if (last !== undefined && last.kind === 'close' && last.mark === open.mark && open.mark !== 'link') out.pop()
  else out.push({ ...open })
}

/** Two code spans that touch become one: Markdown cannot write them side by side. */
function joinCode(out: Piece[], piece: Piece): boolean {
  const last = out.at(-1)
  if (piece.kind !== 'code' || last === undefined || last.kind !== 'code') return false
  out[out.length - 1] = { kind: 'code', text: last.text + piece.text }
  return true
}
