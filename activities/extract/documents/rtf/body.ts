/** Content of a Rich Text Format document to HTML, token by token. */
import { linkOfInstruction } from '../docx/fields.ts'
import { BlockWriter } from '../office/blocks.ts'
import { InlineWriter, plainRun, type RunStyle } from '../office/inline.ts'
import { NoteList } from '../office/notes.ts'
import { noProperties, type DocumentProperties } from '../document-page.ts'
import { ByteText, encodingOfCharacterSet, encodingOfCodePage } from './encoding.ts'
import { RtfTable } from './table.ts'
import type { RtfHandler } from './tokens.ts'
import type { TableBudget } from '../tables/budget.ts'

/** What the text of a group is. */
type Destination = 'body' | 'skipped' | 'fonts' | 'styles' | 'marker' | 'instruction' | keyof DocumentProperties

/** What a group inherits and gives up at its end. */
interface State {
  destination: Destination
  run: RunStyle
  isHidden: boolean
  font: number
  /** Characters that stand in for one that `\u` gives. */
  substitutes: number
  field: { instruction: string } | null
  /** True in the group of a note itself. */
  opensNote: boolean
}

interface Paragraph {
  style: number
  outline: number | null
  isInTable: boolean
  listLevel: number
}

interface Flow {
  blocks: BlockWriter
  inline: InlineWriter
  paragraph: Paragraph
  marker: string
}

const groupsMax = 500
const collectedMaxCharacters = 4_096

const skippedWords = new Set([
  'colortbl', 'pict', 'objdata', 'objclass', 'header', 'headerl', 'headerr', 'headerf', 'footer', 'footerl', 'footerr',
  'footerf', 'ftnsep', 'ftnsepc', 'aftnsep', 'aftnsepc', 'listtable', 'listoverridetable', 'rsidtbl', 'filetbl',
  'revtbl', 'nonshppict', 'sp', 'annotation', 'atnid', 'atnauthor', 'bkmkstart', 'bkmkend', 'xe', 'tc', 'template',
  'operator', 'keywords', 'subject', 'category', 'manager', 'company', 'printim', 'buptim', 'pntxta', 'pntxtb',
]) // prettier-ignore
/** Groups that an older reader is to pass over and this one is not. */
const knownOptional = new Set(['shpinst', 'shptxt', 'fldinst', 'footnote', 'pn'])

const destinations: Readonly<Record<string, Destination>> = {
  fonttbl: 'fonts',
  stylesheet: 'styles',
  listtext: 'marker',
  pntext: 'marker',
  fldinst: 'instruction',
  title: 'title',
  author: 'author',
  doccomm: 'description',
  creatim: 'created',
  revtim: 'modified',
}

const characters: Readonly<Record<string, string>> = {
  tab: '\t', emdash: '—', endash: '–', lquote: '‘', rquote: '’', ldblquote: '“', rdblquote: '”', bullet: '•',
  emspace: '\u2003', enspace: '\u2002', qmspace: '\u2005', zwj: '\u200d', zwnj: '\u200c', nestcell: ' ',
} // prettier-ignore

const newFlow = (): Flow => ({
  blocks: new BlockWriter(),
  inline: new InlineWriter(),
  paragraph: newParagraph(),
  marker: '',
})
const newParagraph = (): Paragraph => ({ style: 0, outline: null, isInTable: false, listLevel: 0 })

/** Writes what a document shows: paragraphs, headings, lists, tables, links and notes. */
export class RtfBody implements RtfHandler {
  readonly #notes = new NoteList()
  readonly #table: RtfTable
  readonly #flows: Flow[] = [newFlow()]
  readonly #states: State[] = []
  readonly #bytes = new ByteText()
  readonly #fontEncodings = new Map<number, string>()
  readonly #headingStyles = new Map<number, number>()
  readonly #properties: Record<keyof DocumentProperties, string> = {
    title: '',
    author: '',
    description: '',
    language: '',
    created: '',
    modified: '',
  }
  #state: State = {
    destination: 'body',
    run: plainRun,
    isHidden: false,
    font: 0,
    substitutes: 1,
    field: null,
    opensNote: false,
  }
  /** Groups open beyond the cap. */
  #uncounted = 0
  #encoding = encodingOfCodePage(1252)
  #isOptional = false
  /** Characters still to pass over after `\u`. */
  #toSkip = 0
  #definedStyle = 0
  #styleName = ''
  #noteCount = 0
  #cell: BlockWriter | null = null

  constructor(budget: TableBudget) {
    this.#table = new RtfTable(budget)
  }

  get properties(): DocumentProperties {
    const { title, author, description, created, modified } = this.#properties
    return { ...noProperties, title, author, description, created, modified }
  }

  /** All of it, whatever was still open. */
  toHtml(): string {
    this.#flushText()
    while (this.#flows.length > 1) this.#endNote()
    this.#endParagraph()
    this.#endTable()
    return this.#flow.blocks.toHtml() + this.#notes.toHtml()
  }

  openGroup(): void {
    this.#flushText()
    this.#isOptional = false
    if (this.#states.length >= groupsMax) {
      this.#uncounted++
      return
    }
    this.#states.push(this.#state)
    this.#state = { ...this.#state, opensNote: false }
  }

  closeGroup(): void {
    this.#flushText()
    this.#isOptional = false
    if (this.#uncounted > 0) {
      this.#uncounted--
      return
    }
    if (this.#state.destination === 'styles') this.#endStyle()
    if (this.#state.opensNote) this.#endNote()
    const around = this.#states.pop()
    if (around !== undefined) this.#state = around
  }

  symbol(character: string): void {
    if (character === '*') this.#isOptional = true
    else if (character === '~') this.#shown('\u00a0')
    else if (character === '_') this.#shown('\u2011')
  }

  byte(code: number): void {
    if (this.#toSkip > 0) {
      this.#toSkip--
      return
    }
    const { destination } = this.#state
    if (destination === 'skipped') return
    const encoding = this.#fontEncodings.get(this.#state.font) ?? this.#encoding
    this.#text(this.#bytes.add(code, encoding))
  }

  word(name: string, parameter: number | null): void {
    if (name === 'u') {
      this.#flushText()
      this.#toSkip = this.#state.substitutes
      this.#text(String.fromCharCode((parameter ?? 0) & 0xffff))
      return
    }
    this.#flushText()
    this.#toSkip = 0
    if (this.#startsDestination(name) || this.#state.destination === 'skipped') return
    const shown = characters[name]
    if (shown !== undefined) this.#text(shown)
    else if (name === 'uc') this.#state.substitutes = Math.min(10, Math.max(0, parameter ?? 1))
    else if (this.#state.destination === 'body') this.#bodyWord(name, parameter)
    else this.#otherWord(name, parameter ?? 0)
  }

  get #flow(): Flow {
    return this.#flows.at(-1) ?? newFlow()
  }

  /** @returns true when the word says what the group is, and nothing else. */
  #startsDestination(name: string): boolean {
    const isOptional = this.#isOptional
    this.#isOptional = false
    const state = this.#state
    if (state.destination === 'skipped') return true
    const destination = destinations[name]
    if (name === 'footnote') this.#startNote()
    else if (name === 'field') state.field = { instruction: '' }
    else if (name === 'fldrslt')
      state.run = { ...state.run, href: outside(linkOfInstruction(state.field?.instruction ?? '')) }
    else if (destination !== undefined) {
      state.destination = destination
      if (destination === 'marker') this.#flow.marker = ''
    } else if (skippedWords.has(name) || (isOptional && !knownOptional.has(name))) state.destination = 'skipped'
    else return false
    return true
  }

  #bodyWord(name: string, parameter: number | null): void {
    const isOn = parameter !== 0
    const state = this.#state
    switch (name) {
      case 'par':
      case 'sect':
      case 'page':
        this.#endParagraph()
        return
      case 'pard':
        this.#flow.paragraph = newParagraph()
        return
      case 'line':
        this.#flow.inline.lineBreak()
        return
      case 'plain':
        state.run = { ...plainRun, href: state.run.href }
        state.isHidden = false
        return
      case 'b':
        state.run = { ...state.run, bold: isOn }
        return
      case 'i':
        state.run = { ...state.run, italic: isOn }
        return
      case 'strike':
        state.run = { ...state.run, strike: isOn }
        return
      case 'super':
      case 'sub':
        state.run = { ...state.run, raised: isOn ? (name === 'sub' ? 'sub' : 'sup') : null }
        return
      case 'nosupersub':
        state.run = { ...state.run, raised: null }
        return
      case 'v':
      case 'deleted':
        state.isHidden = isOn
        return
      default:
        this.#paragraphWord(name, parameter ?? 0)
    }
  }

  #paragraphWord(name: string, parameter: number): void {
    const { paragraph } = this.#flow
    if (this.#table.define(name)) return
    if (name === 's') paragraph.style = parameter
    else if (name === 'outlinelevel') paragraph.outline = parameter
    else if (name === 'intbl') paragraph.isInTable = true
    else if (name === 'ilvl') paragraph.listLevel = parameter
    else if (name === 'cell') this.#endCell()
    else if (name === 'row') this.#table.endRow()
    else if (name === 'f') this.#state.font = parameter
    else if (name === 'ansicpg') this.#encoding = encodingOfCodePage(parameter)
    else if (name === 'mac') this.#encoding = encodingOfCodePage(10_000)
  }

  /** Words inside the tables in front of the text. */
  #otherWord(name: string, parameter: number): void {
    const { destination } = this.#state
    if (destination === 'fonts') {
      if (name === 'f') this.#state.font = parameter
      const encoding =
        name === 'fcharset' ? encodingOfCharacterSet(parameter) : name === 'cpg' ? encodingOfCodePage(parameter) : null
      if (encoding !== null) this.#fontEncodings.set(this.#state.font, encoding)
    } else if (destination === 'styles') {
      if (name === 's') this.#definedStyle = parameter
      else if (name === 'outlinelevel') this.#headingStyles.set(this.#definedStyle, parameter + 1)
    } else if (destination === 'created' || destination === 'modified') this.#timeWord(destination, name, parameter)
  }

  #timeWord(property: 'created' | 'modified', name: string, parameter: number): void {
    const separator = { yr: '', mo: '-', dy: '-', hr: 'T', min: ':' }[name]
    if (separator === undefined) return
    const digits = String(Math.abs(parameter)).padStart(name === 'yr' ? 4 : 2, '0')
    this.#properties[property] = this.#properties[property].slice(0, 40) + separator + digits
  }

  /** Text that no bytes stand for. */
  #shown(text: string): void {
    this.#flushText()
    if (this.#toSkip > 0) this.#toSkip--
    else this.#text(text)
  }

  #flushText(): void {
    this.#text(this.#bytes.take())
  }

  #text(text: string): void {
    const state = this.#state
    if (text === '' || state.isHidden) return
    switch (state.destination) {
      case 'body':
        this.#flow.inline.text(text, state.run)
        return
      case 'marker':
        this.#flow.marker = (this.#flow.marker + text).slice(0, 32)
        return
      case 'instruction':
        if (state.field !== null && state.field.instruction.length < collectedMaxCharacters)
          state.field.instruction += text
        return
      case 'styles':
        this.#styleName = (this.#styleName + text).slice(0, 256)
        return
      case 'title':
      case 'author':
      case 'description': {
        const value = this.#properties[state.destination]
        if (value.length < collectedMaxCharacters) this.#properties[state.destination] = value + text
        return
      }
      default:
    }
  }

  #endStyle(): void {
    const level = /^\s*heading ([1-9])\b/i.exec(this.#styleName)?.[1]
    if (level !== undefined) this.#headingStyles.set(this.#definedStyle, Number(level))
    else if (/^\s*title;?$/i.test(this.#styleName)) this.#headingStyles.set(this.#definedStyle, 1)
    this.#styleName = ''
    this.#definedStyle = 0
  }

  #startNote(): void {
    if (this.#flows.length > 1) return
    this.#state.opensNote = true
    this.#state.run = plainRun
    this.#flows.push(newFlow())
  }

  #endNote(): void {
    const { blocks } = this.#flow
    this.#endParagraph()
    this.#flows.pop()
    const id = String(++this.#noteCount)
    this.#notes.define(id, blocks.toCellHtml())
    this.#flow.inline.raw(this.#notes.reference(id))
  }

  #endParagraph(): void {
    const flow = this.#flow
    const { paragraph, marker } = flow
    const html = flow.inline.isEmpty ? '' : flow.inline.take().trim()
    flow.marker = ''
    if (html === '') return
    const isCell = paragraph.isInTable && this.#flows.length === 1
    if (!isCell && this.#flows.length === 1) this.#endTable()
    if (isCell) this.#cell ??= new BlockWriter()
    const blocks = isCell && this.#cell !== null ? this.#cell : flow.blocks
    const outline = paragraph.outline !== null && paragraph.outline < 9 ? paragraph.outline + 1 : undefined
    const level = outline ?? this.#headingStyles.get(paragraph.style)
    if (level !== undefined && level <= 9) blocks.heading(level, withoutBold(html))
    else if (marker.trim() === '') blocks.paragraph(html)
    else blocks.listItem(paragraph.listLevel, isNumber(marker), html, Number.parseInt(marker, 10) || 1)
  }

  #endCell(): void {
    this.#flow.paragraph.isInTable = true
    this.#endParagraph()
    this.#table.addCell(this.#cell?.toCellHtml() ?? '')
    this.#cell = null
  }

  #endTable(): void {
    const [main] = this.#flows
    main?.blocks.block(this.#table.take())
  }
}

/** Links inside the document lead nowhere in a page. */
const outside = (href: string | null): string | null => (href === null || href.startsWith('#') ? null : href)

const withoutBold = (html: string): string => html.replaceAll(/<\/?strong>/g, '')

/** Whether the mark of an item counts. */
const isNumber = (marker: string): boolean => /^\s*\(?(?:\d+|[a-z]{1,4})[.)]/i.test(marker)
