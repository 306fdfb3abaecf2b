/** Joins paragraphs that continue in the next column or on the next page. */
import type { PdfBlock, TextBlock } from './blocks.ts'

/** Number of blocks, such as footnotes, that may be between the two halves of a paragraph. */
const lookBackMax = 6

/**
 * Appends the blocks of a column. Its first paragraph is joined to the last paragraph of the same kind when that one
 * ends in the middle of a sentence.
 */
export function appendColumn(blocks: PdfBlock[], column: readonly PdfBlock[]): void {
  const [first, ...rest] = column
  const open = first === undefined ? null : openParagraph(blocks, first)
  if (open === null || first?.kind !== 'text') {
    for (const block of column) blocks.push(block)
    return
  }
  for (const line of first.lines) open.lines.push(line)
  for (const block of rest) blocks.push(block)
}

function openParagraph(blocks: readonly PdfBlock[], next: PdfBlock): TextBlock | null {
  const [line] = next.kind === 'text' ? next.lines : []
  if (line === undefined || next.kind !== 'text' || next.headingLevel !== null || next.item !== null) return null
  if (!/^[\p{Ll}\p{N}(“"'‘]/u.test(line.text) && !line.isRtl) return null
  for (let index = blocks.length - 1; index >= Math.max(0, blocks.length - lookBackMax); index--) {
    const block = blocks[index]
    const last = block?.kind === 'text' ? block.lines.at(-1) : undefined
    if (block?.kind !== 'text' || last === undefined || block.headingLevel !== null) return null
    if (last.size < line.size * 0.95) continue
    // Two consecutive bold lines are headings.
    const isSame = Math.abs(last.size - line.size) <= line.size * 0.05 && !last.isBold && !line.isBold
    const isOpen = !/[.!?:;。！？…]["”’)»\]]*$/.test(last.text) && last.text.length > 20
    const goesOn = /^\p{Ll}/u.test(line.text) || /[-\u00ad\u2010,]$/.test(last.text)
    return isSame && isOpen && goesOn ? block : null
  }
  return null
}
