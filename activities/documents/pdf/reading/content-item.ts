/** What a page of a PDF consists of, as the parser gives it. Types only. */

/** A text item as pdf.js gives it; `transform` maps text space to the page's user space. */
export interface TextItem {
  str: string
  dir: string
  transform: readonly number[]
  width: number
  height: number
  fontName: string
  hasEOL: boolean
}

/** Beginning or end of marked content. */
interface MarkItem {
  type: string
  id?: string
  tag?: string
}

export type ContentItem = TextItem | MarkItem
