/** Converts the tokens of a Rich Text Format document to HTML. */
import { linkOfInstruction } from '../office/fields.ts'
import { HtmlBlockWriter } from '../office/blocks.ts'
import { InlineWriter, plainRun, type RunStyle } from '../office/inline.ts'
import { NoteList } from '../office/notes.ts'
import type { DocumentProperties } from '../office/document-page.ts'
import { characters, destinations, knownOptional, skippedWords, type RtfDestination } from './vocabulary.ts'
import { ByteText, encodingOfCodePage } from './encoding.ts'
import { DocumentTables } from './document-tables.ts'
import { RtfTable } from './table.ts'
import type { RtfHandler } from './tokens.ts'
import type { TableBudget } from '../tables/budget.ts'

/** State that a group inherits and restores at its end. */
interface State {
  destination: RtfDestination
  run: RunStyle
  isHidden: boolean
  font: number
  /** Number of fallback characters after each `\u` character. */
  substitutes: number
  field: { instruction: string } | null
  /** True in the group of a note itself, whose end ends the note. */
  opensNote: boolean
}

interface Paragraph {
  style: number
  outline: number | null
  isInTable: boolean
  listLevel: number
}

interface Flow {
  blocks: HtmlBlockWriter
  inline: InlineWriter
  paragraph: Paragraph
  marker: string
}

const groupsMax = 500
const collectedMaxCharacters = 4_096

const newFlow = (): Flow => ({
  blocks: new HtmlBlockWriter(),
  inline: new InlineWriter(),
  paragraph: newParagraph(),
  marker: '',
})
const newParagraph = (): Paragraph => ({ style: 0, outline: null, isInTable: false, listLevel: 0 })

/** Writes the visible content of a document: paragraphs, headings, lists, tables, links and notes. */
export class RtfBody implements RtfHandler {
  readonly #notes = new NoteList()
  readonly #table: RtfTable
  readonly #flows: Flow[] = [newFlow()]
  readonly #states: State[] = []
  readonly #bytes = new ByteText()
  readonly #tables = new DocumentTables()
  #state: State = {
    destination: 'body',
    run: plainRun,
    isHidden: false,
    font: 0,
    substitutes: 1,
    field: null,
    opensNote: false,
  }
  /** Number of open groups beyond the limit. */
  #uncounted = 0
  #encoding = encodingOfCodePage(1252)
  #isOptional = false
  /** Number of fallback characters still to skip after `\u`. */
  #toSkip = 0
  #noteCount = 0
  #cell: HtmlBlockWriter | null = null

  constructor(budget: TableBudget) {
    this.#table = new RtfTable(budget)
  }

  get properties(): DocumentProperties {
    return this.#tables.properties
  }

  /** Returns all content, and ends everything that is still open. */
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
    // Braces end the fallback of a character, whether it is complete or not.
    this.#toSkip = 0
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
    this.#toSkip = 0
    if (this.#uncounted > 0) {
      this.#uncounted--
      return
    }
    if (this.#state.destination === 'styles') this.#tables.endStyle()
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
    const encoding = this.#tables.encodingOf(this.#state.font) ?? this.#encoding
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
    else if (this.#state.destination === 'fonts' && name === 'f') this.#state.font = parameter ?? 0
    else this.#tables.word(this.#state, name, parameter ?? 0)
  }

  get #flow(): Flow {
    return this.#flows.at(-1) ?? newFlow()
  }

  /** @returns true when the word defines the destination of the group and has no other effect. */
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

  /** Adds text that does not come from bytes. */
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
      default:
        this.#tables.text(state.destination, text)
    }
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
    if (isCell) this.#cell ??= new HtmlBlockWriter()
    const blocks = isCell && this.#cell !== null ? this.#cell : flow.blocks
    const outline = paragraph.outline !== null && paragraph.outline < 9 ? paragraph.outline + 1 : undefined
    const level = outline ?? this.#tables.headingLevel(paragraph.style)
    if (level !== undefined && level <= 9) blocks.heading(level, withoutBold(html))
    else if (marker.trim() === '') blocks.paragraph(html)
    else blocks.listItem(paragraph.listLevel, isNumber(marker), html, numberOf(marker))
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

/** Returns null for links inside the document, which have no target in the page. */
const outside = (href: string | null): string | null => (href === null || href.startsWith('#') ? null : href)

const withoutBold = (html: string): string => html.replaceAll(/<\/?strong>/g, '')

/** Returns the number of an item, the last one of a marker such as `2.1.` or `(3)`; 1 when it has letters only. */
const numberOf = (marker: string): number => Number(/(\d{1,9})\D*$/.exec(marker)?.[1] ?? 1)

/** Returns whether the marker of an item is a number or letter. */
const isNumber = (marker: string): boolean => /^\s*\(?(?:\d+|[a-z]{1,4})[.)]/i.test(marker)
