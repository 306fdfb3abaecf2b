/** Converts one slide of a PowerPoint presentation (ECMA-376 part 1, 19 and 21) to HTML. */
import { HtmlBlockWriter } from '../office/blocks.ts'
import { InlineWriter, plainRun, type RunStyle } from '../office/inline.ts'
import type { Relationships } from '../office/package.ts'
import type { XmlAttributes, XmlHandler } from '../office/xml.ts'
import type { TableBudget } from '../tables/budget.ts'
import { TableRows } from '../tables/rows.ts'

/** Placeholders without content of the slide itself: date, footer, header, slide number, slide image. */
const furniture = new Set(['dt', 'ftr', 'hdr', 'sldNum', 'sldImg'])
/** Placeholders whose paragraphs have bullets by default. */
const bulleted = new Set(['body', 'obj'])

interface Shape {
  /** Type of the placeholder; null when the shape is not a placeholder. */
  placeholder: string | null
}

interface Paragraph {
  inline: InlineWriter
  level: number
  /** List marker stated by the paragraph itself; null when not stated. */
  mark: 'bullet' | 'number' | 'none' | null
  /** Number of the first item of its list. */
  start: number
}

/** Converts a slide, or the notes of one. */
export class SlideReader implements XmlHandler {
  /** True when the slide is hidden in the presentation. */
  isHidden = false
  readonly #relationships: Relationships
  readonly #budget: TableBudget
  readonly #bodyMark: 'bullet' | 'none'
  readonly #blocks = new HtmlBlockWriter()
  #title = ''
  #shape: Shape = { placeholder: null }
  #table: TableRows | null = null
  #cell: { blocks: HtmlBlockWriter; span: number; rowSpan: number; isCovered: boolean } | null = null
  #paragraph: Paragraph | null = null
  #run: RunStyle = plainRun
  #isRun = false
  #firstIsHeader = false
  #isText = false

  /** @param bodyMark default marker of paragraphs in body placeholders. */
  constructor(relationships: Relationships, budget: TableBudget, bodyMark: 'bullet' | 'none' = 'bullet') {
    this.#relationships = relationships
    this.#budget = budget
    this.#bodyMark = bodyMark
  }

  /** Inline HTML of the title; empty if none exists. */
  get title(): string {
    return this.#title
  }

  /** Returns the content below the title. */
  toHtml(): string {
    return this.#blocks.toHtml()
  }

  enter(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case 'p:sld':
        this.isHidden = /^(?:0|false)$/.test(attributes['show'] ?? '')
        return
      case 'p:sp':
      case 'p:graphicFrame':
        this.#shape = { placeholder: null }
        return
      case 'p:ph':
        this.#shape.placeholder = attributes['type'] ?? 'obj'
        return
      case 'a:tbl':
        this.#table = new TableRows(this.#budget)
        return
      case 'a:tblPr':
        this.#firstIsHeader = /^(?:1|true)$/.test(attributes['firstRow'] ?? '')
        return
      case 'a:tr':
        this.#table?.startRow(this.#firstIsHeader)
        this.#firstIsHeader = false
        return
      case 'a:tc':
        this.#startCell(attributes)
        return
      case 'a:p':
        this.#paragraph = { inline: new InlineWriter(), level: 0, mark: null, start: 1 }
        return
      case 'a:pPr':
        if (this.#paragraph !== null) this.#paragraph.level = Number(attributes['lvl'] ?? 0) || 0
        return
      case 'a:buNone':
        this.#mark('none')
        return
      case 'a:buChar':
      case 'a:buBlip':
        this.#mark('bullet')
        return
      case 'a:buAutoNum':
        this.#mark('number')
        if (this.#paragraph !== null) this.#paragraph.start = Number(attributes['startAt'] ?? 1) || 1
        return
      default:
        this.#enterRun(name, attributes)
    }
  }

  leave(name: string): void {
    if (name === 'a:t') this.#isText = false
    else if (name === 'a:r' || name === 'a:fld') this.#isRun = false
    else if (name === 'a:p') this.#endParagraph()
    else if (name === 'a:tc') this.#endCell()
    else if (name === 'a:tbl') {
      if (this.#table !== null) this.#blocks.block(this.#table.toHtml())
      this.#table = null
    } else if (name === 'p:sp') this.#blocks.endLists()
  }

  text(text: string): void {
    if (this.#isText) this.#paragraph?.inline.text(text, this.#run)
  }

  #enterRun(name: string, attributes: XmlAttributes): void {
    if (name === 'a:r' || name === 'a:fld') {
      this.#run = plainRun
      this.#isRun = true
    } else if (name === 'a:t') this.#isText = true
    else if (name === 'a:br') this.#paragraph?.inline.lineBreak()
    else if (name === 'a:rPr' && this.#isRun) this.#run = runStyle(attributes)
    else if (name === 'a:hlinkClick' && this.#isRun) {
      const target = this.#relationships.get(attributes['r:id'] ?? '')
      if (target?.isExternal === true) this.#run = { ...this.#run, href: target.target }
    }
  }

  #mark(mark: Paragraph['mark']): void {
    if (this.#paragraph !== null) this.#paragraph.mark = mark
  }

  #startCell(attributes: XmlAttributes): void {
    this.#cell = {
      blocks: new HtmlBlockWriter(),
      span: Number(attributes['gridSpan'] ?? 1),
      rowSpan: Number(attributes['rowSpan'] ?? 1),
      isCovered: attributes['hMerge'] !== undefined || attributes['vMerge'] !== undefined,
    }
  }

  #endCell(): void {
    if (this.#cell !== null && !this.#cell.isCovered) {
      this.#table?.addCell(this.#cell.blocks.toCellHtml(), this.#cell.span, this.#cell.rowSpan)
    }
    this.#cell = null
  }

  #endParagraph(): void {
    const paragraph = this.#paragraph
    this.#paragraph = null
    const placeholder = this.#shape.placeholder ?? ''
    if (paragraph === null || paragraph.inline.isEmpty || furniture.has(placeholder)) return
    const html = paragraph.inline.take().trim()
    if (this.#cell !== null) this.#cell.blocks.paragraph(html)
    else if (placeholder === 'title' || placeholder === 'ctrTitle')
      this.#title += (this.#title === '' ? '' : ' ') + html
    else {
      const mark = paragraph.mark ?? (bulleted.has(placeholder) ? this.#bodyMark : 'none')
      if (mark === 'none') this.#blocks.paragraph(html)
      else this.#blocks.listItem(paragraph.level, mark === 'number', html, paragraph.start)
    }
  }
}

function runStyle(attributes: XmlAttributes): RunStyle {
  const baseline = Number(attributes['baseline'] ?? 0)
  return {
    ...plainRun,
    bold: /^(?:1|true)$/.test(attributes['b'] ?? ''),
    italic: /^(?:1|true)$/.test(attributes['i'] ?? ''),
    strike: (attributes['strike'] ?? 'noStrike') !== 'noStrike',
    raised: baseline > 0 ? 'sup' : baseline < 0 ? 'sub' : null,
  }
}
