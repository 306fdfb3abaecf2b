/** Converts the content of a Word document, WordprocessingML (ECMA-376 part 1, 17), to HTML while it is parsed. */
import { FieldStack, linkOfInstruction } from '../office/fields.ts'
import type { DocxNumbering } from './numbering.ts'
import { isOn, plainStyle, wholeNumber, type DocxStyles } from './styles.ts'
import type { HtmlBlockWriter } from '../office/blocks.ts'
import { newFlow, newParagraph, type DocxFlow, type Paragraph } from './flow.ts'
import { Formula } from './formula.ts'
import { FlowStack } from '../office/flow-stack.ts'
import { plainRun, type RunStyle } from '../office/inline.ts'
import type { NoteList } from '../office/notes.ts'
import type { Relationships } from '../office/package.ts'
import type { XmlAttributes, XmlHandler } from '../office/xml.ts'
import type { TableBudget } from '../tables/budget.ts'
import { symbolCharacter } from './symbols.ts'
import { TableRows } from '../tables/rows.ts'

/** Other parts that the body refers to. */
export interface DocxParts {
  styles: DocxStyles
  numbering: DocxNumbering
  relationships: Relationships
  notes: NoteList
  budget: TableBudget
}

/** Elements that are not shown: removed text, properties before a change, phonetic guides. */
const skippedElements = new Set([
  'w:del',
  'w:moveFrom',
  'w:pPrChange',
  'w:rPrChange',
  'w:sectPrChange',
  'w:rt',
  'w:sdtPr',
  'w:sdtEndPr',
  'w:tblPrChange',
  'w:tcPrChange',
  'w:trPrChange',
])

/** Converts the main document part, or a part with notes. */
export class DocxBody implements XmlHandler {
  readonly #parts: DocxParts
  readonly #flows = new FlowStack(newFlow)
  readonly #fields = new FieldStack()
  readonly #links: (string | null)[] = []
  #run: RunStyle = plainRun
  #isHidden = false
  /** Number of open elements inside skipped content; 0 outside. */
  #skipped = 0
  #inRunProperties = false
  #inParagraphProperties = false
  #isText = false
  #isInstruction = false
  #noteId = ''
  #formula: Formula | null = null
  /** True inside an element for displayed (block) formulas. */
  #isDisplayed = false

  constructor(parts: DocxParts) {
    this.#parts = parts
  }

  /** Returns the blocks of the part. */
  toHtml(): string {
    return this.#flow.blocks.toHtml()
  }

  enter(name: string, attributes: XmlAttributes): void {
    if (this.#skipped > 0 || skippedElements.has(name)) {
      // The mark for a removed paragraph end is inside properties and has no content, so skipping it is harmless.
      this.#skipped++
    } else if (this.#formula !== null) this.#formula.enter(name, attributes)
    else if (this.#inRunProperties) this.#runProperty(name, attributes)
    else if (this.#inParagraphProperties) this.#paragraphProperty(name, attributes)
    else this.#enterContent(name, attributes)
  }

  leave(name: string): void {
    if (this.#skipped > 0) {
      this.#skipped--
      return
    }
    if (name === 'm:oMath') this.#endFormula()
    if (this.#formula !== null) {
      this.#formula.leave(name)
      return
    }
    switch (name) {
      case 'w:t':
        this.#isText = false
        return
      case 'w:instrText':
        this.#isInstruction = false
        return
      case 'w:rPr':
        this.#inRunProperties = false
        return
      case 'w:pPr':
        this.#inParagraphProperties = false
        return
      case 'w:hyperlink':
      case 'w:fldSimple':
        this.#links.pop()
        return
      case 'm:oMathPara':
        this.#isDisplayed = false
        return
      case 'w:p':
        this.#endParagraph()
        return
      case 'w:tc':
        this.#endCell()
        return
      case 'w:tbl':
        this.#endTable()
        return
      case 'w:txbxContent':
        this.#endTextBox()
        return
      case 'w:footnote':
      case 'w:endnote':
        this.#endNote()
        return
      default:
    }
  }

  text(text: string): void {
    if (this.#skipped > 0) return
    if (this.#formula !== null) this.#formula.text(text)
    else if (this.#isHidden) return
    else if (this.#isText) this.#write(text)
    else if (this.#isInstruction) this.#fields.instruction(text)
  }

  get #flow(): DocxFlow {
    return this.#flows.top
  }

  #enterContent(name: string, attributes: XmlAttributes): void {
    switch (name) {
      case 'w:p':
        this.#flow.paragraph = newParagraph()
        return
      case 'w:pPr':
        this.#inParagraphProperties = true
        return
      case 'w:r':
        this.#run = plainRun
        this.#isHidden = false
        return
      case 'w:rPr':
        this.#inRunProperties = true
        return
      case 'w:t':
        this.#isText = true
        return
      case 'w:tab':
      case 'w:ptab':
        this.#write('\t')
        return
      case 'm:oMathPara':
        this.#isDisplayed = true
        return
      case 'm:oMath':
        this.#formula = new Formula()
        return
      case 'w:sym':
        this.#write(symbolCharacter(attributes['w:font'] ?? '', attributes['w:char'] ?? ''))
        return
      case 'w:noBreakHyphen':
        this.#write('\u2011')
        return
      case 'w:br':
      case 'w:cr':
        this.#lineBreak(attributes['w:type'])
        return
      case 'w:hyperlink':
        this.#links.push(this.#linkTarget(attributes))
        return
      case 'w:fldSimple':
        this.#links.push(linkOfInstruction(attributes['w:instr'] ?? ''))
        return
      case 'w:fldChar':
        this.#fields.mark(attributes['w:fldCharType'])
        return
      case 'w:instrText':
        this.#isInstruction = true
        return
      case 'w:footnoteReference':
      case 'w:endnoteReference':
        this.#noteReference(name === 'w:footnoteReference' ? 'footnote' : 'endnote', attributes)
        return
      default:
        this.#enterStructure(name, attributes)
    }
  }

  #enterStructure(name: string, attributes: XmlAttributes): void {
    const flow = this.#flow
    switch (name) {
      case 'w:tbl':
        this.#flows.push()
        this.#flow.table = new TableRows(this.#parts.budget)
        return
      case 'w:tr':
        flow.table?.startRow()
        return
      case 'w:gridBefore':
        flow.table?.skipColumns(Math.min(100, wholeNumber(attributes['w:val']) ?? 0))
        return
      case 'w:tblHeader':
        if (isOn(attributes)) flow.table?.markHeader()
        return
      case 'w:tc':
        this.#flows.push()
        this.#flow.cell = { span: 1, isContinued: false }
        return
      case 'w:gridSpan':
        if (flow.cell !== null) flow.cell.span = wholeNumber(attributes['w:val']) ?? 1
        return
      case 'w:vMerge':
        if (flow.cell !== null) flow.cell.isContinued = attributes['w:val'] !== 'restart'
        return
      case 'w:txbxContent':
        this.#flows.push()
        return
      case 'w:footnote':
      case 'w:endnote':
        // Separators between text and notes are also stored as notes, but have a type.
        this.#noteId = attributes['w:type'] === undefined ? `${name} ${attributes['w:id'] ?? ''}` : ''
        this.#flows.push()
        return
      default:
    }
  }

  #runProperty(name: string, attributes: XmlAttributes): void {
    const run = this.#run
    if (name === 'w:b') this.#run = { ...run, bold: isOn(attributes) }
    else if (name === 'w:i') this.#run = { ...run, italic: isOn(attributes) }
    else if (name === 'w:strike' || name === 'w:dstrike') this.#run = { ...run, strike: isOn(attributes) }
    else if (name === 'w:vanish') this.#isHidden = isOn(attributes)
    else if (name === 'w:vertAlign') this.#run = { ...run, raised: raisedOf(attributes['w:val']) }
    else if (name === 'w:rStyle') {
      const style = this.#parts.styles.get(attributes['w:val'] ?? '')
      if (style === undefined) return
      this.#run = { ...run, bold: style.bold ?? run.bold, italic: style.italic ?? run.italic, code: style.isCode }
    }
  }

  #paragraphProperty(name: string, attributes: XmlAttributes): void {
    const paragraph = this.#flow.paragraph
    if (paragraph === null) return
    const value = attributes['w:val']
    if (name === 'w:pStyle') {
      paragraph.styleId = value ?? null
      paragraph.style = this.#parts.styles.get(value ?? '') ?? plainStyle
      paragraph.headingLevel ??= paragraph.style.headingLevel
    } else if (name === 'w:outlineLvl') {
      const level = wholeNumber(value)
      if (level !== null) paragraph.headingLevel = level < 9 ? level + 1 : null
    } else if (name === 'w:numId') paragraph.numberingId = value ?? null
    else if (name === 'w:ilvl') paragraph.numberingLevel = wholeNumber(value)
  }

  #write(text: string): void {
    const paragraph = this.#flow.paragraph
    if (paragraph === null) return
    const href = this.#links.at(-1) ?? this.#fields.href
    const isHeading = paragraph.headingLevel !== null
    const target = href === null || href.startsWith('#') ? null : href
    paragraph.inline.text(text, { ...this.#run, bold: this.#run.bold && !isHeading, href: target })
    if (paragraph.style.role === 'code') paragraph.plain += text
  }

  #lineBreak(type: string | undefined): void {
    const paragraph = this.#flow.paragraph
    if (paragraph === null) return
    if (type === undefined || type === 'textWrapping') {
      paragraph.inline.lineBreak()
      paragraph.plain += '\n'
    } else this.#write(' ')
  }

  #linkTarget(attributes: XmlAttributes): string | null {
    const target = this.#parts.relationships.get(attributes['r:id'] ?? '')
    if (target === undefined) return null
    const anchor = attributes['w:anchor']
    return target.isExternal ? target.target + (anchor === undefined ? '' : `#${anchor}`) : null
  }

  #noteReference(kind: string, attributes: XmlAttributes): void {
    this.#flow.paragraph?.inline.raw(this.#parts.notes.reference(`w:${kind} ${attributes['w:id'] ?? ''}`))
  }

  #endParagraph(): void {
    const flow = this.#flow
    const paragraph = flow.paragraph
    if (paragraph === null) return
    flow.paragraph = null
    if (!paragraph.inline.isEmpty) this.#writeParagraph(flow.blocks, paragraph)
    flow.blocks.block(paragraph.after)
  }

  #writeParagraph(blocks: HtmlBlockWriter, paragraph: Paragraph): void {
    const { style, headingLevel, styleId } = paragraph
    const html = paragraph.inline.take().trim()
    if (style.role === 'contents') return
    const numberingId = paragraph.numberingId ?? style.numberingId
    const level = paragraph.numberingLevel ?? style.numberingLevel
    // A heading counts too: the clauses below it begin anew.
    const place = numberingId === null ? null : this.#parts.numbering.place(numberingId, level, styleId)
    const depth = Math.max(place?.level ?? 0, style.listDepth)
    if (headingLevel !== null) blocks.heading(headingLevel, html)
    else if (place !== null) blocks.listItem(depth, place.isOrdered, html, place.number, place.isOrdered)
    else if (style.role === 'code') blocks.code(paragraph.plain)
    else if (style.role === 'quote') blocks.quote(html)
    else if (typedBullet.test(html)) blocks.listItem(0, false, html.replace(typedBullet, ''))
    else blocks.paragraph(html)
  }

  #endFormula(): void {
    const html = this.#formula?.toHtml(this.#isDisplayed) ?? ''
    this.#formula = null
    if (html !== '') this.#flow.paragraph?.inline.raw(html)
  }

  #endCell(): void {
    const flow = this.#flows.pop()
    if (flow?.cell == null) return
    const { span, isContinued } = flow.cell
    if (isContinued) this.#flow.table?.continueCell(span)
    else this.#flow.table?.addCell(flow.blocks.toCellHtml(), span)
  }

  #endTable(): void {
    const flow = this.#flows.pop()
    if (flow?.table == null) return
    flow.table.guessHeader()
    // Paragraphs outside the cells occur only where the nesting limit flattened content.
    this.#flow.blocks.block(flow.table.toHtml() + flow.blocks.toHtml())
  }

  #endTextBox(): void {
    const flow = this.#flows.pop()
    if (flow === null) return
    const around = this.#flow
    if (around.paragraph === null) around.blocks.block(flow.blocks.toHtml())
    else around.paragraph.after += flow.blocks.toHtml()
  }

  #endNote(): void {
    const flow = this.#flows.pop()
    if (flow !== null && this.#noteId !== '') this.#parts.notes.define(this.#noteId, flow.blocks.toCellHtml())
  }
}

/** A bullet character typed instead of a list. */
const typedBullet = /^[•●▪‣◦■]\s+(?=\S)/u

function raisedOf(value: string | undefined): RunStyle['raised'] {
  if (value === 'superscript') return 'sup'
  return value === 'subscript' ? 'sub' : null
}
