/** Converts formulas of a Word document, Office MathML (ECMA-376 part 1, 22.1), to MathML while they are parsed. */
import { escapeHtml } from '../../html/html-text.ts'
import type { XmlAttributes } from '../office/xml.ts'

/** An open element. */
interface Part {
  name: string
  /** MathML of the content, by the names of the child elements. */
  children: { name: string; html: string }[]
  properties: Record<string, string>
}

const partsMax = 60
/** Elements with positional arguments. */
const structures = new Set(
  'm:f m:sSup m:sSub m:sSubSup m:sPre m:rad m:nary m:d m:func m:limLow m:limUpp m:acc m:bar m:m m:mr m:eqArr'.split(
    ' ',
  ),
)
const holders = new Set([...structures, ...'m:num m:den m:e m:sub m:sup m:deg m:fName m:lim m:r'.split(' ')])
const properties = new Set(['m:chr', 'm:begChr', 'm:endChr', 'm:sepChr', 'm:sty', 'm:pos'])

/** Converts the content of `m:oMath`. */
export class Formula {
  readonly #open: Part[] = [{ name: 'm:oMath', children: [], properties: {} }]
  #isText = false
  /** Number of open elements beyond the nesting limit; their content is added to the enclosing element. */
  #flattened = 0

  enter(name: string, attributes: XmlAttributes): void {
    if (name === 'm:t') this.#isText = true
    else if (properties.has(name)) this.#top.properties[name] = attributes['m:val'] ?? ''
    else if (!holders.has(name)) return
    else if (this.#isFull()) this.#flattened++
    else this.#open.push({ name, children: [], properties: {} })
  }

  leave(name: string): void {
    if (name === 'm:t') this.#isText = false
    if (!holders.has(name)) return
    if (this.#flattened > 0) {
      this.#flattened--
      return
    }
    const part = this.#open.length > 1 ? this.#open.pop() : undefined
    if (part !== undefined) this.#top.children.push({ name: part.name, html: written(part) })
  }

  text(text: string): void {
    if (!this.#isText) return
    const isWord = this.#top.properties['m:sty'] === 'p'
    this.#top.children.push({ name: 'm:t', html: isWord ? tokens(text, words) : tokens(text, letters) })
  }

  /** @param isBlock true for a displayed formula. @returns empty text for an empty formula. */
  toHtml(isBlock: boolean): string {
    while (this.#open.length > 1) this.leave(this.#top.name)
    const content = all(this.#top)
    return content === '' ? '' : `<math${isBlock ? ' display="block"' : ''}>${content}</math>`
  }

  /**
   * Returns true at the nesting limit. Directly inside a structure the limit is higher, because a structure writes its
   * content only through its argument elements.
   */
  #isFull(): boolean {
    return this.#open.length >= (structures.has(this.#top.name) ? 2 * partsMax : partsMax)
  }

  get #top(): Part {
    return this.#open.at(-1) as Part
  }
}

const letters = /\d+(?:[.,]\d+)*|\p{L}\p{M}*|[^\s\p{L}\d]/gu
const words = /\d+(?:[.,]\d+)*|(?:\p{L}\p{M}*)+|[^\s\p{L}\d]/gu

function tokens(text: string, pattern: RegExp): string {
  let html = ''
  for (const [token] of text.matchAll(pattern)) {
    const name = /^\d/.test(token) ? 'mn' : /^\p{L}/u.test(token) ? 'mi' : 'mo'
    html += `<${name}>${escapeHtml(token)}</${name}>`
  }
  return html
}

const all = ({ children }: Part): string => children.map(({ html }) => html).join('')

/** Returns the MathML of all children with a name as one element. */
const row = ({ children }: Part, name: string): string =>
  `<mrow>${children
    .filter((child) => child.name === name)
    .map(({ html }) => html)
    .join('')}</mrow>`

const sign = (text: string): string => (text === '' ? '' : `<mo>${escapeHtml(text)}</mo>`)

function written(part: Part): string {
  const { children, properties: stated } = part
  const of = (name: string): string => row(part, name)
  switch (part.name) {
    case 'm:f':
      return `<mfrac>${of('m:num')}${of('m:den')}</mfrac>`
    case 'm:sSup':
      return `<msup>${of('m:e')}${of('m:sup')}</msup>`
    case 'm:sSub':
      return `<msub>${of('m:e')}${of('m:sub')}</msub>`
    case 'm:sSubSup':
      return `<msubsup>${of('m:e')}${of('m:sub')}${of('m:sup')}</msubsup>`
    case 'm:sPre':
      return `<msubsup><mi></mi>${of('m:sub')}${of('m:sup')}</msubsup>${of('m:e')}`
    case 'm:rad':
      return of('m:deg') === emptyRow ? `<msqrt>${of('m:e')}</msqrt>` : `<mroot>${of('m:e')}${of('m:deg')}</mroot>`
    case 'm:nary':
      return limits(sign(stated['m:chr'] ?? '∫'), of('m:sub'), of('m:sup')) + of('m:e')
    case 'm:d': {
      const parts = children.filter(({ name }) => name === 'm:e').map(({ html }) => html)
      const content = parts.join(sign(stated['m:sepChr'] ?? '|'))
      return `<mrow>${sign(stated['m:begChr'] ?? '(')}${content}${sign(stated['m:endChr'] ?? ')')}</mrow>`
    }
    case 'm:limLow':
      return `<munder>${of('m:e')}${of('m:lim')}</munder>`
    case 'm:limUpp':
      return `<mover>${of('m:e')}${of('m:lim')}</mover>`
    case 'm:acc':
      return `<mover>${of('m:e')}${sign(stated['m:chr'] ?? '^')}</mover>`
    case 'm:bar':
      return stated['m:pos'] === 'top'
        ? `<mover>${of('m:e')}<mo>¯</mo></mover>`
        : `<munder>${of('m:e')}<mo>_</mo></munder>`
    case 'm:m':
      return `<mtable>${all(part)}</mtable>`
    case 'm:mr':
      return `<mtr>${children.map(({ html }) => `<mtd>${html}</mtd>`).join('')}</mtr>`
    case 'm:eqArr':
      return `<mtable>${children.map(({ html }) => `<mtr><mtd>${html}</mtd></mtr>`).join('')}</mtable>`
    default:
      return all(part)
  }
}

const emptyRow = '<mrow></mrow>'

function limits(operator: string, below: string, above: string): string {
  if (below === emptyRow && above === emptyRow) return operator
  if (above === emptyRow) return `<munder>${operator}${below}</munder>`
  if (below === emptyRow) return `<mover>${operator}${above}</mover>`
  return `<munderover>${operator}${below}${above}</munderover>`
}
