/**
 * Scans a JSON text without parsing it: counts its values, because parsing is what many values make expensive, and
 * finds lists that are too long to be parsed in one turn of the event loop.
 */
import { requestLimits } from '@seine/shared/config/api-limits.ts'

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openBracket = 0x5b
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/** A long list that is the whole text or a member of its outermost object. Positions are byte indices. */
export interface LongList {
  /** Its opening bracket. */
  start: number
  /** Commas between its entries at which it can be divided, in order. */
  cuts: number[]
  /** Its closing bracket. */
  end: number
}

/**
 * Finds the end of a string literal that has no escape before its first quote, as most have none.
 * @param start index of its opening quote.
 * @returns index of its closing quote; the length of the text when it has none; `start` when it has an escape there.
 */
function plainStringEnd(json: Buffer, start: number): number {
  const next = json.indexOf(quote, start + 1)
  if (next === -1) return json.length
  return json[next - 1] === backslash ? start : next
}

/**
 * Scans a text; yields from time to time, so that the caller can give other work a turn.
 * @param json text in UTF-8; what is returned for invalid JSON is unspecified.
 * @param valuesMax strings, containers and commas that the text may have; their number is at least that of its values,
 *   keys included, minus one.
 * @returns the long lists; null when the text has more values.
 */
export function* outlineOf(json: Buffer, valuesMax: number): Generator<void, LongList[] | null> {
  const { jsonPieceBytes } = requestLimits
  const lists: LongList[] = []
  let list: LongList | null = null
  let depth = 0
  let listDepth = 0
  let count = 0
  let pieceEnd = 0
  let yieldAt = jsonPieceBytes
  let isInString = false
  for (let at = 0; at < json.length; at += 1) {
    if (at >= yieldAt) {
      yield
      yieldAt = at + jsonPieceBytes
    }
    const byte = json[at]
    if (isInString) {
      if (byte === backslash) at += 1
      else if (byte === quote) isInString = false
      continue
    }
    if (byte === closeBracket || byte === closeBrace) {
      // A list that ends with a brace is left to the parser, which refuses it.
      if (list !== null && depth === listDepth) {
        if (list.cuts.length > 0 && byte === closeBracket) lists.push({ ...list, end: at })
        list = null
      }
      depth -= 1
      continue
    }
    if (byte === quote) {
      const end = plainStringEnd(json, at)
      isInString = end === at
      at = end
    } else if (byte === openBracket || byte === openBrace) {
      depth += 1
      if (byte === openBracket && list === null && depth <= 2) {
        list = { start: at, cuts: [], end: at }
        listDepth = depth
        pieceEnd = at + jsonPieceBytes
      }
    } else if (byte !== comma) continue
    else if (list !== null && depth === listDepth && at >= pieceEnd) {
      list.cuts.push(at)
      pieceEnd = at + jsonPieceBytes
    }
    count += 1
    if (count > valuesMax) return null
  }
  return lists
}
