/** Derives the style of a font from its name, the only reliable information about it in a PDF. */

export interface FontStyle {
  bold: boolean
  italic: boolean
  /** True for a monospaced font, as used for code and listings. */
  mono: boolean
}

export const plainFont: FontStyle = { bold: false, italic: false, mono: false }

const boldName = /bold|black|heavy|semib|demi(?!l)|(?:^|[-,+])bd|cmbx|cmssbx|sfbx|medi(?:ital)?$|-md$/i
const italicName = /ital|obliq|slanted|cmti|cmsl|cmbxti|sfti|(?:^|[-,])it$/i
const monoName =
  /mono(?!type)|courier|consol|menlo|typewriter|inconsol|cmtt|cmsltt|sftt|sourcecode|firacode|(?:^|[-+])code|terminal/i
/** Mathematical fonts of the TeX families, whose letters are italic without being emphasized. */
const mathName = /cmmi|cmsy|cmex|msam|msbm|mathit|mathsy/i

/** @param name PostScript name of a font, with or without subset prefix. */
export function fontStyleOf(name: string): FontStyle {
  const bare = name.replace(/^[A-Z]{6}\+/, '')
  if (mathName.test(bare)) return plainFont
  return { bold: boldName.test(bare), italic: italicName.test(bare), mono: monoName.test(bare) }
}
