/** The URLs of a batch as they are stored: JSON of tens of megabytes, written in turns of the event loop. */
import { createHash } from 'node:crypto'
import { requestLimits } from '../../config/api-limits.ts'
import { joinBytes } from '../../values/join-bytes.ts'
import { LoopTurn } from '../../values/loop-turn.ts'

export interface StoredUrls {
  /** `BatchUrls` as JSON in UTF-8. */
  json: Uint8Array
  /** SHA-256 of the JSON, hex. */
  sha256: string
}

/** Returns the list as it is stored. @param urls as the caller wrote them. */
export async function storedUrlsOf(urls: readonly string[]): Promise<StoredUrls> {
  const { jsonPieceBytes, turnMs } = requestLimits
  const turn = new LoopTurn(turnMs)
  const digest = createHash('sha256')
  const pieces: Uint8Array[] = []
  const write = (text: string): void => {
    const bytes = Buffer.from(text)
    digest.update(bytes)
    pieces.push(bytes)
  }
  let from = 0
  let characters = 0
  for (const [index, url] of urls.entries()) {
    characters += url.length
    if (characters < jsonPieceBytes) continue
    // One text for many entries: a text for each would be garbage at once.
    write(`${from === 0 ? '[' : ','}${JSON.stringify(urls.slice(from, index + 1)).slice(1, -1)}`)
    from = index + 1
    characters = 0
    if (turn.isOver) await turn.next()
  }
  const rest = JSON.stringify(urls.slice(from)).slice(1)
  write(from === 0 ? `[${rest}` : `${rest === ']' ? '' : ','}${rest}`)
  return { json: await joinBytes(pieces, turnMs), sha256: digest.digest('hex') }
}
