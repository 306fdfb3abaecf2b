/** The index of a large WACZ file: blocks of lines, each a gzip member, and a list of the blocks. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { wireLimits } from '@seine/shared/config/limits.ts'

const compress = promisify(gzip)

/** Name of the file with the blocks, which the list states. */
export const blocksName = 'index.cdx.gz'

/**
 * Yields the blocks.
 * @param lines sorted, without line ends.
 * @param blocks gets a line of the list for each block.
 */
export async function* indexBlocks(lines: AsyncIterable<string>, blocks: string[]): AsyncGenerator<Buffer> {
  let offset = 0
  const blockOf = async (block: readonly string[]): Promise<Buffer> => {
    const bytes = await compress(`${block.join('\n')}\n`)
    const [key, time] = block[0]!.split(' ', 2)
    const digest = `sha256:${createHash('sha256').update(bytes).digest('hex')}`
    const facts = { offset, length: bytes.byteLength, digest, filename: blocksName }
    blocks.push(`${key} ${time} ${JSON.stringify(facts)}`)
    offset += bytes.byteLength
    return bytes
  }
  let block: string[] = []
  for await (const line of lines) {
    block.push(line)
    if (block.length < wireLimits.linesPerBlock) continue
    yield await blockOf(block)
    block = []
  }
  if (block.length > 0) yield await blockOf(block)
}

/** Returns the list of the blocks. */
export const blockList = (blocks: readonly string[]): Buffer =>
  Buffer.from(
    [`!meta 0 ${JSON.stringify({ format: 'cdxj-gzip-1.0', filename: blocksName })}`, ...blocks, ''].join('\n'),
  )
