/** Converts text and slides of an OpenDocument file (OASIS OpenDocument 1.3, part 3) to HTML while they are parsed. */
import { HtmlBlockWriter } from '../office/blocks.ts'
import { FlowStack } from '../office/flow-stack.ts'
import { InlineWriter, type RunStyle } from '../office/inline.ts'
import { NoteList } from '../office/notes.ts'
import type { XmlAttributes, XmlHandler } from '../office/xml.ts'
import { unstyled, type OpenDocumentStyles } from './styles.ts'
import type { TableBudget } from '../tables/budget.ts'
import { TableRows } from '../tables/rows.ts'

interface Paragraph {
  inline: InlineWriter
  /** 0 when the paragraph is not a heading. */
  headingLevel: number
  styleName: string | undefined
  /** Plain text, used for a line of code. */
  plain: string
  /** HTML of the text boxes anchored to it. */
  after: string
}

interface List {
  style: string | null
  /** Numbers of the last items by level; shared with the lists below it and with those that continue it. */
  numbers: ListNumbers
  /** Number stated for the open item; null when it follows the item before. */
  stated: number | null
  /** True when the open item has a number: without a paragraph of its own it has none. A header is not counted. */
  isItemCounted: boolean
  /** True when the open item has been written; a header, which precedes the items, is not written as one. */
  isItemWritten: boolean
}

type ListNumbers = (number | undefined)[]

/** The target of paragraphs: the body, a cell, a note, a frame or the notes of a slide. */
interface Flow {
  blocks: HtmlBlockWriter
  paragraph: Paragraph | null
  lists: List[]
  table: TableRows | null
  cell: { span: number; rowSpan: number } | null
  /** True for the title frame of a slide. */
  isTitle: boolean
}

const skippedElements = new Set([
  'office:annotation', 'text:tracked-changes', 'text:table-of-content', 'text:illustration-index', 'text:table-index',
  'text:object-index', 'text:user-index', 'text:alphabetical-index', 'text:sequence-decls', 'text:note-citation',
  'office:forms', 'table:tracked-changes', 'svg:title', 'svg:desc', 'text:ruby-text', 'draw:object', 'office:scripts',
  'presentation:footer-decl', 'presentation:date-time-decl', 'presentation:header-decl',
]) // prettier-ignore

const spacesMax = 100

/** Converts `content.xml` of a text or a presentation. */
export class OpenDocumentBody implements XmlHandler {
  /** Number of slides, including hidden ones. */
  slides = 0
  hiddenSlides = 0
  readonly #styles: OpenDocumentStyles
  readonly #budget: TableBudget
  readonly #notes = new NoteList()
  readonly #flows = new FlowStack(newFlow)
  readonly #runs: RunStyle[] = []
  readonly #links: (string | null)[] = []
  /** Numbers of the lists that others may continue. */
  readonly #numbersById = new Map<string, ListNumbers>()
  readonly #numbersByStyle = new Map<string | null, ListNumbers>()
  #noteCount = 0
  #skipped = 0
  #inBody = false
  #isHeaderRow = false

  constructor(styles: OpenDocumentStyles, budget: TableBudget) {
    this.#styles = styles
    this.#budget = budget
  }

  toHtml(): string {
    return this.#flow.blocks.toHtml() + this.#notes.toHtml()
  }

  enter(name: string, attributes: XmlAttributes): void {
    if (this.#skipped > 0 || this.#isSkipped(name, attributes)) this.#skipped++
    else if (name === 'office:body') this.#inBody = true
    else if (this.#inBody) this.#enterContent(name, attributes)
    else this.#styles.enter(name, attributes)
  }

  leave(name: string): void {
    if (this.#skipped > 0) this.#skipped--
    else if (this.#inBody) this.#leaveContent(name)
    else this.#styles.leave(name)
  }

  text(text: string): void {
    if (this.#skipped === 0) this.#write(text)
  }

  get #flow(): Flow {
    return this.#flows.top
  }

  #isSkipped(name: string, attributes: XmlAttributes): boolean {
    if (skippedElements.has(name)) return true
    if (name !== 'draw:page') return false
    this.slides++
    const isHidden = this.#styles.isHidden(attributes['draw:style-name'])
    if (isHidden) this.hiddenSlides++
    return isHidden
  }

  #enterContent(name: string, attributes: XmlAttributes): void {
    const flow = this.#flow
    switch (name) {
      case 'text:p':
      case 'text:h':
        this.#startParagraph(name === 'text:h', attributes)
        return
      case 'text:span':
        this.#runs.push(this.#styles.run(attributes['text:style-name'], this.#run))
        return
      case 'text:a':
      case 'draw:a':
        this.#links.push(attributes['xlink:href'] ?? null)
        return
      case 'text:s':
        this.#write(' '.repeat(Math.min(spacesMax, Number(attributes['text:c'] ?? 1) || 1)))
        return
      case 'text:tab':
        this.#write('\t')
        return
      case 'text:line-break':
        flow.paragraph?.inline.lineBreak()
        if (flow.paragraph !== null) flow.paragraph.plain += '\n'
        return
      case 'text:list':
        this.#startList(flow.lists, attributes)
        return
      case 'text:list-item':
      case 'text:list-header':
        this.#startItem(attributes, name === 'text:list-header')
        return
      case 'text:note-body':
      case 'draw:text-box':
      case 'presentation:notes':
        this.#flows.push()
        return
      case 'draw:frame':
      case 'draw:custom-shape':
        this.#flows.push()
        this.#flow.isTitle = attributes['presentation:class'] === 'title'
        return
      default:
        this.#enterTable(name, attributes)
    }
  }

  #enterTable(name: string, attributes: XmlAttributes): void {
    if (name === 'table:table') {
      this.#flows.push()
      this.#flow.table = new TableRows(this.#budget)
    } else if (name === 'table:table-header-rows') this.#isHeaderRow = true
    else if (name === 'table:table-row') this.#flow.table?.startRow(this.#isHeaderRow)
    else if (name === 'table:table-cell') {
      this.#flows.push()
      const span = Number(attributes['table:number-columns-spanned'] ?? 1)
      this.#flow.cell = { span, rowSpan: Number(attributes['table:number-rows-spanned'] ?? 1) }
    }
  }

  #leaveContent(name: string): void {
    switch (name) {
      case 'text:p':
      case 'text:h':
        this.#endParagraph()
        return
      case 'text:span':
        this.#runs.pop()
        return
      case 'text:a':
      case 'draw:a':
        this.#links.pop()
        return
      case 'text:list':
        this.#endList()
        return
      case 'table:table-header-rows':
        this.#isHeaderRow = false
        return
      case 'text:note-body':
        this.#endNote()
        return
      case 'table:table-cell':
        this.#endCell()
        return
      case 'table:table':
      case 'draw:text-box':
      case 'draw:frame':
      case 'draw:custom-shape':
      case 'presentation:notes':
        this.#endFlow(name)
        return
      default:
    }
  }

  get #run(): RunStyle {
    return this.#runs.at(-1) ?? unstyled
  }

  #write(text: string): void {
    const paragraph = this.#flow.paragraph
    if (paragraph === null) return
    const href = this.#links.at(-1) ?? null
    // Links inside the document have no target in the page.
    const isOutside = href !== null && !href.startsWith('#')
    paragraph.inline.text(text, {
      ...this.#run,
      bold: this.#run.bold && paragraph.headingLevel === 0,
      href: isOutside ? href : null,
    })
    paragraph.plain += text
  }

  #startParagraph(isHeading: boolean, attributes: XmlAttributes): void {
    const level = isHeading ? Number(attributes['text:outline-level'] ?? 1) || 1 : 0
    const styleName = attributes['text:style-name']
    const headingLevel = this.#styles.role(styleName) === 'title' ? 1 : level
    this.#flow.paragraph = { inline: new InlineWriter(), headingLevel, styleName, plain: '', after: '' }
    this.#runs.length = 0
    this.#links.length = 0
  }

  #startList(lists: List[], attributes: XmlAttributes): void {
    const around = lists.at(-1)
    const style = attributes['text:style-name'] ?? around?.style ?? null
    const isContinued = attributes['text:continue-numbering'] === 'true'
    let numbers = around?.numbers
    if (numbers === undefined) {
      numbers = this.#numbersById.get(attributes['text:continue-list'] ?? '')
      if (isContinued) numbers ??= this.#numbersByStyle.get(style)
      numbers ??= []
      const id = attributes['xml:id'] ?? attributes['text:id']
      if (id !== undefined) this.#numbersById.set(id, numbers)
      this.#numbersByStyle.set(style, numbers)
    } else if (!isContinued) numbers.length = Math.min(numbers.length, lists.length)
    lists.push({ style, numbers, stated: null, isItemCounted: false, isItemWritten: false })
  }

  #startItem(attributes: XmlAttributes, isHeader: boolean): void {
    const list = this.#flow.lists.at(-1)
    if (list === undefined) return
    list.isItemCounted = isHeader
    list.isItemWritten = isHeader
    const start = Number(attributes['text:start-value'])
    list.stated = Number.isInteger(start) ? start : null
  }

  /** Counts the open item at its first paragraph; a list begins anew below each item. */
  #countItem(lists: readonly List[]): void {
    const list = lists.at(-1)
    if (list === undefined || list.isItemCounted) return
    list.isItemCounted = true
    const level = lists.length - 1
    const before = list.numbers[level] ?? this.#styles.firstNumber(list.style, level) - 1
    list.numbers[level] = list.stated ?? before + 1
    list.numbers.length = level + 1
  }

  #endList(): void {
    const { lists, blocks } = this.#flow
    lists.pop()
    if (lists.length === 0) blocks.endLists()
  }

  #endParagraph(): void {
    const flow = this.#flow
    const paragraph = flow.paragraph
    if (paragraph === null) return
    flow.paragraph = null
    const html = paragraph.inline.isEmpty ? '' : paragraph.inline.take().trim()
    const role = this.#styles.role(paragraph.styleName)
    this.#countItem(flow.lists)
    if (paragraph.headingLevel > 0) flow.blocks.heading(paragraph.headingLevel, html)
    else if (flow.lists.length > 0) this.#writeItem(flow, html)
    else if (role === 'code') flow.blocks.code(paragraph.plain)
    else if (role === 'quote') flow.blocks.quote(html)
    else flow.blocks.paragraph(html)
    flow.blocks.block(paragraph.after)
  }

  #writeItem({ lists, blocks }: Flow, html: string): void {
    const list = lists.at(-1)
    if (list === undefined || html === '') return
    const level = lists.length - 1
    const isOrdered = this.#styles.isOrdered(list.style, level)
    if (list.isItemWritten) blocks.itemParagraph(html)
    else blocks.listItem(level, isOrdered, html, list.numbers[level], isOrdered)
    list.isItemWritten = true
  }

  #endCell(): void {
    const flow = this.#flows.pop()
    if (flow?.cell != null) this.#flow.table?.addCell(flow.blocks.toCellHtml(), flow.cell.span, flow.cell.rowSpan)
  }

  #endNote(): void {
    const flow = this.#flows.pop()
    if (flow === null) return
    const id = String(++this.#noteCount)
    this.#notes.define(id, flow.blocks.toCellHtml())
    this.#flow.paragraph?.inline.raw(this.#notes.reference(id))
  }

  /** Writes the content of a nested flow at its place, or after the paragraph it is anchored to. */
  #endFlow(name: string): void {
    const flow = this.#flows.pop()
    if (flow === null) return
    const around = this.#flow
    // A table has paragraphs outside its cells only where the nesting limit flattened content.
    flow.table?.guessHeader()
    const html = (flow.table?.toHtml() ?? '') + flow.blocks.toHtml()
    if (html === '') return
    if (name === 'presentation:notes') around.blocks.block(`<blockquote>${html}</blockquote>\n`)
    else if (flow.isTitle) around.blocks.heading(2, withoutParagraphs(html))
    else if (around.paragraph === null) around.blocks.block(html)
    else around.paragraph.after += html
  }
}

/** Joins the lines of a title, which are paragraphs. */
const withoutParagraphs = (html: string): string => html.replaceAll(/<\/?p>/g, '').trim()

const newFlow = (): Flow => ({
  blocks: new HtmlBlockWriter(),
  paragraph: null,
  lists: [],
  table: null,
  cell: null,
  isTitle: false,
})
