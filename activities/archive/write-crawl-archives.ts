/**
 * Writes the archives of a crawl: one pass over the segments in slice order writes the ZIPs of all formats at once;
 * ledger and manifest come last.
 */
import { createHash, type Hash } from 'node:crypto'
import { isTextFormat, type CrawlJobInput, type JobFormat } from '@seine/shared/tasks/job-input.ts'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import { archiveKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { FrontierState } from '../frontier/state/frontier-state.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'
import { createZipWriter, type ArchiveWriter } from './files/archive-writer.ts'
import { ledgerCounts, ledgerText } from './ledger/ledger.ts'
import type { LostResults } from './ledger/lost-results.ts'
import {
  crawlOrder,
  manifestJob,
  manifestText,
  type FileFacts,
  type ManifestFacts,
  type ArchivedPageFacts,
} from './manifest.ts'
import { pageFileName } from './page-names.ts'
import { pageOutput, textBytes } from './page-output.ts'
import { bareJobRecords } from './job-segments.ts'
import { StoredPages } from '../segments/stored-pages.ts'
import { bytePieces, textPieces } from './files/text-pieces.ts'

interface FormatArchive {
  format: JobFormat
  writer: ArchiveWriter
  files: Map<number, FileFacts>
}

/** The sources of a crawl's archives. */
export interface CrawlResults {
  store: Store
  input: CrawlJobInput
  /** A frontier in which no URL is live any more. */
  state: FrontierState
  /** The final status, for the manifests. */
  job: ManifestFacts
  /** Records what the store does not have. */
  lost: LostResults
}

/**
 * Writes the ZIPs of some formats in one pass. A repeated call writes the same bytes.
 * @throws StoreUnavailableError
 */
export async function writeCrawlArchives(results: CrawlResults, formats: readonly JobFormat[]): Promise<void> {
  const { store, input, state, job, lost } = results
  const archives = formats.map((format) => ({
    format,
    writer: createZipWriter(store, archiveKey(input, format)),
    files: new Map<number, FileFacts>(),
  }))
  const order = crawlOrder(state)
  try {
    const facts = await addPages(results, order, archives)
    const ledger = ledgerCounts(state)
    const jobWithLosses = { ...job, warnings: [...job.warnings, ...lost.warnings(state)] }
    await Promise.all(
      archives.map(async ({ format, writer, files }) => {
        await writer.add('urls.jsonl', textPieces(ledgerText(state, lost.pages)))
        const sources = {
          state,
          order,
          facts,
          files,
          job: manifestJob(input, jobWithLosses, format),
          ledger,
          lost: lost.pages,
        }
        await writer.add('manifest.json', textPieces(manifestText(sources)))
        await writer.close()
      }),
    )
  } catch (error) {
    await Promise.all(archives.map(({ writer }) => writer.abort(error)))
    throw error
  }
}

/** Adds every page that has content of its own to every archive. @returns the page facts for the manifests. */
async function addPages(
  { store, state, lost }: CrawlResults,
  order: readonly number[],
  archives: readonly FormatArchive[],
): Promise<Map<number, ArchivedPageFacts>> {
  const ranks = new Map<number, number>()
  for (const seq of order) if (state.entries[seq]!.duplicateOf === null) ranks.set(seq, ranks.size + 1)
  const facts = new Map<number, ArchivedPageFacts>()
  const stored = new StoredPages(store)
  for await (const record of bareJobRecords(store, state, lost.damaged)) {
    const scraped = record.success && !record.linksOnly && state.entries[record.seq]?.state === 'scraped'
    // Attempts of a slice may overlap; the first record of a page is the one that counts.
    if (!scraped || facts.has(record.seq)) continue
    const rank = ranks.get(record.seq)
    if (!(await addStored(stored, archives, record, rank))) {
      const whole = await stored.whole(record)
      if (whole === null) {
        lost.damaged({ segment: record.stored!.pack, why: `the outputs of ${record.url} cannot be read` })
        continue
      }
      const added = rank === undefined ? [] : archives.map((archive) => addPage(store, archive, whole, rank))
      const isWhole = (await Promise.all(added)).every((outcome) => outcome !== 'lost')
      if (!isWhole) lost.screenshot(record.seq)
      facts.set(record.seq, factsOf(record, isWhole))
    } else facts.set(record.seq, factsOf(record, true))
  }
  for (const seq of order) if (!facts.has(seq)) lost.page(seq)
  return facts
}

/**
 * Adds an unchanged page of a watch to every archive, as it is stored.
 * @param rank omitted: no archive has the page.
 * @returns false when a text is not stored as archives have it: the page then has to be read.
 * @throws StoreUnavailableError
 */
async function addStored(
  stored: StoredPages,
  archives: readonly FormatArchive[],
  record: PageRecord,
  rank: number | undefined,
): Promise<boolean> {
  const place = record.stored
  if (place === undefined) return false
  const texts = []
  for (const archive of archives) {
    const { format } = archive
    const text = isTextFormat(format) ? await stored.zipped(place, format) : null
    if (text === null) return false
    texts.push({ archive, text })
  }
  if (rank === undefined) return true
  for (const { archive, text } of texts) {
    const { format, writer, files } = archive
    const { bytes, crc, sha256 } = text.facts
    const file = pageFileName(rank, record.url, format)
    await writer.addDeflated(file, { deflated: text.deflated, bytes, crc })
    files.set(record.seq, { file, bytes, sha256 })
  }
  return true
}

/** Adds one page to one archive. @returns `lost` for a page whose screenshot is gone. */
async function addPage(
  store: Store,
  { format, writer, files }: FormatArchive,
  record: PageRecord,
  rank: number,
): Promise<'added' | 'lost' | 'none'> {
  const output = await pageOutput(store, record, format)
  if (output === null) return 'none'
  if (output.kind === 'lost') return 'lost'
  const content = output.kind === 'picture' ? output.png : textBytes(output.value)
  const file = pageFileName(rank, record.url, format)
  const isShort = content.byteLength <= archiveLimits.entryPieceBytes
  const digest = createHash('sha256')
  if (isShort) digest.update(content)
  // Screenshots are already compressed.
  await writer.add(file, isShort ? content : hashed(content, digest), { compress: output.kind === 'text' })
  files.set(record.seq, { file, bytes: content.byteLength, sha256: digest.digest('hex') })
  return 'added'
}

async function* hashed(bytes: Uint8Array, digest: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of bytePieces(bytes)) {
    digest.update(piece)
    yield piece
  }
}

function factsOf(record: PageRecord, isWhole: boolean): ArchivedPageFacts {
  const { finalUrl, status, contentType, title, fetchedAt, attempts, extractor } = record
  const warnings = isWhole ? record.warnings : [...record.warnings, 'the screenshot of the page was lost in the store']
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
