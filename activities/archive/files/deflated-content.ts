/** Compresses the content of files as archives have it. */
import { promisify } from 'node:util'
import { crc32, deflateRaw, deflateRawSync } from 'node:zlib'
import { archiveLimits } from '@seine/shared/config/limits.ts'

/** The content of a file as an archive has it: raw deflate. */
export interface DeflatedContent {
  deflated: Uint8Array
  /** Size and CRC-32 of the content before compression. */
  bytes: number
  crc: number
}

const options = { level: archiveLimits.deflateLevel }
const deflateOnThread = promisify(deflateRaw)

/** Returns the result; it is copied, because zlib returns a view of a buffer that is much larger than a short text. */
const contentOf = (content: Uint8Array, result: Uint8Array): DeflatedContent => ({
  deflated: new Uint8Array(result),
  bytes: content.byteLength,
  crc: crc32(content),
})

/** Compresses short content: it does so without a pause. */
export const deflated = (content: Uint8Array): DeflatedContent => contentOf(content, deflateRawSync(content, options))

/** Compresses content of any length; long content on another thread. */
export const deflatedOfAnyLength = async (content: Uint8Array): Promise<DeflatedContent> =>
  content.byteLength <= archiveLimits.entryPieceBytes
    ? deflated(content)
    : contentOf(content, await deflateOnThread(content, options))
