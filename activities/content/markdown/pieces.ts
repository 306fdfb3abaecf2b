/** The parts of a run of inline content, in order, before they are written as Markdown. */

export type InlineMark = 'emphasis' | 'strong' | 'deleted' | 'link'

/**
 * One part. `text` is page text still to be escaped; `raw` is finished Markdown, with `apart` for a
 * picture, which does not touch the words beside it.
 */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'raw'; text: string; apart: boolean }
  | { kind: 'break' }
  | OpenPiece
  | ClosePiece

/** Begins a mark. Links carry their target. */
export interface OpenPiece {
  kind: 'open'
  mark: InlineMark
  url: string
  title: string | null
}

/** Ends the mark opened last. */
export interface ClosePiece {
  kind: 'close'
  mark: InlineMark
}

export const breakPiece: Piece = { kind: 'break' }
