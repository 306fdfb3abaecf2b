/** Maps characters of Word's symbol fonts, which use code points in the private use area, to Unicode. */

/** Adobe's Symbol encoding from 0x41 (Greek letters and some variants of them) in Unicode. */
const greekUpper = 'ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ'
const greekLower = 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'
/** Other characters of the Symbol font that occur in texts. */
const symbols: Readonly<Record<number, string>> = {
  0x22: '∀', 0x24: '∃', 0x27: '∋', 0x2d: '−', 0x40: '≅', 0x5e: '⊥', 0x7e: '∼', 0xa2: '′', 0xa3: '≤', 0xa5: '∞',
  0xab: '↔', 0xac: '←', 0xad: '↑', 0xae: '→', 0xaf: '↓', 0xb0: '°', 0xb1: '±', 0xb2: '″', 0xb3: '≥', 0xb4: '×',
  0xb5: '∝', 0xb6: '∂', 0xb7: '•', 0xb8: '÷', 0xb9: '≠', 0xba: '≡', 0xbb: '≈', 0xbc: '…', 0xc4: '⊗', 0xc5: '⊕',
  0xc6: '∅', 0xc7: '∩', 0xc8: '∪', 0xcc: '⊂', 0xce: '∈', 0xcf: '∉', 0xd0: '∠', 0xd1: '∇', 0xd5: '∏', 0xd6: '√',
  0xd7: '⋅', 0xd8: '¬', 0xd9: '∧', 0xda: '∨', 0xdb: '⇔', 0xdc: '⇐', 0xde: '⇒', 0xe5: '∑', 0xf2: '∫',
} // prettier-ignore
const wingdings: Readonly<Record<number, string>> = {
  0x22: '✂', 0x28: '☎', 0x2a: '✉', 0x4a: '☺', 0x4c: '☹', 0x6c: '●', 0x6d: '❍', 0x6e: '■', 0x6f: '□', 0x71: '❑',
  0x76: '❖', 0xa7: '▪', 0xa8: '◻', 0xd8: '➢', 0xdf: '←', 0xe0: '→', 0xe1: '↑', 0xe2: '↓', 0xe8: '➔', 0xfb: '✗',
  0xfc: '✓', 0xfd: '☒', 0xfe: '☑',
} // prettier-ignore

/**
 * Returns the Unicode character for a symbol.
 * @param code hexadecimal code point in the font, as in `w:char` (ECMA-376 part 1, 17.3.3.30).
 * @returns empty text when Unicode has no such character or the mapping is not known.
 */
export function symbolCharacter(font: string, code: string): string {
  if (!/^[\da-f]{1,6}$/i.test(code)) return ''
  const place = Number.parseInt(code, 16)
  const isPrivate = place >= 0xf000 && place <= 0xf0ff
  const inFont = isPrivate ? place - 0xf000 : place
  if (/^symbol$/i.test(font)) return symbols[inFont] ?? letter(inFont)
  if (/^wingdings$/i.test(font)) return wingdings[inFont] ?? ''
  return isPrivate || place === 0 || place > 0x10ffff || (place >= 0xd800 && place < 0xe000)
    ? ''
    : String.fromCodePoint(place)
}

function letter(place: number): string {
  if (place >= 0x41 && place <= 0x5a) return greekUpper[place - 0x41] ?? ''
  if (place >= 0x61 && place <= 0x7a) return greekLower[place - 0x61] ?? ''
  return place >= 0x20 && place < 0x7f ? String.fromCharCode(place) : ''
}
