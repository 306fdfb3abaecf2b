/**
 * Writes the WACZ archive of an ended job (WACZ 1.1.1): a ZIP file with the recorded exchanges, an index of them, the
 * list of pages, and digests of all of it.
 */
import { createHash } from 'node:crypto'
import { wireLimits } from '@seine/shared/config/limits.ts'
import type { WirePlace } from '@seine/shared/egress/connections/wire-exchange.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'
import { archiveKey } from '@seine/shared/storage/object-keys.ts'
import type { FrontierState } from '../../frontier/state/frontier-state.ts'
import type { WireRecords } from '../../wire/wire-object.ts'
import { createZipWriter, type ArchiveWriter } from '../files/archive-writer.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { archivePartBytes } from '../files/part-size.ts'
import type { SpoolSpace } from '../files/spool-space.ts'
import { bytePieces } from '../files/text-pieces.ts'
import { blockList, blocksName, indexBlocks } from './compressed-index.ts'
import { indexLine } from './index-line.ts'
import { jobWire } from './job-wire.ts'
import { pageLines } from './page-lines.ts'
import { SortedLines } from './sorted-lines.ts'
import { softwareName, warcinfoMember } from './warcinfo.ts'
import type { RecordedJob } from './write-warc.ts'

/** An ended job with recorded exchanges. */
export interface WaczJob extends RecordedJob {
  /** A frontier in which no URL is live any more. */
  state: FrontierState
  facts: Pick<FinalStatus, 'completedAt'>
  /** Reads the records of the job, in the order of the store. */
  records: () => AsyncIterable<PageRecord>
  /** Disk space for the sorting of a large index. */
  space: SpoolSpace
}

/** A file of the archive, as `datapackage.json` lists it. */
interface Resource {
  name: string
  path: string
  hash: string
  bytes: number
}

/**
 * Writes the archive. A repeated call writes the same bytes, and parts that an interrupted one has uploaded are kept.
 * @throws StoreUnavailableError; SpoolFullError
 */
export async function writeWacz(job: WaczJob): Promise<void> {
  const { store, input, space } = job
  const writer = createZipWriter(store, archiveKey(input, 'wacz'), {
    contentType: 'application/wacz+zip',
    partBytes: archivePartBytes(input),
  })
  const lines = new SortedLines(space)
  try {
    await new WaczFiles(job, writer, lines).write()
    await writer.close()
  } catch (error) {
    await writer.abort(error)
    throw error
  } finally {
    await lines.close()
  }
}

class WaczFiles {
  readonly #job: WaczJob
  readonly #writer: ArchiveWriter
  readonly #lines: SortedLines
  readonly #resources: Resource[] = []
  #main: WirePlace | null = null

  constructor(job: WaczJob, writer: ArchiveWriter, lines: SortedLines) {
    this.#job = job
    this.#writer = writer
    this.#lines = lines
  }

  async write(): Promise<void> {
    await this.#addRecords()
    await this.#addIndex()
    const { input, state, records } = this.#job
    const onMain = (place: WirePlace): void => {
      this.#main = place
    }
    await this.#add('pages/pages.jsonl', pageLines({ input, state, records: records(), onMain }))
    await this.#addPackage()
  }

  /** Adds the WARC files and collects the lines of their index. */
  async #addRecords(): Promise<void> {
    const { store, input, damaged } = this.#job
    const source = jobWire(store, input, damaged)
    let next = await source.next()
    for (let file = 0; file === 0 || next.done !== true; file += 1) {
      const filename = `data-${String(file).padStart(3, '0')}.warc.gz`
      const records = async function* (): AsyncGenerator<WireRecords> {
        for (let bytes = 0; next.done !== true && bytes < wireLimits.fileBytes; next = await source.next()) {
          bytes += next.value.bytes.byteLength
          yield next.value
        }
      }
      await this.#add(`archive/${filename}`, this.#recordPieces(filename, records()))
    }
  }

  async *#recordPieces(filename: string, objects: AsyncIterable<WireRecords>): AsyncGenerator<Uint8Array> {
    const info = await warcinfoMember(this.#job.input)
    yield info
    let offset = info.byteLength
    for await (const { entries, bytes } of objects) {
      for (const entry of entries) {
        const { answer } = entry
        const line = answer === undefined ? null : indexLine(answer, { filename, offset, bytes: entry.bytes })
        if (line !== null) await this.#lines.add(line)
        offset += entry.bytes
      }
      yield* bytePieces(bytes)
    }
  }

  /**
   * Adds the index: a plain one while it is small, which players load as a whole; otherwise blocks of it, of which they
   * load those they need.
   */
  async #addIndex(): Promise<void> {
    if (this.#lines.isSmall) {
      await this.#add('indexes/index.cdxj', linePieces(this.#lines.sorted()))
      return
    }
    const blocks: string[] = []
    await this.#add(`indexes/${blocksName}`, indexBlocks(this.#lines.sorted(), blocks))
    await this.#add('indexes/index.idx', bytePieces(blockList(blocks)))
  }

  async #addPackage(): Promise<void> {
    const { input, facts } = this.#job
    const main = this.#main
    const text = JSON.stringify(
      {
        profile: 'data-package',
        wacz_version: '1.1.1',
        title: new URL(input.url).host,
        created: facts.completedAt,
        software: softwareName,
        ...(main === null ? {} : { mainPageUrl: main.url, mainPageDate: main.date }),
        resources: this.#resources,
      },
      null,
      2,
    )
    const path = 'datapackage.json'
    await this.#writer.add(path, text, { compress: false })
    const hash = `sha256:${createHash('sha256').update(text).digest('hex')}`
    await this.#writer.add('datapackage-digest.json', JSON.stringify({ path, hash }, null, 2), { compress: false })
  }

  /** Adds a file and its digest. Nothing is compressed: players read ranges of the files. */
  async #add(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    const digest = createHash('sha256')
    let bytes = 0
    const counted = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of pieces) {
        digest.update(piece)
        bytes += piece.byteLength
        yield piece
      }
    }
    await this.#writer.add(path, counted(), { compress: false })
    const name = path.slice(path.lastIndexOf('/') + 1)
    this.#resources.push({ name, path, hash: `sha256:${digest.digest('hex')}`, bytes })
  }
}

/** Joins lines into pieces that are large enough to be worth a write. */
async function* linePieces(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let waiting = ''
  for await (const line of lines) {
    waiting += `${line}\n`
    if (waiting.length < wireLimits.sortedPieceBytes) continue
    yield Buffer.from(waiting)
    waiting = ''
  }
  if (waiting !== '') yield Buffer.from(waiting)
}
