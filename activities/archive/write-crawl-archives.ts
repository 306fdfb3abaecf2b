/**
 * The archives of a crawl: one pass over the segments in slice order writes the ZIPs of all formats
 * at once; ledger and manifest come last.
 */
import { createHash, type Hash } from 'node:crypto'
import type { JobFormat, CrawlJobInput, FinalStatus } from '@seine/shared/api/job-input.ts'
import { archiveKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { FrontierState } from '../frontier/frontier-state.ts'
import type { PageRecord } from '../page/slice-shapes.ts'
import { createZipWriter, type ArchiveWriter } from './archive-writer.ts'
import { ledgerCounts, ledgerText } from './ledger.ts'
import { crawlOrder, manifestJob, manifestText, type FileFacts, type JobFacts, type PageFacts } from './manifest.ts'
import { pageFileName } from './page-names.ts'
import { pageOutput } from './page-output.ts'
import { pageRecords } from '../page/page-records.ts'
import { segmentsOf } from './job-segments.ts'
import { bytePieces, textPieces } from './text-pieces.ts'

interface FormatArchive {
  format: JobFormat
  writer: ArchiveWriter
  files: Map<number, FileFacts>
}

/**
 * Writes one ZIP per requested format. Repeating it writes the same bytes.
 * @param state in which no URL is live any more.
 * @param job the final status, for the manifests.
 * @returns object keys per format.
 */
export async function writeCrawlArchives(
  store: Store,
  input: CrawlJobInput,
  state: FrontierState,
  job: JobFacts,
): Promise<FinalStatus['archives']> {
  const archives = input.output.map((format) => ({
    format,
    writer: createZipWriter(store, archiveKey(input, format)),
    files: new Map<number, FileFacts>(),
  }))
  const order = crawlOrder(state)
  try {
    const facts = await addPages(store, state, order, archives)
    const ledger = ledgerCounts(state)
    await Promise.all(
      archives.map(async ({ format, writer, files }) => {
        await writer.add('urls.jsonl', textPieces(ledgerText(state)))
        const sources = { state, order, facts, files, job: manifestJob(input, job, format), ledger }
        await writer.add('manifest.json', textPieces(manifestText(sources)))
        await writer.close()
      }),
    )
  } catch (error) {
    await Promise.all(archives.map(({ writer }) => writer.abort(error)))
    throw error
  }
  return Object.fromEntries(input.output.map((format) => [format, archiveKey(input, format)]))
}

/** Adds every page that has content of its own to every archive. @returns what the manifests say of pages. */
async function addPages(
  store: Store,
  state: FrontierState,
  order: readonly number[],
  archives: readonly FormatArchive[],
): Promise<Map<number, PageFacts>> {
  const ranks = new Map<number, number>()
  for (const seq of order) if (state.entries[seq]!.duplicateOf === null) ranks.set(seq, ranks.size + 1)
  const facts = new Map<number, PageFacts>()
  for await (const record of pageRecords(store, segmentsOf(state))) {
    const scraped = record.success && !record.linksOnly && state.entries[record.seq]?.state === 'scraped'
    // Attempts of a slice may overlap; the first record of a page is the one that counts.
    if (!scraped || facts.has(record.seq)) continue
    facts.set(record.seq, factsOf(record))
    const rank = ranks.get(record.seq)
    if (rank !== undefined) await Promise.all(archives.map((archive) => addPage(store, archive, record, rank)))
  }
  return facts
}

async function addPage(
  store: Store,
  { format, writer, files }: FormatArchive,
  record: PageRecord,
  rank: number,
): Promise<void> {
  const output = await pageOutput(store, record, format)
  if (output === null) return
  const content = output.kind === 'picture' ? output.png : textContent(output.value)
  const file = pageFileName(rank, record.url, format)
  const digest = createHash('sha256')
  // Pictures are compressed already.
  await writer.add(file, hashed(content, digest), { compress: output.kind === 'text' })
  files.set(record.seq, { file, bytes: content.byteLength, sha256: digest.digest('hex') })
}

const textContent = (value: unknown): Uint8Array =>
  Buffer.from(typeof value === 'string' ? value : `${JSON.stringify(value, null, 1)}\n`)

async function* hashed(bytes: Uint8Array, digest: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of bytePieces(bytes)) {
    digest.update(piece)
    yield piece
  }
}

function factsOf(record: PageRecord): PageFacts {
  const { finalUrl, status, contentType, title, fetchedAt, attempts, extractor, warnings } = record
  const { degraded = null, extractMs, winningAttempt, actions, jsonReport } = record
  return {
    finalUrl,
    status,
    contentType,
    title,
    fetchedAt,
    attempts,
    extractor,
    degraded,
    warnings,
    ...(extractMs === undefined ? {} : { extractMs }),
    ...(winningAttempt === undefined ? {} : { winningAttempt }),
    ...(actions === undefined ? {} : { actions }),
    ...(jsonReport === undefined ? {} : { jsonReport }),
  }
}
