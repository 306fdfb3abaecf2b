/** Reads the styles of a Word document (`styles.xml`), reduced to what affects the text. */
import { readXml, type XmlAttributes, type XmlHandler } from '../office/xml.ts'

/** Role of a paragraph. */
export type ParagraphRole = 'text' | 'quote' | 'code' | 'contents'

/** A style including inherited values. */
export interface DocxStyle {
  role: ParagraphRole
  /** 1 to 9; null when the style is not a heading. */
  headingLevel: number | null
  numberingId: string | null
  numberingLevel: number | null
  /** Nesting depth that only the style name states, as in `List Bullet 2`. */
  listDepth: number
  bold: boolean | null
  italic: boolean | null
  /** True for a style of program code. */
  isCode: boolean
}

export const plainStyle: DocxStyle = {
  role: 'text',
  headingLevel: null,
  numberingId: null,
  numberingLevel: null,
  listDepth: 0,
  bold: null,
  italic: null,
  isCode: false,
}

export type DocxStyles = ReadonlyMap<string, DocxStyle>

/** A style as written, without inherited values. */
interface StatedStyle {
  name: string
  basedOn: string | null
  outline: number | null
  numberingId: string | null
  numberingLevel: number | null
  bold: boolean | null
  italic: boolean | null
}

const ancestorsMax = 12
const bodyTextOutline = 9

/** Returns the styles by identifier. */
export function readDocxStyles(xml: string, deadlineMs: number): DocxStyles {
  const reader = new StyleReader()
  readXml(xml, reader, deadlineMs)
  const styles = new Map<string, DocxStyle>()
  for (const [id, stated] of reader.styles) styles.set(id, resolved(stated, reader.styles))
  return styles
}

/** Returns the value of an on/off property, which is on unless the value states otherwise. */
export const isOn = ({ 'w:val': value }: XmlAttributes): boolean =>
  value === undefined || !/^(?:0|false|off|none)$/.test(value)

/** Returns a non-negative integer, or null. */
export function wholeNumber(value: string | undefined): number | null {
  return value !== undefined && /^\d{1,9}$/.test(value) ? Number(value) : null
}

class StyleReader implements XmlHandler {
  readonly styles = new Map<string, StatedStyle>()
  #style: StatedStyle | null = null

  enter(name: string, attributes: XmlAttributes): void {
    if (name === 'w:style') {
      this.#style = {
        name: '',
        basedOn: null,
        outline: null,
        numberingId: null,
        numberingLevel: null,
        bold: null,
        italic: null,
      }
      this.styles.set(attributes['w:styleId'] ?? '', this.#style)
    } else if (this.#style !== null) {
      // Properties for parts of a table do not apply to the whole style.
      if (name === 'w:tblStylePr') this.#style = null
      else this.#read(this.#style, name, attributes)
    }
  }

  leave(name: string): void {
    if (name === 'w:style') this.#style = null
  }

  #read(style: StatedStyle, name: string, attributes: XmlAttributes): void {
    const value = attributes['w:val']
    if (name === 'w:name') style.name = value ?? ''
    else if (name === 'w:basedOn') style.basedOn = value ?? null
    else if (name === 'w:outlineLvl') style.outline = wholeNumber(value)
    else if (name === 'w:numId') style.numberingId = value ?? null
    else if (name === 'w:ilvl') style.numberingLevel = wholeNumber(value)
    else if (name === 'w:b') style.bold = isOn(attributes)
    else if (name === 'w:i') style.italic = isOn(attributes)
  }
}

function resolved(stated: StatedStyle, all: ReadonlyMap<string, StatedStyle>): DocxStyle {
  const style: DocxStyle = { ...plainStyle }
  let outline: number | null = null
  let named: number | null = null
  let at: StatedStyle | undefined = stated
  for (let i = 0; at !== undefined && i < ancestorsMax; i++) {
    const role = roleOf(at.name)
    if (style.role === 'text') style.role = role
    style.isCode ||= role === 'code'
    named ??= headingLevelOf(at.name)
    outline ??= at.outline
    style.numberingId ??= at.numberingId
    style.numberingLevel ??= at.numberingLevel
    style.bold ??= at.bold
    style.italic ??= at.italic
    at = at.basedOn === null ? undefined : all.get(at.basedOn)
  }
  const depth = /^list (?:bullet|number) ([2-5])$/i.exec(stated.name)?.[1]
  if (depth !== undefined) style.listDepth = Number(depth) - 1
  style.headingLevel = named ?? (outline === null || outline >= bodyTextOutline ? null : outline + 1)
  return style
}

/** Returns the level in a heading style name; built-in style names are English in every language version. */
function headingLevelOf(name: string): number | null {
  if (/^title$/i.test(name)) return 1
  const level = /^heading ?([1-9])$/i.exec(name)?.[1]
  return level === undefined ? null : Number(level)
}

function roleOf(name: string): ParagraphRole {
  if (/^(?:toc ?\d|table of figures|index ?\d)$/i.test(name)) return 'contents'
  if (/^(?:intense )?quote(?: char)?$|^block ?(?:text|quote|quotation)$/i.test(name)) return 'quote'
  if (
    /^(?:html (?:code|preformatted|sample|keyboard|typewriter)|(?:source|inline|code)? ?code(?: char| block)?|verbatim char|preformatted(?: text)?|macro)$/i.test(
      name,
    )
  ) {
    return 'code'
  }
  return 'text'
}
