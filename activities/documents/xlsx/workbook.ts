/** Reads the parts of an Excel workbook that all sheets share: the list of sheets, strings and styles. */
import { escapeHtml } from '../../html/html-text.ts'
import type { Relationships } from '../office/package.ts'
import { readXml, type XmlAttributes, type XmlHandler } from '../office/xml.ts'
import { general, numberFormat, type NumberFormat } from './number-format.ts'

/** A sheet; sheets are in the order of the tabs. */
export interface SheetEntry {
  name: string
  part: string
  isHidden: boolean
}

export interface Workbook {
  sheets: SheetEntry[]
  /** True when days count from 1904. */
  is1904: boolean
}

/** Reads `workbook.xml`. Sheets that contain charts or macros are skipped. */
export function readWorkbook(xml: string, relationships: Relationships, deadlineMs: number): Workbook {
  const workbook: Workbook = { sheets: [], is1904: false }
  const enter = (name: string, attributes: XmlAttributes): void => {
    if (name === 'x:workbookPr') workbook.is1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '')
    if (name !== 'x:sheet') return
    const relationship = relationships.get(attributes['r:id'] ?? '')
    if (relationship?.type !== 'worksheet' || relationship.isExternal) return
    const isHidden = (attributes['state'] ?? 'visible') !== 'visible'
    workbook.sheets.push({ name: unescaped(attributes['name'] ?? ''), part: relationship.target, isHidden })
  }
  readXml(xml, { enter, leave: () => {} }, deadlineMs)
  return workbook
}

/** Reads the strings that cells refer to, as HTML. */
export function readSharedStrings(xml: string, deadlineMs: number): string[] {
  const reader = new StringReader()
  readXml(xml, reader, deadlineMs)
  return reader.strings
}

/** Returns the text of a cell as HTML, with its line breaks. */
export const cellHtml = (text: string): string => escapeHtml(unescaped(text).trim()).replaceAll(/\r\n?|\n/g, '<br>')

/** Replaces escaped characters such as `_x000D_` (ECMA-376 part 1, 22.9.2.19); control characters are left out. */
function unescaped(text: string): string {
  if (!text.includes('_x')) return text
  const decoded = text.replaceAll(/_x([0-9a-f]{4})_/gi, (_, code: string) => {
    const character = String.fromCharCode(Number.parseInt(code, 16))
    return /[\t\n\r]|\P{Cc}/u.test(character) ? character : ''
  })
  return decoded.toWellFormed()
}

class StringReader implements XmlHandler {
  readonly strings: string[] = []
  #text = ''
  #isText = false
  #isPhonetic = false

  enter(name: string): void {
    if (name === 'x:si') this.#text = ''
    else if (name === 'x:rPh') this.#isPhonetic = true
    this.#isText = name === 'x:t' && !this.#isPhonetic
  }

  leave(name: string): void {
    if (name === 'x:si') this.strings.push(cellHtml(this.#text))
    else if (name === 'x:rPh') this.#isPhonetic = false
    this.#isText = false
  }

  text(text: string): void {
    if (this.#isText) this.#text += text
  }
}

/** Reads the number formats by cell style, the `s` attribute of a cell. */
export function readCellFormats(xml: string, is1904: boolean, deadlineMs: number): NumberFormat[] {
  const codes = new Map<number, string>()
  const formats: NumberFormat[] = []
  const cache = new Map<number, NumberFormat>()
  let isCellFormat = false
  const enter = (name: string, attributes: XmlAttributes): void => {
    const id = Number(attributes['numFmtId'] ?? 0)
    if (name === 'x:numFmt') codes.set(id, attributes['formatCode'] ?? '')
    else if (name === 'x:cellXfs') isCellFormat = true
    else if (name === 'x:xf' && isCellFormat) {
      const format = cache.get(id) ?? numberFormat(id, codes.get(id), is1904)
      cache.set(id, format)
      formats.push(format)
    }
  }
  const leave = (name: string): void => {
    if (name === 'x:cellXfs') isCellFormat = false
  }
  readXml(xml, { enter, leave }, deadlineMs)
  return formats.length === 0 ? [general] : formats
}
