/** What the pages of a document are taken apart into. */
import type { Line } from './lines.ts'

/** Sign a list item begins with. */
export interface ListMarker {
  /** Number of an ordered item, null for a bullet. */
  number: number | null
}

/** Prose: a paragraph, a heading or an item of a list. */
export interface TextBlock {
  kind: 'text'
  lines: Line[]
  /** Level of a heading the document itself names; headings told by their looks are found later. */
  headingLevel: number | null
  item: {
    marker: ListMarker | null
    /** Left edge of the marker in points, or the depth as the document names it. */
    indent: number
  } | null
  isQuote: boolean
}

/** Lines kept as they stand. */
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

export const textBlock = (lines: Line[]): TextBlock => ({
  kind: 'text',
  lines,
  headingLevel: null,
  item: null,
  isQuote: false,
})
