/**
 * Nesting rules of the tree construction in the HTML standard: which elements cannot be inside which others.
 * Leaving out an element can bring two elements together that it kept apart. With these rules every parser reads
 * the written HTML back with the same structure.
 */

/** Start tags that end an open paragraph (a table does so outside quirks mode). */
const endsParagraph = new Set([
  'address', 'article', 'aside', 'blockquote', 'details', 'dd', 'div', 'dl', 'dt', 'figcaption', 'figure', 'footer',
  'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'hgroup', 'hr', 'li', 'main', 'nav', 'ol', 'p', 'pre', 'section',
  'summary', 'table', 'ul',
]) // prettier-ignore

const headings = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** Elements that do not stop the search for an open item, term or definition that a new one ends. */
const transparentToItems = new Set([
  'a', 'abbr', 'address', 'b', 'cite', 'code', 'del', 'dfn', 'div', 'em', 'i', 'ins', 'kbd', 'mark', 'p', 'q', 'rt',
  'ruby', 's', 'samp', 'small', 'strike', 'strong', 'sub', 'sup', 'time', 'u', 'var',
]) // prettier-ignore

const closedBy: Record<string, ReadonlySet<string> | undefined> = {
  li: new Set(['li']),
  dd: new Set(['dd', 'dt']),
  dt: new Set(['dd', 'dt']),
}

/** For each table part, the parents it requires; any other parent is not allowed. */
const tableParents: Record<string, ReadonlySet<string> | undefined> = {
  caption: new Set(['table']),
  colgroup: new Set(['table']),
  col: new Set(['colgroup']),
  tbody: new Set(['table']),
  thead: new Set(['table']),
  tfoot: new Set(['table']),
  tr: new Set(['tbody', 'thead', 'tfoot']),
  td: new Set(['tr']),
  th: new Set(['tr']),
}

const tableStructure = new Set(['table', 'colgroup', 'tbody', 'thead', 'tfoot', 'tr'])
const cells = new Set(['td', 'th', 'caption'])

/** What must happen before an element or a text is written. */
export interface Placement {
  /** False when the element must be left out and its content written in its place. */
  isAllowed: boolean
  /** How many of the open elements stay open; the others are closed first. */
  keep: number
}

/**
 * Decides where a kept element or a text may be written.
 * @param name the element; empty for a text.
 * @param open names of the open elements, outermost first.
 */
export function placementOf(name: string, open: readonly string[]): Placement {
  const all = { isAllowed: true, keep: open.length }
  const parent = open.at(-1) ?? ''
  const parents = tableParents[name]
  if (parents !== undefined) return { isAllowed: parents.has(parent), keep: open.length }
  // Misplaced content between the parts of a table: a parser would move it before the table; it is written after it.
  if (tableStructure.has(parent)) return { isAllowed: true, keep: open.lastIndexOf('table') }
  if (name === '') return all
  if (name === 'a') return { isAllowed: !isOpenInCell(open, 'a'), keep: open.length }
  if (name === 'rt') return { isAllowed: true, keep: endedByRubyText(open) }
  if (!endsParagraph.has(name)) return all
  let { keep } = all
  const ends = closedBy[name]
  if (ends !== undefined) {
    for (let at = open.length - 1; at >= 0; at--) {
      const each = open[at] as string
      if (ends.has(each)) keep = at
      if (ends.has(each) || !transparentToItems.has(each)) break
    }
  }
  for (let at = keep - 1; at >= 0 && !cells.has(open[at] as string); at--) {
    if (open[at] === 'p') keep = at
  }
  if (headings.has(name) && headings.has(open[keep - 1] ?? '')) keep--
  return { isAllowed: true, keep }
}

const impliedEnds = new Set(['dd', 'dt', 'li', 'p', 'rt'])

/** Inside ruby, a ruby text (rt) ends all directly enclosing elements whose end tag can be omitted. */
function endedByRubyText(open: readonly string[]): number {
  let keep = open.length
  if (!isOpenInCell(open, 'ruby')) return open.at(-1) === 'rt' ? keep - 1 : keep
  while (impliedEnds.has(open[keep - 1] ?? '')) keep--
  return keep
}

/** Returns true when the element is open inside the innermost cell, or anywhere when no cell is open. */
function isOpenInCell(open: readonly string[], name: string): boolean {
  for (let at = open.length - 1; at >= 0 && !cells.has(open[at] as string); at--) if (open[at] === name) return true
  return false
}
