/**
 * Maps block elements to Markdown; called on entering and on leaving each element. `InlineElements` maps the
 * elements inside a line.
 */
import { extractLimits } from '@seine/shared/config/extract-limits.ts'
import { isInvisible } from '../../html/content.ts'
import { OutputBudget } from '../../html/output-budget.ts'
import { blockElements } from '../../html/tags.ts'
import type { TreeNode } from '../../html/tree.ts'
import type { UrlResolver } from '../../html/urls.ts'
import { BlockWriter } from './block-writer.ts'
import { codeText, fencedCode, isCodeTable, isGutter } from './code-block.ts'
import { languageOf } from './code-language.ts'
import { isWrittenEmpty } from './empty-element.ts'
import type { Footnotes } from './footnotes.ts'
import { headingLevel, isHeadingByRole } from '../../html/markdown/heading-level.ts'
import { InlineElements, type InlineLeave } from './inline-elements.ts'
import { isEmptyOnPurpose, ListStack } from './lists.ts'
import { cellStyle, headingStyle, paragraphStyle } from './render.ts'
import { isDataTable } from './table.ts'
import { TableBuilder } from './table-builder.ts'

/** What to do when an element is left. */
type Leave =
  | InlineLeave
  | 'block'
  | 'heading'
  | 'list'
  | 'sublist'
  | 'item'
  | 'quote'
  | 'term'
  | 'table'
  | 'row'
  | 'cell'
  | 'caption'
  | 'flat'

interface Frame {
  node: TreeNode
  leave: Leave
}

export class Converter {
  readonly #skip: ReadonlySet<TreeNode>
  readonly #budget: OutputBudget
  readonly #footnotes: Footnotes
  readonly #elements: InlineElements
  readonly #frames: Frame[] = []
  readonly #lists = new ListStack()
  readonly #tables: TableBuilder[] = []
  readonly #inline: InlineElements['content']
  #writer: BlockWriter
  /** Level of the open heading; 0 outside headings. */
  #heading = 0
  /** Number of open elements whose content must stay on one line: headings, terms, captions. */
  #oneLine = 0
  /** Number of open table cells: 0 or 1, because a table that contains another table is treated as layout. */
  #cells = 0
  /** True when more content was collected than fits. */
  #isCut = false

  constructor(skip: ReadonlySet<TreeNode>, urls: UrlResolver, footnotes: Footnotes, budget: OutputBudget) {
    this.#skip = skip
    this.#budget = budget
    this.#footnotes = footnotes
    this.#elements = new InlineElements(urls, footnotes)
    this.#inline = this.#elements.content
    this.#writer = new BlockWriter(budget)
  }

  /** True when the output is full: no further element is entered, and open elements are only left. */
  get isFull(): boolean {
    return this.#isCut || this.#budget.isFull
  }

  /** @returns the Markdown of everything converted so far. */
  finish(): string {
    this.#flush()
    if (this.#isCut) this.#budget.close()
    return this.#writer.text()
  }

  /** @returns whether to descend into the node. */
  enter(node: TreeNode): boolean {
    if (this.#skip.has(node) || this.#footnotes.isDropped(node)) return false
    if (node.text !== null) {
      this.#elements.text(node, node.text)
      return false
    }
    if (isInvisible(node)) {
      this.#elements.invisible(node, this.#lists.isInItem)
      this.#measure()
      return false
    }
    if (isHeadingByRole(node)) return this.#enterBlock(node)
    const step = this.#elements.enter(node, this.#heading > 0)
    if (step !== null) {
      this.#measure()
      if (step !== 'past' && step !== 'below') this.#frames.push({ node, leave: step })
      return step !== 'past'
    }
    switch (node.name) {
      case 'br':
        this.#lineBreak()
        return false
      case 'hr':
        this.#boundary()
        if (this.#oneLine === 0 && this.#cells === 0) this.#writer.write('rule', this.#ruleSigns())
        return false
      case 'button':
        return this.#oneLine > 0
      default:
        return blockElements.has(node.name) ? this.#enterBlock(node) : true
    }
  }

  /** Must be called once for every node that was entered. */
  leave(node: TreeNode): void {
    const frame = this.#frames.at(-1)
    if (frame === undefined || frame.node !== node) return
    this.#frames.pop()
    switch (frame.leave) {
      case 'block':
        this.#boundary()
        break
      case 'heading':
        this.#leaveHeading(node)
        break
      case 'term':
        this.#oneLine--
        this.#inline.close()
        this.#boundary()
        break
      case 'list':
        this.#boundary()
        this.#lists.pop()
        this.#writer.endList()
        break
      case 'sublist':
        this.#boundary()
        this.#lists.pop()
        this.#writer.close(false)
        break
      case 'item':
        this.#boundary()
        this.#writer.close(isEmptyOnPurpose(node))
        break
      case 'quote':
        this.#boundary()
        this.#writer.close(node.name === 'blockquote' && isWrittenEmpty(node))
        break
      case 'caption':
        this.#oneLine--
        this.#tables.at(-1)?.setCaption(this.#inline.take(headingStyle))
        break
      case 'cell':
        this.#leaveCell(node)
        break
      case 'row':
        this.#tables.at(-1)?.endRow()
        break
      case 'table':
        this.#leaveTable()
        break
      case 'flat':
        this.#boundary()
        break
      default:
        this.#elements.leave(frame.leave)
    }
  }

  #enterBlock(node: TreeNode): boolean {
    if (isGutter(node)) return false
    if (this.#tables.length > 0 && this.#cells === 0) return this.#enterTablePart(node)
    this.#boundary()
    if (this.#oneLine > 0) {
      this.#frames.push({ node, leave: 'block' })
      return true
    }
    const note = this.#footnotes.definition(node)
    if (note !== null) return this.#enterContainer(node, 'footnote', `[^${note}]: `, '    ')
    const level = headingLevel(node)
    if (level > 0) return this.#enterHeading(node, level)
    switch (node.name) {
      case 'ul':
      case 'ol':
      case 'menu':
      case 'dir':
        return this.#enterList(node)
      case 'li':
        return this.#enterItem(node)
      case 'blockquote':
        return this.#enterContainer(node, 'quote', '> ', '> ')
      case 'dd':
        return this.#enterContainer(node, 'definition', '  ', '  ')
      case 'dt':
      case 'summary':
        this.#oneLine++
        this.#inline.open('strong')
        this.#frames.push({ node, leave: 'term' })
        return true
      case 'pre':
      case 'xmp':
      case 'listing':
      case 'plaintext':
        this.#codeBlock(node)
        return false
      case 'table':
        if (isCodeTable(node)) {
          this.#codeBlock(node)
          return false
        }
        if (this.#cells === 0 && isDataTable(node)) {
          this.#tables.push(new TableBuilder())
          this.#frames.push({ node, leave: 'table' })
          return true
        }
        break
    }
    this.#frames.push({ node, leave: 'block' })
    return true
  }

  /** Returns asterisks where hyphens would start a list item (inside a list) or front matter (at the text start). */
  #ruleSigns(): string {
    return this.#writer.isInItem || this.#writer.previous === null ? '***' : '---'
  }

  #push(node: TreeNode, leave: Leave): true {
    this.#frames.push({ node, leave })
    return true
  }

  #enterHeading(node: TreeNode, level: number): true {
    this.#oneLine++
    if (this.#cells > 0) {
      this.#inline.open('strong')
      return this.#push(node, 'term')
    }
    this.#heading = level
    return this.#push(node, 'heading')
  }

  #leaveHeading(node: TreeNode): void {
    const level = this.#heading
    this.#heading = 0
    this.#oneLine--
    const text = this.#inline.take(headingStyle)
    // Number signs at the end would be read as the closing sequence of the heading.
    if (text !== '' || isWrittenEmpty(node))
      this.#writer.write('heading', `${'#'.repeat(level)} ${text.replace(/(^|[ \t])(#+)$/, '$1\\$2')}`.trimEnd())
  }

  #codeBlock(node: TreeNode): void {
    const text = codeText(node)
    if (this.#cells > 0) {
      for (const line of text.split('\n')) {
        if (line.trim() !== '') this.#inline.code(line)
        this.#inline.lineBreak()
      }
      return
    }
    if (text === '' && node.first?.name !== 'code') return
    this.#writer.write('code', fencedCode(text, languageOf(node)))
  }

  #enterList(node: TreeNode): boolean {
    const indent = this.#writer.nesting < extractLimits.markdownNestingMax ? this.#lists.indentOf(node) : null
    if (indent !== null) this.#writer.open('item', indent.marker, indent.marker, indent.tight, indent.gap)
    this.#lists.push(node, this.#writer.previous)
    return this.#push(node, indent === null ? 'list' : 'sublist')
  }

  #enterItem(node: TreeNode): boolean {
    const item = this.#lists.nextItem(node)
    if (this.#writer.nesting >= extractLimits.markdownNestingMax) return this.#push(node, 'flat')
    this.#writer.open('item', item.marker, ' '.repeat(item.marker.length), item.tight, item.gap)
    return this.#push(node, 'item')
  }

  #enterContainer(node: TreeNode, kind: 'quote' | 'definition' | 'footnote', first: string, rest: string): boolean {
    const isFlat =
      this.#cells > 0 ||
      this.#writer.nesting >= extractLimits.markdownNestingMax ||
      // Two levels of indentation would turn the text into code.
      (kind === 'definition' && this.#writer.innermost === 'definition')
    if (isFlat) return this.#push(node, 'flat')
    this.#writer.open(kind, first, rest, false)
    return this.#push(node, 'quote')
  }

  #enterTablePart(node: TreeNode): boolean {
    switch (node.name) {
      case 'tr':
        this.#tables.at(-1)?.startRow()
        return this.#push(node, 'row')
      case 'td':
      case 'th':
        this.#tables.at(-1)?.startCell(this.#writer)
        this.#writer = new BlockWriter(new OutputBudget(this.#left()))
        this.#cells++
        return this.#push(node, 'cell')
      case 'caption':
        this.#oneLine++
        return this.#push(node, 'caption')
      default:
        return true
    }
  }

  #leaveCell(node: TreeNode): void {
    this.#flush()
    this.#cells--
    this.#isCut ||= this.#writer.budget.isFull
    const table = this.#tables.at(-1)
    if (table !== undefined) this.#writer = table.endCell(node, this.#writer.text())
  }

  #leaveTable(): void {
    const table = this.#tables.pop()
    if (table === undefined) return
    const caption = table.caption
    const text = table.text()
    if (caption !== '') this.#writer.write('paragraph', caption)
    if (text !== '') this.#writer.write('table', text)
  }

  /** Returns the budget that is left beyond the written blocks and the finished cells of the open table. */
  #left(): number {
    return Math.max(0, this.#budget.left - (this.#tables.at(-1)?.characters ?? 0))
  }

  /**
   * Stops when collected content exceeds the budget: URLs can be much longer than the page, even before a block ends.
   */
  #measure(): void {
    if (this.#inline.addedCharacters > this.#budget.left) this.#isCut = true
  }

  #lineBreak(): void {
    if (this.#oneLine > 0) this.#inline.text(' ')
    else if (!this.#inline.lineBreak()) this.#boundary()
  }

  /** Ends the paragraph at a block boundary; where content must stay on one line, ends only the word. */
  #boundary(): void {
    if (this.#oneLine > 0) this.#inline.text(' ')
    else this.#flush()
  }

  #flush(): void {
    const text = this.#inline.take(this.#cells > 0 ? cellStyle : paragraphStyle)
    if (text !== '') this.#writer.write('paragraph', text)
  }
}
