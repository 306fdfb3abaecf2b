/** From the runs of all pages to the blocks of the document. */
import type { Block } from './blocks.ts'
import { blocksOfFlow, Leading } from './flow-blocks.ts'
import { withoutFurniture } from './furniture.ts'
import { bodySizeOf, findHeadings } from './headings.ts'
import { appendColumn } from './join-pages.ts'
import { linesOf, segmentsOf, type Line } from './lines.ts'
import type { PageContent } from './read-page.ts'
import { readingOrder } from './reading-order.ts'
import { taggedBlocks } from './tagged-blocks.ts'

export interface DocumentBody {
  blocks: Block[]
  /** Words written with a hyphen inside a line, lower case. */
  compounds: Set<string>
}

/** @param pages in order. */
export function layOut(pages: readonly PageContent[]): DocumentBody {
  const laid = columnsOf(pages)
  const flows = laid.flat()
  const leading = new Leading(flows)
  const isMonoBody = monoShare(flows.flat()) > monoBodyMin
  const context = { isMonoBody }
  const blocks: Block[] = []
  for (const [index, { groups, structure }] of pages.entries()) {
    const runs = groups.flatMap((group) => group.runs)
    const tagged = structure === null ? null : taggedBlocks(structure, runs, leading, context)
    if (tagged !== null) {
      appendColumn(blocks, tagged)
      continue
    }
    for (const lines of laid[index] ?? []) appendColumn(blocks, blocksOfFlow(lines, leading, context))
  }
  findHeadings(blocks, bodySizeOf(flows.flat()))
  return { blocks, compounds: compoundsOf(flows.flat()) }
}

/** Lines of each page by column; text that reads in other directions comes after the rest. */
function columnsOf(pages: readonly PageContent[]): Line[][][] {
  const main = withoutFurniture(
    pages.map(({ groups: [group] }) => ({ segments: segmentsOf(group?.runs ?? []), height: group?.height ?? 0 })),
  )
  return pages.map(({ groups }, index) => {
    const others = groups.slice(1).map(({ runs }) => segmentsOf(runs))
    return [main[index]?.segments ?? [], ...others].flatMap((segments) =>
      readingOrder(segments).map((flow) => linesOf(flow)),
    )
  })
}

/** Share of the text in a monospaced font beyond which that is no sign of code. */
const monoBodyMin = 0.6

function monoShare(lines: readonly Line[]): number {
  let mono = 0
  let all = 0
  for (const line of lines) {
    all += line.text.length
    if (line.isMono) mono += line.text.length
  }
  return all === 0 ? 0 : mono / all
}

/** Words with a hyphen inside a line: those keep it where a line ends in them. */
function compoundsOf(lines: readonly Line[]): Set<string> {
  const compounds = new Set<string>()
  for (const { text } of lines) {
    if (!text.includes('-')) continue
    for (const [word] of text.matchAll(/(?<!\p{L})\p{L}{1,40}-\p{L}{1,40}/gu)) compounds.add(word.toLowerCase())
  }
  return compounds
}
