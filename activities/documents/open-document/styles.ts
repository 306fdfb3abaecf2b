/** Reads the styles of an OpenDocument file (OASIS OpenDocument 1.3, part 3, 16), reduced to what affects the text. */
import { plainRun, type RunStyle } from '../office/inline.ts'
import type { XmlAttributes, XmlHandler } from '../office/xml.ts'

interface Style {
  parent: string | null
  bold?: boolean
  italic?: boolean
  strike?: boolean
  raised?: 'sub' | 'sup'
  /** True when a table or slide with this style is hidden. */
  isHidden?: boolean
}

const ancestorsMax = 12

/** Collects styles from `styles.xml` and from the beginning of `content.xml`. */
export class OpenDocumentStyles implements XmlHandler {
  readonly #styles = new Map<string, Style>()
  /** For each list style: the numbered levels with the number of their first item. */
  readonly #lists = new Map<string, Map<number, number>>()
  #style: Style | null = null
  #list: Map<number, number> | null = null

  enter(name: string, attributes: XmlAttributes): void {
    if (name === 'style:style') {
      this.#style = { parent: attributes['style:parent-style-name'] ?? null }
      this.#styles.set(attributes['style:name'] ?? '', this.#style)
    } else if (name === 'text:list-style') {
      this.#list = new Map()
      this.#lists.set(attributes['style:name'] ?? '', this.#list)
    } else if (name === 'text:list-level-style-number') {
      const start = Number(attributes['text:start-value'] ?? 1)
      if ((attributes['style:num-format'] ?? '') !== '')
        this.#list?.set(Number(attributes['text:level'] ?? 1) - 1, Number.isInteger(start) ? start : 1)
    } else if (this.#style !== null) readProperties(this.#style, name, attributes)
  }

  leave(name: string): void {
    if (name === 'style:style') this.#style = null
    else if (name === 'text:list-style') this.#list = null
  }

  /** Returns the style of a text run, based on the style of the surrounding text. */
  run(name: string | undefined, around: RunStyle): RunStyle {
    const chain = this.#chain(name)
    if (chain.length === 0) return around
    const own = chain.map(([, style]) => style)
    return {
      ...around,
      bold: own.find((style) => style.bold !== undefined)?.bold ?? around.bold,
      italic: own.find((style) => style.italic !== undefined)?.italic ?? around.italic,
      strike: own.find((style) => style.strike !== undefined)?.strike ?? around.strike,
      raised: own.find((style) => style.raised !== undefined)?.raised ?? around.raised,
      code: around.code || chain.some(([id]) => /^(?:Source_20_Text|Teletype|Example)$/.test(id)),
    }
  }

  /** Returns the role of a paragraph with a style. */
  role(name: string | undefined): 'text' | 'title' | 'quote' | 'code' {
    for (const [id] of this.#chain(name)) {
      if (id === 'Title') return 'title'
      if (id === 'Quotations') return 'quote'
      if (id === 'Preformatted_20_Text') return 'code'
    }
    return 'text'
  }

  isHidden(name: string | undefined): boolean {
    return this.#chain(name).some(([, style]) => style.isHidden === true)
  }

  isOrdered(listStyle: string | null, level: number): boolean {
    return listStyle !== null && this.#lists.get(listStyle)?.has(level) === true
  }

  /** Returns the number of the first item of a list. */
  firstNumber(listStyle: string | null, level: number): number {
    return (listStyle === null ? undefined : this.#lists.get(listStyle)?.get(level)) ?? 1
  }

  /** Returns the style and those it inherits from; an undefined style counts by its name only. */
  #chain(name: string | undefined): [string, Style][] {
    const chain: [string, Style][] = []
    let at: string | null = name ?? null
    while (at !== null && chain.length < ancestorsMax) {
      const style = this.#styles.get(at)
      chain.push([at, style ?? { parent: null }])
      at = style?.parent ?? null
    }
    return chain
  }
}

/** Style of text without a style. */
export const unstyled: RunStyle = plainRun

function readProperties(style: Style, name: string, attributes: XmlAttributes): void {
  if (name === 'style:text-properties') {
    const weight = attributes['fo:font-weight']
    if (weight !== undefined) style.bold = weight === 'bold' || Number(weight) >= 600
    const slant = attributes['fo:font-style']
    if (slant !== undefined) style.italic = slant !== 'normal'
    const strike = attributes['style:text-line-through-style']
    if (strike !== undefined) style.strike = strike !== 'none'
    const position = attributes['style:text-position'] ?? ''
    if (position.startsWith('super')) style.raised = 'sup'
    else if (position.startsWith('sub') || position.startsWith('-')) style.raised = 'sub'
  } else if (name === 'style:table-properties') style.isHidden = attributes['table:display'] === 'false'
  else if (name === 'style:drawing-page-properties') style.isHidden = attributes['presentation:visibility'] === 'hidden'
}
