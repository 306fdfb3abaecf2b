/**
 * Writes the archives of a crawl: one pass over the segments in slice order writes the ZIPs of all formats at once;
 * ledger and manifest come last.
 */
import { createHash, type Hash } from 'node:crypto'
import type { CrawlJobInput } from '@seine/shared/tasks/job-input.ts'
import { isTextFormat, type JobFormat } from '@seine/shared/tasks/formats.ts'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import { archiveKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { releaseBytes } from '@seine/shared/values/release-bytes.ts'
import type { FrontierState } from '../frontier/state/frontier-state.ts'
import type { PageRecord } from '@seine/shared/pages/slice-shapes.ts'
import { ArchivedPages, type ArchivedPage, type ArchivedPageFacts, type FileFacts } from './archived-pages.ts'
import { createZipWriter, type ArchiveWriter } from './files/archive-writer.ts'
import { archivePartBytes } from './files/part-size.ts'
import { ledgerCounts, ledgerText } from './ledger/ledger.ts'
import type { LostResults } from './ledger/lost-results.ts'
import { crawlOrder, manifestJob, manifestText, type ManifestFacts } from './manifest.ts'
import { pageFileName } from './page-names.ts'
import { pageOutput, textBytes } from './page-output.ts'
import { bareJobRecords, wholeRecord } from './job-segments.ts'
import { StoredPages, type ZippedText } from '../segments/stored-pages.ts'
import { bytePieces, textPieces } from './files/text-pieces.ts'

interface FormatArchive {
  format: JobFormat
  writer: ArchiveWriter
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
    writer: createZipWriter(store, archiveKey(input, format), { partBytes: archivePartBytes(input) }),
  }))
  const order = crawlOrder(state)
  try {
    const pages = await addPages(results, order, archives)
    const ledger = ledgerCounts(state)
    const jobWithLosses = { ...job, warnings: [...job.warnings, ...lost.warnings(state)] }
    await Promise.all(
      archives.map(async ({ format, writer }) => {
        await writer.add('urls.jsonl', textPieces(ledgerText(state, lost.pages)))
        const sources = {
          state,
          order,
          pages,
          format,
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

/** Adds every page that has content of its own to every archive. @returns the pages for the manifests. */
async function addPages(
  { store, state, lost }: CrawlResults,
  order: readonly number[],
  archives: readonly FormatArchive[],
): Promise<ArchivedPages> {
  const ranks = ranksOf(state, order)
  const pages = new ArchivedPages(order, state.entries.length)
  const stored = new StoredPages(store)
  for await (const record of bareJobRecords(store, state, lost.damaged)) {
    const scraped = record.success && !record.linksOnly && state.entries[record.seq]?.state === 'scraped'
    // Attempts of a slice may overlap; the first record of a page is the one that counts.
    if (!scraped || pages.has(record.seq)) continue
    const rank = ranks[record.seq] ?? 0
    const texts = await storedTexts(stored, archives, record)
    const whole = texts.size === archives.length ? record : await wholeRecord(stored, record, lost.damaged)
    if (whole === null) continue
    const added = archives.map(async (archive): Promise<Added> => {
      if (rank === 0) return 'none'
      const text = texts.get(archive)
      return await (text === undefined ? addPage(store, archive, whole, rank) : addText(archive, record, text, rank))
    })
    const outcomes = await Promise.all(added)
    const isWhole = outcomes.every((outcome) => outcome !== 'lost')
    if (!isWhole) lost.screenshot(record.seq)
    const files: ArchivedPage['files'] = {}
    for (const [at, outcome] of outcomes.entries()) {
      if (typeof outcome === 'object') files[archives[at]!.format] = outcome
    }
    pages.add(record.seq, { facts: factsOf(record, isWhole), files })
  }
  for (const seq of order) if (!pages.has(seq)) lost.page(seq)
  return pages
}

/** Returns the rank of each page that has content of its own, from 1, by `seq`; 0 for all other URLs. */
function ranksOf({ entries }: FrontierState, order: readonly number[]): Uint32Array {
  const ranks = new Uint32Array(entries.length)
  let last = 0
  for (const seq of order) {
    if (entries[seq]!.duplicateOf !== null) continue
    last += 1
    ranks[seq] = last
  }
  return ranks
}

/**
 * Returns the texts of an unchanged page of a watch for the archives that can copy them; the others have to read the
 * page.
 * @throws StoreUnavailableError
 */
async function storedTexts(
  stored: StoredPages,
  archives: readonly FormatArchive[],
  { stored: place }: PageRecord,
): Promise<Map<FormatArchive, ZippedText>> {
  const texts = new Map<FormatArchive, ZippedText>()
  for (const archive of place === undefined ? [] : archives) {
    const text = isTextFormat(archive.format) ? await stored.zipped(place!, archive.format) : null
    if (text !== null) texts.set(archive, text)
  }
  return texts
}

/** The file of a page in an archive; `none`: it has none, `lost`: its screenshot is gone. */
type Added = FileFacts | 'lost' | 'none'

/** Copies the text of a page to one archive. */
async function addText(
  { format, writer }: FormatArchive,
  { url }: Pick<PageRecord, 'url'>,
  { facts: { bytes, crc, sha256 }, deflated }: ZippedText,
  rank: number,
): Promise<FileFacts> {
  const file = pageFileName(rank, url, format)
  await writer.addDeflated(file, { deflated, bytes, crc })
  return { file, bytes, sha256 }
}

/** Adds one page to one archive. */
async function addPage(
  store: Store,
  { format, writer }: FormatArchive,
  record: PageRecord,
  rank: number,
): Promise<Added> {
  const output = await pageOutput(store, record, format)
  if (output === null) return 'none'
  if (output.kind === 'lost') return 'lost'
  const content = output.kind === 'picture' ? output.png : textBytes(output.value)
  const file = pageFileName(rank, record.url, format)
  // Screenshots are already compressed.
  const compress = output.kind === 'text'
  const isShort = content.byteLength <= archiveLimits.entryPieceBytes
  const digest = createHash('sha256')
  if (isShort) digest.update(content)
  // The archive needs a screenshot as a whole.
  else if (!compress) for await (const piece of bytePieces(content)) digest.update(piece)
  await writer.add(file, isShort || !compress ? content : hashed(content, digest), { compress })
  const facts = { file, bytes: content.byteLength, sha256: digest.digest('hex') }
  // The archive has the compressed text; a screenshot may still be on its way.
  if (output.kind === 'text') releaseBytes(content)
  return facts
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
  const { degraded, extractMs, winningAttempt, actions, stalls, jsonReport } = record
  return {
    finalUrl,
    status,
    contentType,
    title,
    fetchedAt,
    attempts,
    winningAttempt,
    actions,
    stalls,
    extractor,
    degraded,
    extractMs,
    jsonReport,
    warnings,
  }
}
