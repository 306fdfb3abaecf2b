/** Parses unified diffs of the service; other text gives lines without numbers. */

export type DiffLineKind = 'same' | 'removed' | 'added'

export interface DiffLine {
  kind: DiffLineKind
  text: string
  /** Number of the line in the older text, from 1; null: it is not in it, or not known. */
  before: number | null
  after: number | null
}

export interface DiffHunk {
  /** Lines between the hunk and the one before it that are not in the diff. */
  skipped: number
  lines: DiffLine[]
}

/** A parsed diff. */
export interface ReadDiff {
  hunks: DiffHunk[]
  /** Lines of the diff after those in the hunks. */
  leftOut: number
}

/** Lines beyond this number are left out. */
export const diffLinesMax = 5_000

const header = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@/

interface Position {
  before: number
  after: number
  /** Lines of each side that the hunk still has. */
  beforeLeft: number
  afterLeft: number
}

function positionOf(line: string): Position | null {
  const found = header.exec(line)
  if (found === null) return null
  const [beforeLeft, afterLeft] = [Number(found[2] ?? 1), Number(found[4] ?? 1)]
  // For a side with 0 lines, the header names the line before the hunk.
  return {
    before: Number(found[1]) + (beforeLeft === 0 ? 1 : 0),
    after: Number(found[3]) + (afterLeft === 0 ? 1 : 0),
    beforeLeft,
    afterLeft,
  }
}

function takenLine(line: string, at: Position): DiffLine {
  const sign = line.charAt(0)
  const text = line.slice(1)
  if (sign === '-') {
    at.beforeLeft -= 1
    return { kind: 'removed', text, before: at.before++, after: null }
  }
  if (sign === '+') {
    at.afterLeft -= 1
    return { kind: 'added', text, before: null, after: at.after++ }
  }
  at.beforeLeft -= 1
  at.afterLeft -= 1
  return { kind: 'same', text: sign === ' ' ? text : line, before: at.before++, after: at.after++ }
}

/**
 * Parses a diff. A hunk ends after the counts in its header, so that a line `@@ …` in the text of a page does not end
 * it.
 * @returns the hunks, and the number of omitted lines.
 */
export function readUnifiedDiff(diff: string): ReadDiff {
  const hunks: DiffHunk[] = []
  let at: Position | null = null
  let lastAfter = 1
  let taken = 0
  const all = diff.replace(/\n$/, '').split('\n')
  for (const [index, line] of all.entries()) {
    if (taken >= diffLinesMax) return { hunks, leftOut: all.length - index }
    if (at !== null && (at.beforeLeft > 0 || at.afterLeft > 0)) {
      hunks.at(-1)?.lines.push(takenLine(line, at))
      lastAfter = at.after
      taken += 1
      continue
    }
    const next = positionOf(line)
    if (next === null) continue
    hunks.push({ skipped: Math.max(0, next.after - lastAfter), lines: [] })
    at = next
  }
  return { hunks, leftOut: 0 }
}
