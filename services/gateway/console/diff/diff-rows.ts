/** Builds the rows of a diff: in one column, or with the old text on the left and the new one on the right. */
import type { DiffHunk, DiffLine } from './unified-diff.ts'
import { markedPair, type MarkedPart } from './word-marks.ts'

export interface InlineRow {
  kind: DiffLine['kind'] | 'gap'
  before: number | null
  after: number | null
  parts: MarkedPart[]
  /** Number of omitted lines; 0 except for gaps. */
  skipped: number
}

export interface DiffCell {
  number: number | null
  isChanged: boolean
  parts: MarkedPart[]
}

export type SideRow =
  | { kind: 'gap'; skipped: number }
  | { kind: 'lines'; before: DiffCell | null; after: DiffCell | null }

interface ChangeGroup {
  same: DiffLine[]
  removed: DiffLine[]
  added: DiffLine[]
}

/** Splits lines into groups: lines that are the same, then what was removed, then what was added instead. */
function groupsOf(lines: readonly DiffLine[]): ChangeGroup[] {
  const groups: ChangeGroup[] = []
  let group: ChangeGroup = { same: [], removed: [], added: [] }
  for (const line of lines) {
    const hasChange = group.removed.length > 0 || group.added.length > 0
    const isNext = (line.kind === 'same' && hasChange) || (line.kind === 'removed' && group.added.length > 0)
    if (isNext) {
      groups.push(group)
      group = { same: [], removed: [], added: [] }
    }
    group[line.kind].push(line)
  }
  return [...groups, group]
}

interface MarkedLine extends DiffLine {
  parts: MarkedPart[]
}

const plain = (line: DiffLine): MarkedLine => ({ ...line, parts: [{ text: line.text, isMarked: false }] })

/** Compares the first removed line with the first added one, the second with the second, and so on. */
function marked({ removed, added }: ChangeGroup): { removed: MarkedLine[]; added: MarkedLine[] } {
  const pairs = Math.min(removed.length, added.length)
  const marks = Array.from({ length: pairs }, (_, index) => markedPair(removed[index]!.text, added[index]!.text))
  const withMarks = (lines: readonly DiffLine[], side: 'removed' | 'added'): MarkedLine[] =>
    lines.map((line, index) => {
      const parts = marks[index]?.[side]
      return parts === undefined ? plain(line) : { ...line, parts }
    })
  return { removed: withMarks(removed, 'removed'), added: withMarks(added, 'added') }
}

const gapRow = (skipped: number): InlineRow => ({ kind: 'gap', before: null, after: null, parts: [], skipped })

const inlineRow = ({ kind, before, after, parts }: MarkedLine): InlineRow => ({
  kind,
  before,
  after,
  parts,
  skipped: 0,
})

/** @returns the rows of one column, removed lines before the added ones. */
export function inlineRows(hunks: readonly DiffHunk[]): InlineRow[] {
  return hunks.flatMap(({ skipped, lines }) => {
    const rows = groupsOf(lines).flatMap((group) => {
      const { removed, added } = marked(group)
      return [...group.same.map(plain), ...removed, ...added].map(inlineRow)
    })
    return skipped > 0 ? [gapRow(skipped), ...rows] : rows
  })
}

const cell = (line: MarkedLine | undefined, side: 'before' | 'after'): DiffCell | null =>
  line === undefined ? null : { number: line[side], isChanged: line.kind !== 'same', parts: line.parts }

const sideRow = (before: MarkedLine | undefined, after: MarkedLine | undefined): SideRow => ({
  kind: 'lines',
  before: cell(before, 'before'),
  after: cell(after, 'after'),
})

/** @returns rows of two columns; what replaces a line stands beside it. */
export function sideRows(hunks: readonly DiffHunk[]): SideRow[] {
  return hunks.flatMap(({ skipped, lines }): SideRow[] => {
    const rows = groupsOf(lines).flatMap((group) => {
      const { removed, added } = marked(group)
      const length = Math.max(removed.length, added.length)
      return [
        ...group.same.map(plain).map((line) => sideRow(line, line)),
        ...Array.from({ length }, (_, index) => sideRow(removed[index], added[index])),
      ]
    })
    return skipped > 0 ? [{ kind: 'gap', skipped }, ...rows] : rows
  })
}
