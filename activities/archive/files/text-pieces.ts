/** Splits long texts and bytes into pieces on demand, so that no piece blocks the event loop for long. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { archiveLimits } from '@seine/shared/config/limits.ts'

/** Joins short texts, in order, into pieces large enough to be worth a write. */
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

/** Splits bytes into pieces; they are views, not copies. */
export async function* bytePieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += archiveLimits.entryPieceBytes) {
    yield bytes.subarray(at, at + archiveLimits.entryPieceBytes)
    // Streams that only pass bytes on never yield to the event loop by themselves.
    await nextTurn()
  }
}

/** Yields a JSON array, one item per line. */
export function* listText(items: Iterable<unknown>): Generator<string> {
  let before = '[\n'
  for (const item of items) {
    yield `${before}${JSON.stringify(item)}`
    before = ',\n'
  }
  yield before === '[\n' ? '[]' : '\n]'
}

/** Yields a JSON object, one member per line. */
export function* mapText(members: Iterable<readonly [name: string, value: unknown]>): Generator<string> {
  let before = '{\n'
  for (const [name, value] of members) {
    yield `${before}${JSON.stringify(name)}: ${JSON.stringify(value)}`
    before = ',\n'
  }
  yield before === '{\n' ? '{}' : '\n}'
}
