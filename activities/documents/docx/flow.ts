/** State while a Word document is read: the open flows of blocks, each with its current paragraph. */
import { HtmlBlockWriter } from '../office/blocks.ts'
import { InlineWriter } from '../office/inline.ts'
import type { TableRows } from '../tables/rows.ts'
import { plainStyle, type DocxStyle } from './styles.ts'

/** A paragraph that is being read. */
export interface Paragraph {
  inline: InlineWriter
  style: DocxStyle
  styleId: string | null
  headingLevel: number | null
  numberingId: string | null
  numberingLevel: number | null
  /** Plain text, used for a line of code. */
  plain: string
  /** HTML of the text boxes anchored to it. */
  after: string
}

/** The target of paragraphs: the body, a cell, a note or a text box. */
export interface DocxFlow {
  blocks: HtmlBlockWriter
  paragraph: Paragraph | null
  table: TableRows | null
  cell: { span: number; isContinued: boolean } | null
}

/** Returns an empty flow. */
export const newFlow = (): DocxFlow => ({ blocks: new HtmlBlockWriter(), paragraph: null, table: null, cell: null })

/** Returns an empty paragraph with the default style. */
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
