/**
 * What a page shows without its scripts: what is there for a reader, and what is missing.
 */
import type { DataScript } from './js-shell-payload.ts'

/** A script of the page, as positions in the document. */
export interface PageScript {
  /** Null when it stands in the page. */
  src: string | null
  module: boolean
  from: number
  to: number
}

/** Signs of content that is still to come. */
export interface Gaps {
  /** Custom elements with nothing in them. */
  customs: number
  /** Elements that are named after their content and have none. */
  containers: number
  placeholders: number
  /** Markup that a script has yet to fill in. */
  templates: number
}

/** What there is on a page for a reader, and what is missing. Weights: see `weightOf`. */
export interface ShellFacts {
  /** Readable characters wherever they stand. */
  readable: number
  /** Content in characters: text outside the frame of the page, pictures, fields and frames in their worth. */
  content: number
  /** The same inside the main region, of which there was one if `mainSeen`. */
  mainContent: number
  mainSeen: boolean
  /** Main regions with nothing in them. */
  mainEmpty: number
  mountsEmpty: number
  /** Mount nodes with content. */
  mountsFilled: number
  /** What stands in for content to come, on the whole page. */
  gaps: Gaps
  /** The same inside the main region. */
  mainGaps: Gaps
  /** Ids of elements with nothing in them, the first ones. */
  emptyIds: string[]
  /** Links that lead somewhere, outside the frame of the page. */
  links: number
  /** Pictures, frames and fields. */
  things: number
  fields: number
  asksForScripts: boolean
  /** The page sends its reader elsewhere by a meta element. */
  refresh: boolean
  scripts: PageScript[]
  data: DataScript[]
  inlineCharacters: number
  /** There was so much to read that the rest was not looked at. */
  plenty: boolean
}

/** With so much content and text, no page is a shell or a challenge, in characters. */
export const contentPlenty = 1_000
export const readablePlenty = 2_048

const noGaps = (): Gaps => ({ customs: 0, containers: 0, placeholders: 0, templates: 0 })

/** The facts of a page of which nothing has been read. */
export const noFacts = (): ShellFacts => ({
  readable: 0,
  content: 0,
  mainContent: 0,
  mainSeen: false,
  mainEmpty: 0,
  mountsEmpty: 0,
  mountsFilled: 0,
  gaps: noGaps(),
  mainGaps: noGaps(),
  emptyIds: [],
  links: 0,
  things: 0,
  fields: 0,
  asksForScripts: false,
  refresh: false,
  scripts: [],
  data: [],
  inlineCharacters: 0,
  plenty: false,
})
