/**
 * Cuts very long lines into pieces that are changed one by one, so that other work of the process gets its turn. Where
 * possible, a cut is made where the change gives the same text as without it: places of fixed distances move with the
 * text before them, and a page of which only parts without meaning change would count as changed.
 */
import { watchLimits } from '../config/watch-limits.ts'
import type { LoopTurn } from '../values/loop-turn.ts'

/** How a line is changed. */
export interface LineChange {
  change: (text: string) => string
  /** Whether a line may be cut before the space at a position: nothing that is changed reaches over it. */
  mayCut: (line: string, at: number) => boolean
}

/** Positions that are tried for a cut have at least this distance, characters. */
const cutStepCharacters = 64

/**
 * When none of them fits, places are tried by changing the text around them. Each distance is longer than the one before
 * by this many characters: equal ones could find the same place of a text that repeats itself again and again.
 */
const triedStepCharacters = 8
/** Length of the text before and after a place that is changed to try it. */
const triedCharacters = 1_000

/** True where the text around a position gives the same when it is changed in two parts. */
function isUncrossed(line: string, at: number, change: LineChange['change']): boolean {
  const before = line.slice(Math.max(0, at - triedCharacters), at)
  const behind = line.slice(at, at + triedCharacters)
  return change(before + behind) === change(before) + change(behind)
}

/**
 * Returns where the piece that begins at a position ends: if possible, before a space over which nothing is changed,
 * otherwise before the last space.
 */
function pieceEnd(line: string, from: number, { change, mayCut }: LineChange): number {
  const pieceCharacters = watchLimits.comparedPieceCharacters
  const lastAt = from + pieceCharacters
  if (lastAt >= line.length) return line.length
  const leastAt = from + pieceCharacters / 2
  for (let at = line.lastIndexOf(' ', lastAt); at > leastAt; at = line.lastIndexOf(' ', at - cutStepCharacters)) {
    if (mayCut(line, at)) return at
  }
  const lastSpace = line.lastIndexOf(' ', lastAt)
  const hasSpace = lastSpace > leastAt
  const placeBefore = (at: number): number => (hasSpace ? line.lastIndexOf(' ', at) : at)
  let step = 1
  for (let at = placeBefore(lastAt); at > leastAt; at = placeBefore(at - step)) {
    if (isUncrossed(line, at, change)) return at
    step += triedStepCharacters
  }
  return hasSpace ? lastSpace : lastAt
}

/** Changes a very long line. */
async function longChanged(line: string, how: LineChange, turn: LoopTurn): Promise<string> {
  let text = ''
  for (let from = 0; from < line.length;) {
    const end = pieceEnd(line, from, how)
    text += how.change(line.slice(from, end))
    from = end
    if (turn.isOver) await turn.next()
  }
  return text
}

/**
 * Changes every line. @param turn of the event loop, asked after every line and every piece of a very long one.
 * @returns the lines in their order.
 */
export async function changedLines(lines: readonly string[], how: LineChange, turn: LoopTurn): Promise<string[]> {
  const result: string[] = []
  for (const line of lines) {
    const isLong = line.length > watchLimits.comparedPieceCharacters
    result.push(isLong ? await longChanged(line, how, turn) : how.change(line))
    if (turn.isOver) await turn.next()
  }
  return result
}
