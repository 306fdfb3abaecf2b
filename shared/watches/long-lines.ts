/**
 * Cuts very long lines into pieces that are changed one by one, so that other work of the process gets its turn. A cut
 * is made only where the change gives the same text as without it: places of fixed distances would move with the text
 * before them, and a page of which only parts without meaning change would count as changed.
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

/** Returns where the piece that begins at a position ends; null when there is no place to cut. */
function pieceEnd(line: string, from: number, mayCut: LineChange['mayCut']): number | null {
  const pieceCharacters = watchLimits.comparedPieceCharacters
  const lastAt = from + pieceCharacters
  if (lastAt >= line.length) return line.length
  for (let at = lastAt; at > from + pieceCharacters / 2; at -= cutStepCharacters) {
    at = line.lastIndexOf(' ', at)
    if (at > from && mayCut(line, at)) return at
  }
  return null
}

/** Changes a very long line; one that cannot be cut stays as it is. */
async function longChanged(line: string, { change, mayCut }: LineChange, turn: LoopTurn): Promise<string> {
  let text = ''
  for (let from = 0; from < line.length;) {
    const end = pieceEnd(line, from, mayCut)
    if (end === null) return line
    text += change(line.slice(from, end))
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
