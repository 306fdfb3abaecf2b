/** What is open while a Word document is read: flows of blocks, and the paragraph each is at. */
import { HtmlBlockWriter } from '../office/blocks.ts'
import { InlineWriter } from '../office/inline.ts'
import type { TableRows } from '../tables/rows.ts'
import { plainStyle, type DocxStyle } from './styles.ts'

/** A paragraph while it is read. */
export interface Paragraph {
  inline: InlineWriter
  style: DocxStyle
  styleId: string | null
  headingLevel: number | null
  numberingId: string | null
  numberingLevel: number | null
  /** Text of a line of code, without markup. */
  plain: string
  /** Blocks of text boxes that hang on it. */
  after: string
}

/** Where paragraphs go: the body, a cell, a note or a text box. */
export interface DocxFlow {
  blocks: HtmlBlockWriter
  paragraph: Paragraph | null
  table: TableRows | null
  cell: { span: number; isContinued: boolean } | null
}

export const newFlow = (): DocxFlow => ({ blocks: new HtmlBlockWriter(), paragraph: null, table: null, cell: null })

export const newParagraph = (): Paragraph => ({
  inline: new InlineWriter(),
  style: plainStyle,
  styleId: null,
  headingLevel: null,
  numberingId: null,
  numberingLevel: null,
  plain: '',
  after: '',
})
