/** Long texts and bytes in pieces, made as they are taken, so that no piece holds the event loop for long. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { archiveLimits } from '@seine/shared/config/limits.ts'

/** Joins short texts, in order, into pieces worth writing. */
export async function* textPieces(texts: Iterable<string>): AsyncGenerator<Buffer> {
  let waiting = ''
  for (const text of texts) {
    waiting += text
    if (waiting.length < archiveLimits.entryPieceBytes) continue
    yield Buffer.from(waiting)
    waiting = ''
    await nextTurn()
  }
  if (waiting !== '') yield Buffer.from(waiting)
}

/** Cuts bytes into pieces; they are views, not copies. */
export async function* bytePieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += archiveLimits.entryPieceBytes) {
    yield bytes.subarray(at, at + archiveLimits.entryPieceBytes)
    // Streams that only pass bytes on never let the event loop turn by themselves.
    await nextTurn()
  }
}

/** A JSON list, one item a line. */
export function* listText(items: Iterable<unknown>): Generator<string> {
  let before = '[\n'
  for (const item of items) {
    yield `${before}${JSON.stringify(item)}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]' : '\n]'
}

/** A JSON object, one member a line. */
export function* mapText(members: Iterable<readonly [name: string, value: unknown]>): Generator<string> {
  let before = '{\n'
  for (const [name, value] of members) {
    yield `${before}${JSON.stringify(name)}: ${JSON.stringify(value)}`
    before = ',\n'
  }
  yield before === '{\n' ? '{}' : '\n}'
}
