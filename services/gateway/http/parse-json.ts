/**
 * Parses JSON of up to tens of megabytes. Long lists are parsed in pieces, and other work gets a turn in between, so
 * that a large request does not delay those of other callers.
 */
import { randomInt } from 'node:crypto'
import { requestLimits } from '@seine/shared/config/api-limits.ts'
import { LoopTurn } from '@seine/shared/values/loop-turn.ts'
import { outlineOf, type LongList } from './json-outline.ts'

/** A text with more values than allowed. */
export class TooManyValuesError extends Error {
  override readonly name = 'TooManyValuesError'
}

/** RFC 8259: JSON between systems is UTF-8. A byte order mark is allowed at the start of a text, and nowhere else. */
const textDecoder = new TextDecoder('utf-8', { fatal: true })
const pieceDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const openBracket = 0x5b
const closeBracket = 0x5d

/**
 * Parses the entries of a list, from a cut to the next. Puts brackets in place of the commas at its cuts, so that each
 * piece is a list as it stands.
 * @throws SyntaxError, TypeError
 */
async function entriesOf(json: Buffer, { start, cuts, end }: LongList, turn: LoopTurn): Promise<unknown[]> {
  const entries: unknown[] = []
  let from = start
  for (const to of [...cuts, end]) {
    json[from] = openBracket
    json[to] = closeBracket
    const piece = JSON.parse(pieceDecoder.decode(json.subarray(from, to + 1))) as unknown[]
    // Two commas, or one at the end: divided, each part would be valid.
    if (piece.length === 0) throw new SyntaxError('an entry of a list is missing')
    for (const entry of piece) entries.push(entry)
    from = to
    if (turn.isOver) await turn.next()
  }
  return entries
}

/** Scans a text in turns. @throws TooManyValuesError */
async function longListsOf(json: Buffer, valuesMax: number, turn: LoopTurn): Promise<LongList[]> {
  const scan = outlineOf(json, valuesMax)
  for (;;) {
    const step = scan.next()
    if (step.done !== true) {
      if (turn.isOver) await turn.next()
    } else if (step.value === null) throw new TooManyValuesError(`more than ${valuesMax} values`)
    else return step.value
  }
}

/** Returns a text with a number in place of each list: the given one and those after it. */
function withoutLists(json: Buffer, lists: readonly LongList[], firstNumber: number): Buffer {
  const kept: Buffer[] = []
  let from = 0
  for (const [index, { start, end }] of lists.entries()) {
    // Between spaces it cannot become part of another token.
    kept.push(json.subarray(from, start), Buffer.from(` ${firstNumber + index} `))
    from = end + 1
  }
  return Buffer.concat([...kept, json.subarray(from)])
}

const parsedAtOnce = (json: Buffer): unknown => JSON.parse(textDecoder.decode(json))

/**
 * Parses a text as `JSON.parse` does.
 * @param json in UTF-8, with or without a byte order mark; it is changed.
 * @param valuesMax see `outlineOf`.
 * @throws TooManyValuesError; SyntaxError for invalid JSON; TypeError for invalid UTF-8.
 */
export async function parseJson(json: Buffer, valuesMax: number): Promise<unknown> {
  const turn = new LoopTurn(requestLimits.turnMs)
  const lists = await longListsOf(json, valuesMax, turn)
  if (lists.length === 0) return parsedAtOnce(json)
  const parsedLists: unknown[][] = []
  for (const list of lists) parsedLists.push(await entriesOf(json, list, turn))
  // No caller can guess the numbers that stand for the lists.
  const firstNumber = randomInt(2 ** 40, 2 ** 47)
  const listOf = (value: unknown): unknown => parsedLists[Number(value) - firstNumber] ?? value
  const rest = parsedAtOnce(withoutLists(json, lists, firstNumber))
  if (typeof rest !== 'object' || rest === null) return listOf(rest)
  for (const [name, value] of Object.entries(rest)) {
    if (typeof value === 'number') Object.defineProperty(rest, name, { value: listOf(value) })
  }
  return rest
}
