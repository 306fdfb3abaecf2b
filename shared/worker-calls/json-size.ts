/** Size of texts in the JSON of an answer, which may be six times their length. */
import { workerCallLimits } from '../config/browser-limits.ts'
import { LoopTurn } from '../values/loop-turn.ts'

const { jsonPieceCharacters: pieceCharacters, jsonTurnMs: turnMs } = workerCallLimits
/** Largest number of bytes of one UTF-16 code unit: `\u0000`. */
const codeUnitMaxBytes = 6
const quotesBytes = 2

/** Returns the bytes of a text in JSON, without its quotes. */
export const jsonBytes = (text: string): number => Buffer.byteLength(JSON.stringify(text)) - quotesBytes

/** Returns the end of a piece of a text; surrogate pairs are not split. */
function pieceEnd(text: string, start: number): number {
  const end = Math.min(text.length, start + pieceCharacters)
  return end < text.length && text.charCodeAt(end - 1) >> 10 === 0x36 ? end - 1 : end
}

/**
 * Returns the beginning of a text that takes at most `bytesMax` bytes in JSON, cut at a multiple of about
 * `jsonPieceCharacters` characters. Yields to the event loop in between.
 * @returns the text itself when all of it fits.
 */
export async function fittingInJson(text: string, bytesMax: number): Promise<string> {
  if (text.length * codeUnitMaxBytes <= bytesMax) return text
  let bytes = 0
  let start = 0
  const turn = new LoopTurn(turnMs)
  while (start < text.length) {
    const end = pieceEnd(text, start)
    bytes += jsonBytes(text.slice(start, end))
    if (bytes > bytesMax) return text.slice(0, start)
    start = end
    if (turn.isOver) await turn.next()
  }
  return text
}
