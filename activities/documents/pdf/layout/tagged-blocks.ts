/** Reads the blocks of a tagged page from its structure tree. */
import { textBlock, type PdfBlock, type TableBlock, type PdfTableCell, type TextBlock } from './blocks.ts'
import { codeBlock, type FlowContext } from './flow-blocks.ts'
import type { Leading } from './leading.ts'
import { linesInOrder } from './lines.ts'
import { isBareMarker, listMarker } from './list-marker.ts'
import { isStructureNode, type StructureContent, type StructureNode } from '../reading/structure.ts'
import type { TextRun } from '../reading/text-run.ts'

/** Elements that are inline content of a block. */
const inlineRoles = new Set([
  'Span',
  'Link',
  'Reference',
  'Quote',
  'Em',
  'Strong',
  'Sub',
  'NonStruct',
  'Annot',
  'BibEntry',
  'Ruby',
  'RB',
  'RT',
  'RP',
  'Warichu',
  'WT',
  'WP',
  'Lbl',
  'LBody',
  'Form',
  'Formula',
  'Private',
  'Note',
  'FENote',
  'Code',
])

/** The structure is ignored when it covers less than this share of the page's characters. */
const coverageMin = 0.85

/** Limit on the steps through a structure; a normal page has far fewer elements. */
const stepsMax = 500_000

/**
 * Splits a page into blocks according to its structure.
 * @param runs in the order of the page's content.
 * @returns null when the structure covers too little, or tags lines instead of paragraphs.
 */
export function taggedBlocks(
  structure: StructureNode,
  runs: readonly TextRun[],
  leading: Leading,
  context: FlowContext,
): PdfBlock[] | null {
  const byMark = new Map<string, TextRun[]>()
  let characters = 0
  for (const run of runs) {
    if (run.mark === null) continue
    characters += run.text.length
    const marked = byMark.get(run.mark)
    if (marked === undefined) byMark.set(run.mark, [run])
    else marked.push(run)
  }
  const walk = new StructureWalk(byMark, leading, context)
  walk.run(structure)
  const { blocks, named } = walk
  return named < characters * coverageMin || characters === 0 || isLinewise(blocks) ? null : blocks
}

/** Returns whether many single-line paragraphs continue in the next one: tags of a converter that knows only lines. */
function isLinewise(blocks: readonly PdfBlock[]): boolean {
  const texts = blocks.filter((block): block is TextBlock => block.kind === 'text' && block.headingLevel === null)
  if (texts.length < 8) return false
  const goesOn = texts.filter((block, index) => {
    const before = texts[index - 1]?.lines.at(-1)?.text ?? '.'
    return block.lines.length === 1 && /^\p{Ll}/u.test(block.lines[0]?.text ?? '') && !/[.!?:;]$/.test(before)
  })
  return goesOn.length > texts.length * 0.3
}

const listDepthMax = 12
/** Indent in points per list level. */
const tagIndent = 20

/** The elements that enclose the content that comes next. */
interface Context {
  headingLevel: number | null
  listDepth: number
  /** The list item that contains the content; blocks after its first one have no marker. */
  item: { begun: boolean } | null
  table: TableBlock | null
  cell: { isHeader: boolean; runs: TextRun[] } | null
  isQuote: boolean
}

const topContext: Context = {
  headingLevel: null,
  listDepth: 0,
  item: null,
  table: null,
  cell: null,
  isQuote: false,
}

type Step = { node: StructureNode | StructureContent; context: Context } | { leave: true; context: Context }

class StructureWalk {
  readonly blocks: PdfBlock[] = []
  /** Number of characters that the structure covers. */
  named = 0
  readonly #byMark: Map<string, TextRun[]>
  readonly #leading: Leading
  readonly #isMonoBody: boolean
  #runs: TextRun[] = []
  #context: Context = topContext

  constructor(byMark: Map<string, TextRun[]>, leading: Leading, context: FlowContext) {
    this.#byMark = byMark
    this.#leading = leading
    this.#isMonoBody = context.isMonoBody
  }

  run(root: StructureNode): void {
    const stack: Step[] = [{ node: root, context: topContext }]
    for (let steps = 0; steps < stepsMax; steps++) {
      const step = stack.pop()
      if (step === undefined) break
      if ('leave' in step) {
        this.#flush()
        if (step.context.cell !== null) this.#endCell(step.context)
        continue
      }
      const { node, context } = step
      if (!isStructureNode(node)) {
        this.#take(node, context)
        continue
      }
      if (node.role === 'Artifact') continue
      const inside = this.#enter(node, context)
      if (inside !== context || !inlineRoles.has(node.role)) {
        this.#flush()
        stack.push({ leave: true, context: endsCell(node.role) ? inside : { ...inside, cell: null } })
      }
      const children = node.children ?? []
      for (let index = children.length - 1; index >= 0; index--) {
        const child = children[index]
        if (child !== undefined) stack.push({ node: child, context: inside })
      }
    }
    this.#flush()
  }

  #enter(node: StructureNode, context: Context): Context {
    const { role } = node
    const heading = /^H([1-6])?$/.exec(role)
    if (heading !== null) return { ...context, headingLevel: Number(heading[1] ?? 2) }
    if (role === 'Title') return { ...context, headingLevel: 1 }
    if (role === 'L') return { ...context, listDepth: Math.min(context.listDepth + 1, listDepthMax), item: null }
    if (role === 'LI') return { ...context, item: { begun: false } }
    if (role === 'BlockQuote') return { ...context, isQuote: true }
    if (context.cell !== null) return context
    if (role === 'Table') return { ...context, table: this.#beginTable() }
    if (role === 'TR') context.table?.rows.push([])
    if (role === 'TD' || role === 'TH') return { ...context, cell: { isHeader: role === 'TH', runs: [] } }
    return context
  }

  #beginTable(): TableBlock {
    this.#flush()
    const table: TableBlock = { kind: 'table', rows: [] }
    this.blocks.push(table)
    return table
  }

  #take(content: StructureContent, context: Context): void {
    const runs = content.id === undefined ? undefined : this.#byMark.get(content.id)
    if (runs === undefined || content.id === undefined) return
    this.#byMark.delete(content.id)
    for (const run of runs) this.named += run.text.length
    if (context.cell !== null) {
      for (const run of runs) context.cell.runs.push(run)
      return
    }
    this.#context = context
    for (const run of runs) this.#runs.push(run)
  }

  #endCell({ table, cell }: Context): void {
    if (cell === null) return
    const done: PdfTableCell = { lines: linesInOrder(cell.runs), isHeader: cell.isHeader }
    if (table === null) {
      if (done.lines.length > 0) this.blocks.push(textBlock(done.lines))
      return
    }
    if (table.rows.length === 0) table.rows.push([])
    table.rows.at(-1)?.push(done)
  }

  #flush(): void {
    const context = this.#context
    // The marker of an item is kept for the paragraph after it.
    if (context.item !== null && this.#runs.length > 0 && this.#isSign()) return
    const lines = linesInOrder(this.#runs)
    this.#runs = []
    if (lines.length === 0) return
    if (!this.#isMonoBody && context.item === null && lines.every((line) => line.isMono)) {
      this.blocks.push(codeBlock(lines, this.#leading))
      return
    }
    const block = textBlock(lines)
    block.headingLevel = context.headingLevel
    block.isQuote = context.isQuote
    if (context.item !== null && context.headingLevel === null) {
      const marker = listMarker(lines[0]?.text ?? '')?.marker ?? null
      block.item = {
        marker: context.item.begun ? null : (marker ?? { number: null }),
        indent: context.listDepth * tagIndent,
      }
      context.item.begun = true
    }
    this.blocks.push(block)
  }

  #isSign(): boolean {
    return isBareMarker(
      this.#runs
        .map((run) => run.text)
        .join('')
        .trim(),
    )
  }
}

const endsCell = (role: string): boolean => role === 'TD' || role === 'TH'
