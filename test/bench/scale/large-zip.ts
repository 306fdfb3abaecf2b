/**
 * Reads a ZIP archive of any size from front to end, as Seine writes them (APPNOTE 6.3.10, without comments): memory
 * holds a range of the archive, a range of its directory, and one entry or a piece of it.
 */
import { Readable } from 'node:stream'
import { createInflateRaw, inflateRawSync } from 'node:zlib'
import { scaleLimits } from '@seine/tools/bench-limits.ts'

/** Bytes that can be read in ranges. */
export interface RangedBytes {
  size: number
  /** @param end exclusive. */
  read(from: number, end: number): Promise<Buffer>
}

/** One file of an archive. */
export interface LargeZipEntry {
  name: string
  /** Content in pieces; it must be read before the next entry is taken, or is skipped. */
  content: () => AsyncIterable<Buffer>
}

const signatures = { local: 0x04_03_4b_50, directory: 0x02_01_4b_50, end: 0x06_05_4b_50, longEnd: 0x06_06_4b_50 }
const endBytes = 22
/** The record of the directory's place in a long archive, and what points to it. */
const longEndBytes = 56 + 20
const localBytes = 30
const directoryBytes = 46
const max16 = 0xff_ff
const max32 = 0xff_ff_ff_ff
const deflate = 8

/** An archive over HTTP. @throws Error when the server does not serve ranges. */
export async function zipAtLink(link: string): Promise<RangedBytes> {
  const ask = async (from: number, end: number): Promise<Response> => {
    const answer = await fetch(link, { headers: { range: `bytes=${from}-${end - 1}` } })
    if (answer.status !== 206) throw new Error(`a range of an archive was answered with ${answer.status}`)
    return answer
  }
  const first = await ask(0, 1)
  await first.body?.cancel()
  const size = Number(first.headers.get('content-range')?.split('/')[1])
  if (!Number.isSafeInteger(size)) throw new Error('the size of an archive is unknown')
  return { size, read: async (from, end) => Buffer.from(await (await ask(from, end)).arrayBuffer()) }
}

/** Reads a part of the archive from front to end, in ranges. */
class Cursor {
  readonly #bytes: RangedBytes
  readonly #end: number
  #at: number
  #held: Buffer = Buffer.alloc(0)

  constructor(bytes: RangedBytes, from: number, end: number) {
    this.#bytes = bytes
    this.#at = from
    this.#end = end
  }

  /** Position of the next byte. */
  get at(): number {
    return this.#at - this.#held.length
  }

  /** Takes as many bytes as asked for. @throws Error when the part has fewer. */
  async take(count: number): Promise<Buffer> {
    while (this.#held.length < count) await this.#more()
    const taken = this.#held.subarray(0, count)
    this.#held = this.#held.subarray(count)
    return taken
  }

  /** Moves to a later position. */
  async skipTo(position: number): Promise<void> {
    if (position < this.at) throw new Error('the entries of the archive are out of order')
    while (this.at < position) await this.take(Math.min(position - this.at, scaleLimits.zipPieceBytes))
  }

  async #more(): Promise<void> {
    const end = Math.min(this.#end, this.#at + scaleLimits.zipRangeBytes)
    if (end <= this.#at) throw new Error('the archive ends too early')
    const range = await this.#bytes.read(this.#at, end)
    if (range.length !== end - this.#at) throw new Error('a range of the archive is incomplete')
    this.#held = this.#held.length === 0 ? range : Buffer.concat([this.#held, range])
    this.#at = end
  }
}

/** Returns the place of the directory. */
async function directoryOf(bytes: RangedBytes): Promise<{ entries: number; from: number; end: number }> {
  const tail = await bytes.read(Math.max(0, bytes.size - endBytes - longEndBytes), bytes.size)
  const end = tail.subarray(tail.length - endBytes)
  if (end.readUInt32LE(0) !== signatures.end) throw new Error('the archive has no end record')
  const [entries, length, from] = [end.readUInt16LE(10), end.readUInt32LE(12), end.readUInt32LE(16)]
  if (entries < max16 && length < max32 && from < max32) return { entries, from, end: from + length }
  if (tail.readUInt32LE(0) !== signatures.longEnd) throw new Error('the archive has no ZIP64 end record')
  const [longLength, longFrom] = [Number(tail.readBigUInt64LE(40)), Number(tail.readBigUInt64LE(48))]
  return { entries: Number(tail.readBigUInt64LE(32)), from: longFrom, end: longFrom + longLength }
}

interface DirectoryRecord {
  name: string
  isDeflated: boolean
  storedBytes: number
  offset: number
}

async function takeRecord(directory: Cursor): Promise<DirectoryRecord> {
  const record = await directory.take(directoryBytes)
  if (record.readUInt32LE(0) !== signatures.directory) throw new Error('the directory of the archive is damaged')
  const name = (await directory.take(record.readUInt16LE(28))).toString()
  const extra = await directory.take(record.readUInt16LE(30))
  const [storedBytes, bytes, offset] = [record.readUInt32LE(20), record.readUInt32LE(24), record.readUInt32LE(42)]
  const isLong = storedBytes === max32 || bytes === max32 || offset === max32
  return {
    name,
    isDeflated: record.readUInt16LE(10) === deflate,
    // Seine writes all three values of the ZIP64 field together.
    storedBytes: isLong ? Number(extra.readBigUInt64LE(12)) : storedBytes,
    offset: isLong ? Number(extra.readBigUInt64LE(20)) : offset,
  }
}

/** Yields the next bytes in pieces. */
async function* piecesOf(data: Cursor, count: number): AsyncGenerator<Buffer> {
  const end = data.at + count
  while (data.at < end) yield await data.take(Math.min(end - data.at, scaleLimits.zipPieceBytes))
}

async function* contentOf(data: Cursor, { storedBytes, isDeflated }: DirectoryRecord): AsyncGenerator<Buffer> {
  if (!isDeflated) yield* piecesOf(data, storedBytes)
  else if (storedBytes <= scaleLimits.zipPieceBytes) yield inflateRawSync(await data.take(storedBytes))
  else {
    const source = Readable.from(piecesOf(data, storedBytes), { objectMode: false })
    const inflated = createInflateRaw()
    source.on('error', (error) => inflated.destroy(error))
    for await (const piece of source.pipe(inflated)) yield piece as Buffer
  }
}

/**
 * Yields the files of an archive in the order of its directory, which must be that of their data.
 * @throws Error when it is damaged.
 */
export async function* zipEntries(bytes: RangedBytes): AsyncGenerator<LargeZipEntry> {
  const { entries, from, end } = await directoryOf(bytes)
  const directory = new Cursor(bytes, from, end)
  const data = new Cursor(bytes, 0, from)
  for (let entry = 0; entry < entries; entry += 1) {
    const record = await takeRecord(directory)
    await data.skipTo(record.offset)
    const header = await data.take(localBytes)
    if (header.readUInt32LE(0) !== signatures.local) throw new Error(`${record.name}: no entry at its place`)
    await data.take(header.readUInt16LE(26) + header.readUInt16LE(28))
    yield { name: record.name, content: () => contentOf(data, record) }
  }
}

/** Joins the content of a short entry to a text. */
export async function entryText({ content }: LargeZipEntry): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of content()) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** Yields the lines of an entry, without line breaks. */
export async function* entryLines({ content }: LargeZipEntry): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of content()) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}
