/**
 * One pass over the segments in slice order writes the archives of all formats at once.
 */
import { createHash } from 'node:crypto'
import type { CrawlFormat, CrawlJobInput, FinalStatus } from '@seine/shared/api/job-input.ts'
import { archiveKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { FrontierState } from '../frontier/frontier-state.ts'
import { readSegment } from '../page/segment-reader.ts'
import type { PageRecord } from '../page/slice-shapes.ts'
import { createZipWriter, type ArchiveWriter } from './archive-writer.ts'
import { ledgerCounts, ledgerLines } from './ledger.ts'
import {
  crawlOrder,
  manifestFailures,
  manifestPages,
  type FileFacts,
  type Manifest,
  type PageFacts,
} from './manifest.ts'
import { pageFileName } from './page-names.ts'

interface FormatArchive {
  format: CrawlFormat
  writer: ArchiveWriter
  files: Map<number, FileFacts>
}

/**
 * Writes one ZIP per requested format.
 * @param status final status of the job, for the manifests.
 * @returns object keys per format.
 */
export async function writeArchives(
  store: Store,
  input: CrawlJobInput,
  state: FrontierState,
  status: Omit<FinalStatus, 'archives'>,
): Promise<Partial<Record<CrawlFormat, string>>> {
  const order = crawlOrder(state)
  const ranks = new Map<number, number>()
  for (const seq of order) if (state.entries[seq]!.duplicateOf === null) ranks.set(seq, ranks.size + 1)
  const keys = Object.fromEntries(input.output.map((format) => [format, archiveKey(input.id, format)]))
  const archives = input.output.map((format) => ({
    format,
    writer: createZipWriter(store, archiveKey(input.id, format)),
    files: new Map<number, FileFacts>(),
  }))
  try {
    await fillArchives(store, input, state, status, archives, order, ranks)
  } catch (error) {
    await Promise.all(archives.map(({ writer }) => writer.abort(error)))
    throw error
  }
  return keys
}

/** The pass itself: pages, then ledger and manifest, which list what has been written. */
async function fillArchives(
  store: Store,
  input: CrawlJobInput,
  state: FrontierState,
  status: Omit<FinalStatus, 'archives'>,
  archives: readonly FormatArchive[],
  order: readonly number[],
  ranks: ReadonlyMap<number, number>,
): Promise<void> {
  const facts = new Map<number, PageFacts>()
  for await (const record of scrapedRecords(store, state)) {
    if (facts.has(record.seq)) continue
    facts.set(record.seq, factsOf(record))
    const rank = ranks.get(record.seq)
    if (rank !== undefined) await Promise.all(archives.map((archive) => addPage(archive, record, rank)))
  }
  await Promise.all(
    archives.map(async ({ format, writer, files }) => {
      await writer.add('urls.jsonl', [...ledgerLines(state)].map((line) => `${JSON.stringify(line)}\n`).join(''))
      const manifest: Manifest = {
        ...manifestPages(state, order, facts, files),
        failed: manifestFailures(state),
        job: jobOf(input, status, format),
        ledger: ledgerCounts(state),
      }
      await writer.add('manifest.json', JSON.stringify(manifest, null, 1))
      await writer.close()
    }),
  )
}

async function* scrapedRecords(store: Store, state: FrontierState): AsyncGenerator<PageRecord> {
  for (const { segments } of state.merged.toSorted((a, b) => a.slice - b.slice)) {
    for (const key of segments) {
      for (const record of await readSegment(store, key)) {
        if (record.success && !record.linksOnly && state.entries[record.seq]!.state === 'scraped') yield record
      }
    }
  }
}

async function addPage({ format, writer, files }: FormatArchive, record: PageRecord, rank: number): Promise<void> {
  const output = record.outputs[format]
  if (output === undefined) return
  const content = Buffer.from(typeof output === 'string' ? output : `${JSON.stringify(output, null, 1)}\n`)
  const file = pageFileName(rank, record.url, format)
  files.set(record.seq, {
    file,
    bytes: content.byteLength,
    sha256: createHash('sha256').update(content).digest('hex'),
  })
  await writer.add(file, content)
}

function factsOf(record: PageRecord): PageFacts {
  const { seq, index, url, finalUrl, status, contentType, title, fetchedAt, attempts, extractor, warnings } = record
  return { seq, index, url, finalUrl, status, contentType, title, fetchedAt, attempts, extractor, warnings }
}

function jobOf(input: CrawlJobInput, status: Omit<FinalStatus, 'archives'>, format: CrawlFormat): Manifest['job'] {
  const { tenant: _, kind: __, limit: ___, expiresAt: ____, ...facts } = status
  return { ...facts, format, request: requestOf(input) }
}

/** The request as the caller made it, without what only operators need. */
function requestOf(input: CrawlJobInput): Manifest['job']['request'] {
  const { version: _, id: __, kind: ___, tenant: ____, requestId: _____, requestHash: ______, ...request } = input
  return request
}
