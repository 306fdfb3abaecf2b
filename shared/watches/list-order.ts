/** Brings the items of unordered lists into one order, because sites serve the same list in different orders. */

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

/** Sorts the lists inside an item. */
function sortedItem([first = '', ...rest]: readonly string[]): string[] {
  const nested = rest.map((line) => line.replace(indented, ''))
  const margins = rest.map((line) => indented.exec(line)?.[0] ?? '')
  const margin = margins.find((text) => text !== '') ?? ''
  const isUniform = margins.every((text, at) => text === margin || rest[at] === '')
  if (!isUniform) return [first, ...rest]
  return [first, ...sortedLists(nested).map((line) => (line === '' ? '' : `${margin}${line}`))]
}

/** Returns the lines with the items of each unordered list in order, nested lists too. @param lines of Markdown. */
export function sortedLists(lines: readonly string[]): string[] {
  const result: string[] = []
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!
    if (itemStart.test(line)) {
      const { items, end } = listAt(lines, at)
      const texts = items.map((item) => {
        const sorted = sortedItem(item)
        while (sorted.at(-1) === '') sorted.pop()
        return sorted.join('\n')
      })
      result.push(...texts.toSorted().flatMap((text) => text.split('\n')))
      at = end
    } else {
      result.push(line)
      at += 1
    }
  }
  return result
}
