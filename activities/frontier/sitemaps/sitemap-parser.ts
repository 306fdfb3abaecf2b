/**
 * Reads one sitemap file in any form of the sitemaps protocol: urlset, index, RSS, Atom or one URL per line, plain or
 * gzipped. A broken file is read as far as possible, with a warning.
 */
import { TextDecoder } from 'node:util'
import { createGunzip } from 'node:zlib'
import { discoveryLimits } from '../limits/discovery-limits.ts'
import { egressLimits } from '@seine/shared/config/limits.ts'
import { entriesFull, type SitemapCaps, type SitemapFile, type SitemapReader } from './sitemap-file.ts'
import { LoopTurn } from '@seine/shared/values/loop-turn.ts'
import { createXmlReader } from './sitemap-xml.ts'
import { errorMessage } from '@seine/shared/values/error-message.ts'

/** The caps that the sitemaps protocol defines. */
export const protocolCaps: SitemapCaps = {
  entriesMax: discoveryLimits.sitemapUrlsPerFileMax,
  decodedBytesMax: egressLimits.sitemapMaxDecodedBytes,
}

const declarationBytes = 256
const lineMaxCharacters = 8_192

const absoluteUrl = /^https?:\/\//i
const htmlStart = /^<(?:!doctype\s+html|html)\b/i
const declaredEncoding = /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/i

/** Chooses the decoder of a file by its byte order mark, then by its XML declaration, else UTF-8. */
function decoderFor(start: Uint8Array, file: SitemapFile): TextDecoder {
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le')
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be')
  const label = declaredEncoding.exec(new TextDecoder('latin1').decode(start.subarray(0, declarationBytes)))?.[1]
  // A declaration that is readable byte by byte is not UTF-16, whatever it declares.
  if (label === undefined || /^utf-?16/i.test(label)) return new TextDecoder()
  try {
    return new TextDecoder(label)
  } catch {
    file.warnings.push(`unknown encoding ${label}, read as UTF-8`)
    return new TextDecoder()
  }
}

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Yields the bytes in small pieces, gunzipped when they start like gzip. Ending the iteration ends the work. */
async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const { sitemapPieceBytes } = discoveryLimits
  if (!isGzip(bytes)) {
    for (let at = 0; at < bytes.length; at += sitemapPieceBytes) yield bytes.subarray(at, at + sitemapPieceBytes)
    return
  }
  const gunzip = createGunzip({ chunkSize: sitemapPieceBytes })
  gunzip.end(bytes)
  for await (const piece of gunzip) yield piece as Uint8Array
}

/** Returns why a file of this decoded size is not read further, or null. */
function sizeProblem(decodedBytes: number, bytes: Uint8Array, caps: SitemapCaps): string | null {
  if (decodedBytes > caps.decodedBytesMax) return `larger than ${caps.decodedBytesMax} bytes`
  const { inflationRatioFreeBytes, inflationRatioMax } = egressLimits
  const inflated = isGzip(bytes) && decodedBytes > inflationRatioFreeBytes
  return inflated && decodedBytes > bytes.length * inflationRatioMax
    ? `the gzip data expands to more than ${inflationRatioMax} times its size`
    : null
}

/** Creates a reader of one URL per line. Lines that are not an absolute URL are counted and skipped. */
function createLineReader(file: SitemapFile, caps: SitemapCaps): SitemapReader {
  let rest = ''
  let skipped = 0
  const take = (line: string): boolean => {
    const url = line.trim()
    if (url === '') return false
    if (!absoluteUrl.test(url)) {
      skipped += 1
      return false
    }
    if (file.urls.length >= caps.entriesMax) return entriesFull(file, caps)
    file.kind = 'text'
    file.urls.push({ url })
    return false
  }
  return {
    write(text) {
      const lines = (rest + text).split(/\r\n|\r|\n/)
      rest = (lines.pop() ?? '').slice(0, lineMaxCharacters)
      return lines.some(take)
    },
    end() {
      take(rest)
      if (skipped > 0 && file.kind === 'text') file.warnings.push(`${skipped} lines are not URLs`)
    },
  }
}

/** Creates a reader that chooses the form by the first character that is not white space. */
function createReader(file: SitemapFile, caps: SitemapCaps): SitemapReader {
  let reader: SitemapReader | null = null
  return {
    write(text) {
      if (reader !== null) return reader.write(text)
      // White space before an XML declaration is common, although it is not well-formed XML.
      const start = text.trimStart()
      if (start === '') return false
      if (htmlStart.test(start)) return true
      reader = start.startsWith('<') ? createXmlReader(file, caps) : createLineReader(file, caps)
      return reader.write(start)
    },
    end: () => reader?.end(),
  }
}

async function readPieces(
  bytes: Uint8Array,
  file: SitemapFile,
  caps: SitemapCaps,
  signal: AbortSignal | null,
): Promise<void> {
  const reader = createReader(file, caps)
  let decoder: TextDecoder | null = null
  let decodedBytes = 0
  const turn = new LoopTurn(discoveryLimits.discoveryTurnMs)
  try {
    for await (const piece of pieces(bytes)) {
      decodedBytes += piece.length
      const problem = sizeProblem(decodedBytes, bytes, caps)
      if (problem !== null) {
        file.truncated = true
        file.warnings.push(`${problem}, the rest was not read`)
        return
      }
      decoder ??= decoderFor(piece, file)
      if (reader.write(decoder.decode(piece, { stream: true }))) return
      if (turn.isOver) await turn.next()
      signal?.throwIfAborted()
    }
  } catch (error) {
    signal?.throwIfAborted()
    file.warnings.push(`the gzip data is broken: ${errorMessage(error)}`)
  }
  reader.end()
}

/**
 * Reads a sitemap file, yielding to the event loop every few milliseconds.
 * @param bytes the file after its Content-Encoding was undone; gzip is detected by its first bytes.
 * @param caps of entries and decoded bytes; the protocol's caps by default.
 * @param signal ends the reading.
 * @returns what could be read.
 * @throws the reason of `signal` when it is aborted; nothing else.
 */
export async function parseSitemap(
  bytes: Uint8Array,
  caps: SitemapCaps = protocolCaps,
  signal: AbortSignal | null = null,
): Promise<SitemapFile> {
  const file: SitemapFile = { kind: 'unknown', urls: [], sitemaps: [], truncated: false, warnings: [] }
  await readPieces(bytes, file, caps, signal)
  return file
}
