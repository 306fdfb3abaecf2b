/** The blocks that the pages of a document are split into. */
import type { Line } from './lines.ts'

/** The marker at the start of a list item. */
export interface ListMarker {
  /** Number of an ordered item; null for a bullet. */
  number: number | null
}

/** Prose: a paragraph, a heading or a list item. */
export interface TextBlock {
  kind: 'text'
  lines: Line[]
  /** Heading level from the document's tags; headings recognized by their style are set later. */
  headingLevel: number | null
  item: {
    marker: ListMarker | null
    /** Left edge of the marker in points, or an indent computed from the list depth in the document's tags. */
    indent: number
  } | null
  isQuote: boolean
}

/** Lines whose layout is preserved. */
export interface CodeBlock {
  kind: 'code'
  lines: string[]
}

export interface PdfTableCell {
  lines: Line[]
  isHeader: boolean
}

export interface TableBlock {
  kind: 'table'
  rows: PdfTableCell[][]
}

export type PdfBlock = TextBlock | CodeBlock | TableBlock

/** Returns a block of running text: no heading, list item or quote. */
export const textBlock = (lines: Line[]): TextBlock => ({
  kind: 'text',
  lines,
  headingLevel: null,
  item: null,
  isQuote: false,
})
