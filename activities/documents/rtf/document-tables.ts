/** Reads the tables before a document's text: fonts, styles and document properties. */
import { noProperties, type DocumentProperties } from '../office/document-page.ts'
import { encodingOfCharacterSet, encodingOfCodePage } from './encoding.ts'
import type { RtfDestination } from './vocabulary.ts'

const collectedMaxCharacters = 4_096
const styleNameMaxCharacters = 256

/** Collects the tables while their groups are read. */
export class DocumentTables {
  readonly #encodings = new Map<number, string>()
  readonly #headingLevels = new Map<number, number>()
  readonly #properties: Record<keyof DocumentProperties, string> = {
    title: '',
    author: '',
    description: '',
    language: '',
    created: '',
    modified: '',
  }
  #style = 0
  #styleName = ''

  get properties(): DocumentProperties {
    const { title, author, description, created, modified } = this.#properties
    return { ...noProperties, title, author, description, created, modified }
  }

  /** Returns the encoding of text in a font; undefined when the font states none. */
  encodingOf(font: number): string | undefined {
    return this.#encodings.get(font)
  }

  /** Returns the heading level of a style, from 1; undefined when the style is not a heading. */
  headingLevel(style: number): number | undefined {
    return this.#headingLevels.get(style)
  }

  /** Handles a control word in one of the tables. */
  word({ destination, font }: { destination: RtfDestination; font: number }, name: string, parameter: number): void {
    if (destination === 'fonts') {
      const encoding =
        name === 'fcharset' ? encodingOfCharacterSet(parameter) : name === 'cpg' ? encodingOfCodePage(parameter) : null
      if (encoding !== null) this.#encodings.set(font, encoding)
    } else if (destination === 'styles') {
      if (name === 's') this.#style = parameter
      else if (name === 'outlinelevel') this.#headingLevels.set(this.#style, parameter + 1)
    } else if (destination === 'created' || destination === 'modified') this.#timeWord(destination, name, parameter)
  }

  /** Handles text in one of the tables. */
  text(destination: RtfDestination, text: string): void {
    if (destination === 'styles') this.#styleName = (this.#styleName + text).slice(0, styleNameMaxCharacters)
    else if (destination === 'title' || destination === 'author' || destination === 'description') {
      const value = this.#properties[destination]
      if (value.length < collectedMaxCharacters) this.#properties[destination] = value + text
    }
  }

  /** Handles the end of a style group. */
  endStyle(): void {
    const level = /^\s*heading ([1-9])\b/i.exec(this.#styleName)?.[1]
    if (level !== undefined) this.#headingLevels.set(this.#style, Number(level))
    else if (/^\s*title;?$/i.test(this.#styleName)) this.#headingLevels.set(this.#style, 1)
    this.#styleName = ''
    this.#style = 0
  }

  #timeWord(property: 'created' | 'modified', name: string, parameter: number): void {
    const separator = { yr: '', mo: '-', dy: '-', hr: 'T', min: ':' }[name]
    if (separator === undefined) return
    const digits = String(Math.abs(parameter)).padStart(name === 'yr' ? 4 : 2, '0')
    this.#properties[property] = this.#properties[property].slice(0, 40) + separator + digits
  }
}
