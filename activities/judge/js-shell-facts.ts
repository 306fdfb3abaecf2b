/**
 * What a page shows without executing its scripts: the content that is present and the content that is missing.
 */
import type { DataScript } from './js-shell-payload.ts'

/** A program of the page. */
export interface PageScript {
  /** Null for an inline script. */
  src: string | null
  module: boolean
  content: string
}

/** Signs of content that scripts have yet to add. */
export interface Gaps {
  /** Number of custom elements without content. */
  customs: number
  /** Number of elements named after their content that have none. */
  containers: number
  placeholders: number
  /** Number of pieces of markup that a script has yet to fill in. */
  templates: number
}

/** Content present on a page and signs of missing content. Weights: see `weightOf`. */
export interface ShellFacts {
  /** Readable characters in the whole page. */
  readable: number
  /** Content in characters, weighted: text (little of it in navigation and footers), images, fields and frames. */
  content: number
  /** The same inside the main region; only meaningful when `mainSeen`. */
  mainContent: number
  mainSeen: boolean
  /** Number of main regions without content. */
  mainEmpty: number
  mountsEmpty: number
  /** Number of mount nodes with content. */
  mountsFilled: number
  /** Signs of missing content, on the whole page. */
  gaps: Gaps
  /** The same inside the main region. */
  mainGaps: Gaps
  /** Ids of elements without content, the first ones. */
  emptyIds: string[]
  /** Number of links to other URLs, outside parts of low weight: navigation, footers, sidebars, overlays. */
  links: number
  /** Number of images, frames and fields. */
  things: number
  fields: number
  asksForScripts: boolean
  /** True when a meta element redirects to another URL. */
  refresh: boolean
  scripts: PageScript[]
  data: DataScript[]
  inlineCharacters: number
  /** True when so much content was found that the rest was not examined. */
  plenty: boolean
}

/** A page with this much content and readable text, in characters, is neither a shell nor a challenge. */
export const contentPlenty = 1_000
export const readablePlenty = 2_048

const noGaps = (): Gaps => ({ customs: 0, containers: 0, placeholders: 0, templates: 0 })

/** Facts of a page before anything has been read. */
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
