/** Line diffs of compared texts: unified, bounded in time and size. */
import { structuredPatch, type StructuredPatchHunk } from 'diff'
import { watchLimits } from '../config/watch-limits.ts'

export interface TextDiff {
  diff: string
  /** True when hunks were left out because the diff would be too large. */
  truncated: boolean
  wordsAdded: number
  wordsRemoved: number
  /** True when not all changed words were counted. */
  uncounted: boolean
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.slice(0, -1).split('\n'))

/** Returns a single hunk that replaces everything between the common first and last lines of texts that end in a break. */
function replacement(before: string, after: string): StructuredPatchHunk[] {
  const old = linesOf(before)
  const now = linesOf(after)
  const most = Math.min(old.length, now.length)
  let head = 0
  while (head < most && old[head] === now[head]) head += 1
  let tail = 0
  while (tail < most - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1
  const around = watchLimits.diffContextLines
  const from = Math.max(0, head - around)
  const trailing = Math.min(tail, around)
  const lines = [
    ...old.slice(from, head).map((line) => ` ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `-${line}`),
    ...now.slice(head, now.length - tail).map((line) => `+${line}`),
    ...old.slice(old.length - tail, old.length - tail + trailing).map((line) => ` ${line}`),
  ]
  const oldLines = old.length - tail + trailing - from
  const newLines = now.length - tail + trailing - from
  return [{ oldStart: from + 1, oldLines, newStart: from + 1, newLines, lines }]
}

function hunksOf(before: string, after: string): StructuredPatchHunk[] {
  const patch = structuredPatch('a', 'b', before, after, '', '', {
    context: watchLimits.diffContextLines,
    maxEditLength: watchLimits.diffEditLengthMax,
    timeout: watchLimits.diffTimeoutMs,
  })
  return patch?.hunks ?? replacement(before, after)
}

const start = (line: number, count: number): number => (count === 0 ? line - 1 : line)

const hunkText = ({ oldStart, oldLines, newStart, newLines, lines }: StructuredPatchHunk): string =>
  `@@ -${start(oldStart, oldLines)},${oldLines} +${start(newStart, newLines)},${newLines} @@\n${lines.join('\n')}\n`

const word = /[\p{L}\p{N}]+(?:['’.,:-][\p{L}\p{N}]+)*/gu

/**
 * Counts the words of changed lines that the other side lacks. Of very large changes, only the beginning of either side
 * is counted: the words of a whole page of the largest size would take seconds and much of the memory of the process.
 */
function changedWords(hunks: readonly StructuredPatchHunk[]): { added: number; removed: number; uncounted: boolean } {
  const balance = new Map<string, number>()
  let uncounted = false
  const left = { '+': watchLimits.countedCharactersMax, '-': watchLimits.countedCharactersMax }
  for (const line of hunks.flatMap(({ lines }) => lines)) {
    const side = line[0]
    if (side !== '+' && side !== '-') continue
    const text = line.slice(1, 1 + left[side])
    left[side] -= text.length
    uncounted ||= text.length < line.length - 1
    const step = side === '+' ? 1 : -1
    for (const [found] of text.matchAll(word)) balance.set(found, (balance.get(found) ?? 0) + step)
  }
  let added = 0
  let removed = 0
  for (const count of balance.values()) {
    if (count > 0) added += count
    else removed -= count
  }
  return { added, removed, uncounted }
}

/**
 * Returns the diff between two texts; applied to `before` it gives `after`, unless it is truncated.
 * @param before text without a line break at its end, as `after`.
 */
export function textDiff(before: string, after: string): TextDiff {
  const hunks = hunksOf(withBreak(before), withBreak(after))
  const { added, removed, uncounted } = changedWords(hunks)
  let diff = '--- before\n+++ after\n'
  let bytes = Buffer.byteLength(diff)
  let truncated = false
  for (const hunk of hunks) {
    const text = hunkText(hunk)
    bytes += Buffer.byteLength(text)
    truncated = bytes > watchLimits.diffMaxBytes
    if (truncated) break
    diff += text
  }
  return { diff, truncated, wordsAdded: added, wordsRemoved: removed, uncounted }
}

const withBreak = (text: string): string => (text === '' ? '' : `${text}\n`)
