/** Content items of a PDF page as pdf.js returns them. Types only. */

/** A text item of pdf.js; `transform` maps text space to the page's user space. */
export interface TextItem {
  str: string
  dir: string
  transform: readonly number[]
  width: number
  height: number
  fontName: string
  hasEOL: boolean
}

/** Begin or end of marked content. */
interface MarkItem {
  type: string
  id?: string
  tag?: string
}

export type ContentItem = TextItem | MarkItem
