/** Converts the text runs of all pages to the blocks of the document. */
import type { PdfBlock } from './blocks.ts'
import { blocksOfFlow } from './flow-blocks.ts'
import { Leading } from './leading.ts'
import { withoutFurniture } from './furniture.ts'
import { bodySizeOf, findHeadings } from './headings.ts'
import { appendColumn } from './join-pages.ts'
import { linesOf, segmentsOf, type Line } from './lines.ts'
import type { PageContent } from '../reading/read-page.ts'
import { readingOrder } from './reading-order.ts'
import { taggedBlocks } from './tagged-blocks.ts'
import { readingTimeMs } from '../../../threads/reading-time.ts'

export interface DocumentBody {
  blocks: PdfBlock[]
  /** Words that the document writes with a hyphen inside a line, lower case. */
  compounds: Set<string>
  /** True when the deadline was reached before the last page. */
  isCut: boolean
}

/**
 * Lays out the pages.
 * @param pages in order.
 * @param deadlineMs time (`readingTimeMs`) after which the remaining pages are skipped.
 */
export function layOut(pages: readonly PageContent[], deadlineMs: number): DocumentBody {
  const laid = columnsOf(pages, deadlineMs)
  const flows = laid.flat()
  const leading = new Leading(flows)
  const isMonoBody = monoShare(flows.flat()) > monoBodyMin
  const context = { isMonoBody }
  const blocks: PdfBlock[] = []
  let count = 0
  for (const [index, { groups, structure }] of pages.slice(0, laid.length).entries()) {
    // The first page is always laid out, so that there is some content.
    if (index > 0 && readingTimeMs() > deadlineMs) break
    count++
    const runs = groups.flatMap((group) => group.runs)
    const tagged = structure === null ? null : taggedBlocks(structure, runs, leading, context)
    if (tagged !== null) {
      appendColumn(blocks, tagged)
      continue
    }
    for (const lines of laid[index] ?? []) appendColumn(blocks, blocksOfFlow(lines, leading, context))
  }
  findHeadings(blocks, bodySizeOf(flows.flat()))
  return { blocks, compounds: compoundsOf(flows.flat()), isCut: count < pages.length }
}

/** Returns the lines of each page by column, up to the deadline; text in other directions comes last. */
function columnsOf(pages: readonly PageContent[], deadlineMs: number): Line[][][] {
  const segmented = untilLate(pages, deadlineMs, ({ groups: [group] }) => ({
    segments: segmentsOf(group?.runs ?? []),
    height: group?.height ?? 0,
  }))
  const main = withoutFurniture(segmented)
  return untilLate(pages.slice(0, main.length), deadlineMs, ({ groups }, index) => {
    const others = groups.slice(1).map(({ runs }) => segmentsOf(runs))
    return [main[index]?.segments ?? [], ...others].flatMap((segments) =>
      readingOrder(segments).map((flow) => linesOf(flow)),
    )
  })
}

/** Maps items until the deadline; the first item is always mapped. */
function untilLate<Item, Result>(
  items: readonly Item[],
  deadlineMs: number,
  map: (item: Item, index: number) => Result,
): Result[] {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    if (index > 0 && readingTimeMs() > deadlineMs) break
    results.push(map(item, index))
  }
  return results
}

/** When more than this share of the text is in a monospaced font, that font does not indicate code. */
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

/** Returns the words with a hyphen inside a line; they keep the hyphen when they are split over two lines. */
function compoundsOf(lines: readonly Line[]): Set<string> {
  const compounds = new Set<string>()
  for (const { text } of lines) {
    if (!text.includes('-')) continue
    for (const [word] of text.matchAll(/(?<!\p{L})\p{L}{1,40}-\p{L}{1,40}/gu)) compounds.add(word.toLowerCase())
  }
  return compounds
}
