/** The parts of a run of inline content, in order, before they are written as Markdown. */

export type InlineMark = 'emphasis' | 'strong' | 'deleted' | 'link'

/**
 * One part. `text` is unescaped page text; `raw` is finished Markdown, with `apart` set for an image, which is
 * separated from adjacent words.
 */
export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'code'; text: string }
  | { kind: 'raw'; text: string; apart: boolean }
  | { kind: 'break' }
  | OpenPiece
  | ClosePiece

/** Begins a mark. `url` and `title` are used by links. */
export interface OpenPiece {
  kind: 'open'
  mark: InlineMark
  url: string
  title: string | null
}

/** Ends the innermost mark. */
export interface ClosePiece {
  kind: 'close'
  mark: InlineMark
}

export const breakPiece: Piece = { kind: 'break' }
