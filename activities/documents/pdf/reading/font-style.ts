/** What the name of a font tells of its look: names are all a PDF reliably says. */

export interface FontStyle {
  bold: boolean
  italic: boolean
  /** All characters are of one width: code, listings. */
  mono: boolean
}

export const plainFont: FontStyle = { bold: false, italic: false, mono: false }

const boldName = /bold|black|heavy|semib|demi(?!l)|(?:^|[-,+])bd|cmbx|cmssbx|sfbx|medi(?:ital)?$|-md$/i
const italicName = /ital|obliq|slanted|cmti|cmsl|cmbxti|sfti|(?:^|[-,])it$/i
const monoName =
  /mono(?!type)|courier|consol|menlo|typewriter|inconsol|cmtt|cmsltt|sftt|sourcecode|firacode|(?:^|[-+])code|terminal/i
/** Mathematical italic of the TeX families: slanted letters that stand for themselves. */
const mathName = /cmmi|cmsy|cmex|msam|msbm|mathit|mathsy/i

/** @param name PostScript name of a font, with or without the prefix of a subset. */
export function fontStyleOf(name: string): FontStyle {
  const bare = name.replace(/^[A-Z]{6}\+/, '')
  if (mathName.test(bare)) return plainFont
  return { bold: boldName.test(bare), italic: italicName.test(bare), mono: monoName.test(bare) }
}
