/** Brings the items of unordered lists into one order, because sites serve the same list in different orders. */
import { watchLimits } from '../config/watch-limits.ts'
import type { LoopTurn } from '../values/loop-turn.ts'

const itemStart = /^[-*+] /
const isContinuation = (line: string): boolean => line === '' || /^\s/.test(line)

/** Returns the items of the list that begins at a line, each with its continuation lines, and the line after it. */
function listAt(lines: readonly string[], from: number): { items: string[][]; end: number } {
  const items: string[][] = []
  let at = from
  let end = from
  for (; at < lines.length; at += 1) {
    const line = lines[at]!
    if (itemStart.test(line)) items.push([line])
    else if (isContinuation(line)) items.at(-1)!.push(line)
    else break
    if (line !== '') end = at + 1
  }
  const surplus = at - end
  if (surplus > 0) items.at(-1)!.splice(-surplus)
  return { items, end }
}

const indented = /^(?: {2,4}|\t)/

/** Sorts the lists inside an item. @param depth of these lists below the lists of the page. */
function sortedItem([first = '', ...rest]: readonly string[], depth: number): string[] {
  const nested = rest.map((line) => line.replace(indented, ''))
  const margins = rest.map((line) => indented.exec(line)?.[0] ?? '')
  const margin = margins.find((text) => text !== '') ?? ''
  const isUniform = margins.every((text, at) => text === margin || rest[at] === '')
  if (!isUniform || depth > watchLimits.sortedListDepthMax) return [first, ...rest]
  return [first, ...innerSorted(nested, depth).map((line) => (line === '' ? '' : `${margin}${line}`))]
}

/** Returns the lines of the list that begins at a line, with its items in order, and the line after it. */
function sortedAt(lines: readonly string[], from: number, depth: number): { sorted: string[]; end: number } {
  const { items, end } = listAt(lines, from)
  // Longer lists are kept as they are: sorting them would stop the event loop.
  if (end - from > watchLimits.sortedListLinesMax) return { sorted: lines.slice(from, end), end }
  const texts = items.map((item) => {
    const sorted = sortedItem(item, depth + 1)
    while (sorted.at(-1) === '') sorted.pop()
    return sorted.join('\n')
  })
  return { sorted: texts.toSorted().flatMap((text) => text.split('\n')), end }
}

/** Returns the lines inside an item with the items of each list in order. */
function innerSorted(lines: readonly string[], depth: number): string[] {
  const result: string[] = []
  for (let at = 0; at < lines.length;) {
    const { sorted, end } = itemStart.test(lines[at]!)
      ? sortedAt(lines, at, depth)
      : { sorted: [lines[at]!], end: at + 1 }
    result.push(...sorted)
    at = end
  }
  return result
}

/**
 * Returns the lines with the items of each unordered list in order, nested lists too.
 * @param lines of Markdown.
 * @param turn of the event loop, asked after every list and every other line.
 */
export async function sortedLists(lines: readonly string[], turn: LoopTurn): Promise<string[]> {
  const result: string[] = []
  for (let at = 0; at < lines.length;) {
    if (turn.isOver) await turn.next()
    if (!itemStart.test(lines[at]!)) {
      result.push(lines[at]!)
      at += 1
      continue
    }
    const { sorted, end } = sortedAt(lines, at, 0)
    for (const line of sorted) result.push(line)
    at = end
  }
  return result
}
