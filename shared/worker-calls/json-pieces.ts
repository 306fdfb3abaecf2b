/**
 * Writes the JSON of answers that may be tens of megabytes in pieces, so that the event loop can answer other callers
 * in between.
 */
import { workerCallLimits } from '../config/browser-limits.ts'
import { LoopTurn } from '../values/loop-turn.ts'

const { jsonPieceCharacters: pieceCharacters, jsonTurnMs: turnMs } = workerCallLimits
/** An item counts as this many characters in addition to its own text. */
const itemCharacters = 8

/** A value that is JSON in UTF-8 already; it is written unchanged. */
export class RawJson {
  readonly parts: readonly Uint8Array[]

  /** @param parts that form one value together. */
  constructor(...parts: readonly Uint8Array[]) {
    this.parts = parts
  }
}

type Json = string | number | boolean | null | undefined | RawJson | readonly Json[] | { readonly [name: string]: Json }

/** Returns approximately how many characters a value takes; stops counting soon after `max`. */
function weigh(value: Json, max: number): number {
  if (typeof value === 'string') return value.length + itemCharacters
  if (typeof value !== 'object' || value === null) return itemCharacters
  // A value that contains one is never written in one piece.
  if (value instanceof RawJson) return Number.POSITIVE_INFINITY
  let weight = itemCharacters
  for (const item of Object.values(value)) {
    if (weight > max) break
    weight += weigh(item, max - weight)
  }
  return weight
}

/** Yields the text of a value in small pieces; single long strings are not split. */
function* pieces(value: Json): Generator<string | RawJson, void> {
  if (value instanceof RawJson) {
    yield value
  } else if (typeof value !== 'object' || value === null || weigh(value, pieceCharacters) <= pieceCharacters) {
    yield JSON.stringify(value) ?? 'null'
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield index === 0 ? '[' : ','
      yield* pieces(item as Json)
    }
    yield ']'
  } else {
    let opening = '{'
    for (const [name, item] of Object.entries(value)) {
      if (item === undefined) continue
      yield `${opening}${JSON.stringify(name)}:`
      yield* pieces(item)
      opening = ','
    }
    yield opening === '{' ? '{}' : '}'
  }
}

/**
 * Returns the bytes that `JSON.stringify` would produce for an object of plain data and of values that are JSON
 * already.
 * @returns their pieces, in order.
 */
export async function jsonPieces(value: object): Promise<Uint8Array[]> {
  const written: Uint8Array[] = []
  let text = ''
  const turn = new LoopTurn(turnMs)
  for (const piece of pieces(value as Json)) {
    if (piece instanceof RawJson) {
      written.push(Buffer.from(text), ...piece.parts)
      text = ''
      continue
    }
    text += piece
    if (text.length < pieceCharacters) continue
    written.push(Buffer.from(text))
    text = ''
    if (turn.isOver) await turn.next()
  }
  written.push(Buffer.from(text))
  return written
}
