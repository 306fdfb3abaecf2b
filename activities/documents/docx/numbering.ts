/** Reads the lists of a Word document (`numbering.xml`) and counts their items. */
import { wholeNumber } from './styles.ts'
import { readXml, type XmlAttributes, type XmlHandler } from '../office/xml.ts'

interface ListLevel {
  /** `bullet`, `decimal`, `lowerRoman` and others; `none` has no marker. */
  format: string
  start: number
  /** The level begins anew after an item of one of this many outermost levels; null: of any level above it. */
  restart: number | null
}

interface AbstractList {
  levels: Map<number, ListLevel>
  /** Levels by the paragraph style linked to them. */
  styleLevels: Map<string, number>
  /** Numbering style that the list refers to; null when the list has its own levels. */
  styleLink: string | null
}

interface List {
  abstractId: string
  starts: Map<number, number>
  /** Levels that replace those of the abstract list. */
  levels: Map<number, ListLevel>
}

/** Position of an item in its list. */
export interface ListPlace {
  level: number
  isOrdered: boolean
  number: number
}

const levelMax = 8

/** All lists and their counters. Paragraphs must be passed in document order. */
export class DocxNumbering {
  readonly #reader = new NumberingReader()
  /** Current numbers, by abstract list and level. */
  readonly #counters = new Map<string, (number | undefined)[]>()
  /** Lists and levels that already have an item. */
  readonly #begun = new Set<string>()

  constructor(xml: string | null, deadlineMs: number) {
    if (xml !== null) readXml(xml, this.#reader, deadlineMs)
  }

  /**
   * Counts one paragraph.
   * @param numberingId of the paragraph or its style.
   * @param statedLevel stated level; null: the level linked to the style, or 0.
   * @returns null when the paragraph has no marker.
   */
  place(numberingId: string, statedLevel: number | null, styleId: string | null): ListPlace | null {
    const list = this.#reader.lists.get(numberingId)
    const abstract = list === undefined ? undefined : this.#abstract(list)
    if (list === undefined || abstract === undefined) return null
    const level = Math.min(levelMax, statedLevel ?? abstract.styleLevels.get(styleId ?? '') ?? 0)
    const levels = (at: number): ListLevel | undefined => list.levels.get(at) ?? abstract.levels.get(at)
    const definition = levels(level) ?? { format: 'bullet', start: 1 }
    const number = this.#count(numberingId, list, level, definition.start, levels)
    // It counts without a marker, too.
    if (definition.format === 'none') return null
    return { level, isOrdered: definition.format !== 'bullet', number }
  }

  #abstract({ abstractId }: List): AbstractList | undefined {
    const found = this.#reader.abstracts.get(abstractId)
    if (found === undefined || found.styleLink === null || found.levels.size > 0) return found
    const linked = this.#reader.linked.get(found.styleLink)
    return linked === undefined ? found : this.#reader.abstracts.get(linked)
  }

  #count(id: string, list: List, level: number, start: number, levels: (at: number) => ListLevel | undefined): number {
    const counters = this.#counters.get(list.abstractId) ?? []
    this.#counters.set(list.abstractId, counters)
    const override = list.starts.get(level)
    const isFirst = !this.#begun.has(`${id} ${level}`)
    this.#begun.add(`${id} ${level}`)
    const number = isFirst && override !== undefined ? override : (counters[level] ?? start - 1) + 1
    counters[level] = number
    for (let deeper = level + 1; deeper < counters.length; deeper++)
      if (level < (levels(deeper)?.restart ?? deeper)) counters[deeper] = undefined
    return number
  }
}

class NumberingReader implements XmlHandler {
  readonly abstracts = new Map<string, AbstractList>()
  readonly lists = new Map<string, List>()
  /** Abstract lists by the numbering style they define. */
  readonly linked = new Map<string, string>()
  #abstractId = ''
  #abstract: AbstractList | null = null
  #list: List | null = null
  #level = 0

  enter(name: string, attributes: XmlAttributes): void {
    const value = attributes['w:val']
    if (name === 'w:abstractNum') {
      this.#abstractId = attributes['w:abstractNumId'] ?? ''
      this.#abstract = { levels: new Map(), styleLevels: new Map(), styleLink: null }
      this.abstracts.set(this.#abstractId, this.#abstract)
    } else if (name === 'w:num') {
      this.#list = { abstractId: '', starts: new Map(), levels: new Map() }
      this.lists.set(attributes['w:numId'] ?? '', this.#list)
    } else if (name === 'w:lvl' || name === 'w:lvlOverride') {
      this.#level = wholeNumber(attributes['w:ilvl']) ?? 0
    } else if (this.#list !== null) {
      if (name === 'w:abstractNumId') this.#list.abstractId = value ?? ''
      else if (name === 'w:startOverride') this.#list.starts.set(this.#level, wholeNumber(value) ?? 1)
      else this.#readLevel(this.#list.levels, name, value)
    } else if (this.#abstract !== null) {
      this.#readAbstract(this.#abstract, name, value)
    }
  }

  leave(name: string): void {
    if (name === 'w:abstractNum') this.#abstract = null
    else if (name === 'w:num') this.#list = null
  }

  #readAbstract(abstract: AbstractList, name: string, value = ''): void {
    if (name === 'w:numStyleLink') abstract.styleLink = value
    else if (name === 'w:styleLink') this.linked.set(value, this.#abstractId)
    else if (name === 'w:pStyle') abstract.styleLevels.set(value, this.#level)
    else this.#readLevel(abstract.levels, name, value)
  }

  #readLevel(levels: Map<number, ListLevel>, name: string, value = ''): void {
    if (name !== 'w:numFmt' && name !== 'w:start' && name !== 'w:lvlRestart') return
    const level = levels.get(this.#level) ?? { format: 'decimal', start: 1, restart: null }
    levels.set(this.#level, level)
    if (name === 'w:numFmt') level.format = value
    else if (name === 'w:start') level.start = wholeNumber(value) ?? 1
    else level.restart = wholeNumber(value)
  }
}
