/**
 * Writes the archives of a batch: JSON lines in input order, one file per format. The store holds pages in the order
 * they were scraped, so their texts are spooled first and written out line by line; screenshots are separate objects
 * and are read when their line is written.
 */
import type { BatchJobInput } from '@seine/shared/tasks/job-input.ts'
import { isTextFormat, type JobFormat, type TextFormat } from '@seine/shared/tasks/formats.ts'
import type { JsonReport } from '@seine/shared/api/schemas/json-report.ts'
import { archiveLimits } from '@seine/shared/config/limits.ts'
import { archiveKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { uploadInParts, type UploadOptions } from '@seine/shared/storage/upload-in-parts.ts'
import type { RunOutcome } from '@seine/shared/temporal/shapes.ts'
import type { FrontierState } from '../frontier/state/frontier-state.ts'
import { cutOffCode } from '../segments/page-record.ts'
import { entryOf, type BatchLine } from './ledger/batch-lines.ts'
import { jobRecords } from './job-segments.ts'
import { resultLostCode, resultLostMessage, type LostResults } from './ledger/lost-results.ts'
import { picture, textOutput } from './page-output.ts'
import { archivePartBytes } from './files/part-size.ts'
import { Spool, spooledBytes, type SpooledText } from './files/spool.ts'
import { SpoolFullError, type SpoolSpace } from './files/spool-space.ts'

/** One line of an archive; `output` is filled in from the spool. */
export interface BatchArchiveLine {
  index: number
  /** The URL as the caller wrote it. */
  url: string
  success: boolean
  /** HTTP status of the last response; null without a response. */
  status: number | null
  finalUrl: string | null
  /** The page in the format of the archive; null when it has none. */
  output: unknown
  /** Set for screenshots only. */
  output_encoding?: 'base64'
  /** For the format `json`: validity, sources, model usage; null when there is no page. */
  report?: JsonReport | null
  error: string | null
  errorCode: string | null
  tag: string[]
}

/** A page, and where its texts are in the spool. */
interface SpooledPage {
  success: boolean
  status: number | null
  finalUrl: string | null
  texts: Map<JobFormat, SpooledText>
  /** Key of its screenshot; null when it has none. */
  screenshot: string | null
  jsonReport: JsonReport | null
}

/** The sources of a batch's archives. */
export interface BatchResults {
  store: Store
  input: BatchJobInput
  /** A frontier in which no URL is live any more. */
  state: FrontierState
  lines: readonly BatchLine[]
  /** How the run ended, for lines that were never attempted. */
  outcome: RunOutcome
  /** Records what the store does not have. */
  lost: LostResults
  /** Disk space for temporary files. */
  space: SpoolSpace
}

/**
 * Writes the files of some formats. A repeated call writes the same bytes.
 * @throws StoreUnavailableError
 */
export async function writeBatchArchives(results: BatchResults, formats: readonly JobFormat[]): Promise<void> {
  try {
    await writeSpooled(results, formats)
  } catch (error) {
    if (!(error instanceof SpoolFullError)) throw error
    // One format needs less space than all; the price is that the segments are read again for each format.
    if (formats.length > 1) for (const format of formats) await writeBatchArchives(results, [format])
    else await writeWindows(results, formats[0]!)
  }
}

/** Returns the options of an upload of lines. */
const uploadOf = (input: BatchJobInput): UploadOptions => ({
  contentType: 'application/x-ndjson',
  partBytes: archivePartBytes(input),
})

/** Writes formats from one pass over the segments. @throws SpoolFullError before anything is written. */
async function writeSpooled(results: BatchResults, formats: readonly JobFormat[]): Promise<void> {
  const { store, input } = results
  const spool = new Spool(results.space)
  try {
    const pages = await spoolPages(results, spool, formats.filter(isTextFormat))
    noteLost(results, pages)
    const ends = await Promise.allSettled(
      formats.map(async (format) => {
        const body = archiveText(results, pages, spool, format)
        await uploadInParts(store, archiveKey(input, format), body, uploadOf(input))
      }),
    )
    // Throw only after all uploads have ended: a retry must not meet an upload of this attempt that is still running.
    const failed = ends.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  } finally {
    await spool.close()
  }
}

/**
 * Writes one format without a temporary file: in windows of as many lines as fit into memory, with one pass over the
 * segments per window and one before them to measure sizes.
 */
async function writeWindows(results: BatchResults, format: JobFormat): Promise<void> {
  const { store, input } = results
  const sizes = await textSizes(results, format)
  const body = windowsText(results, format, linesInWindows(results, sizes), sizes)
  await uploadInParts(store, archiveKey(input, format), body, uploadOf(input))
}

async function* windowsText(
  results: BatchResults,
  format: JobFormat,
  windows: readonly BatchLine[][],
  sizes: ReadonlyMap<number, number>,
): AsyncGenerator<Buffer> {
  for (const lines of windows) {
    const seqs = new Set(lines.flatMap((line) => entryOf(results.state, line)?.seq ?? []))
    const bytes = [...seqs].reduce((sum, seq) => sum + (sizes.get(seq) ?? 0), 0)
    const spool = new Spool(results.space, bytes)
    const pages = await spoolPages(results, spool, [format].filter(isTextFormat), seqs)
    noteLost({ ...results, lines }, pages)
    yield* archiveText({ ...results, lines }, pages, spool, format)
  }
}

/** Returns the size of each page in a spool, bytes, by `seq`. */
async function textSizes({ store, state, lost }: BatchResults, format: JobFormat): Promise<Map<number, number>> {
  const sizes = new Map<number, number>()
  if (!isTextFormat(format)) return sizes
  for await (const record of jobRecords(store, state, lost.damaged)) {
    const output = record.success && !sizes.has(record.seq) ? textOutput(record, format) : null
    if (output !== null) sizes.set(record.seq, (await spooledBytes(JSON.stringify(output.value))).byteLength)
  }
  return sizes
}

/** Groups lines, in order, into windows that fit into the memory of a spool; each has at least one line. */
function linesInWindows({ state, lines }: BatchResults, sizes: ReadonlyMap<number, number>): BatchLine[][] {
  const windows: BatchLine[][] = []
  let left = 0
  for (const line of lines) {
    const bytes = sizes.get(entryOf(state, line)?.seq ?? -1) ?? 0
    const window = windows.at(-1)
    if (window === undefined || bytes > left) {
      windows.push([line])
      left = archiveLimits.spoolBufferBytes
    } else {
      window.push(line)
    }
    left -= bytes
  }
  return windows
}

/**
 * Writes the texts of pages to the spool.
 * @param wanted pages whose texts are needed, by `seq`; null: all.
 * @returns pages by `seq`.
 */
async function spoolPages(
  { store, state, lost }: BatchResults,
  spool: Spool,
  formats: readonly TextFormat[],
  wanted: ReadonlySet<number> | null = null,
): Promise<Map<number, SpooledPage>> {
  const pages = new Map<number, SpooledPage>()
  for await (const record of jobRecords(store, state, lost.damaged)) {
    const { seq, success, status, finalUrl } = record
    // Attempts of a slice may overlap: the first record that agrees with the frontier counts.
    if (success !== (state.entries[seq]?.state === 'scraped') || pages.has(seq)) continue
    const texts = new Map<JobFormat, SpooledText>()
    for (const format of wanted?.has(seq) === false ? [] : formats) {
      const output = success ? textOutput(record, format) : null
      if (output !== null) texts.set(format, await spool.add(JSON.stringify(output.value)))
    }
    const { jsonReport = null, screenshot = null } = record
    pages.set(seq, { success, status, finalUrl, texts, screenshot: success ? screenshot : null, jsonReport })
  }
  return pages
}

type Pages = ReadonlyMap<number, SpooledPage>

/** Records the lines whose page was scraped and whose record is gone. */
function noteLost({ state, lines, lost }: BatchResults, pages: Pages): void {
  for (const line of lines) {
    const found = entryOf(state, line)
    if (found?.entry.state === 'scraped' && !pages.has(found.seq)) lost.page(found.seq)
  }
}

/** A line without its output, and the page that provides the output. */
interface LineFacts {
  line: Omit<BatchArchiveLine, 'output'>
  page: { seq: number; found: SpooledPage } | null
}

function lineFacts(results: BatchResults, pages: Pages, line: BatchLine): LineFacts {
  const found = entryOf(results.state, line)
  const page = (found === null ? null : pages.get(found.seq)) ?? null
  const fault = lineFault(found?.entry ?? null, page, results.outcome)
  const { index, url } = line
  const answer = { status: page?.status ?? null, finalUrl: page?.finalUrl ?? null }
  return {
    line: { index, url, success: fault.errorCode === null, ...answer, ...fault, tag: results.input.tag },
    page: found === null || page === null ? null : { seq: found.seq, found: page },
  }
}

function lineFault(
  entry: FrontierState['entries'][number] | null,
  page: SpooledPage | null,
  outcome: RunOutcome,
): Pick<BatchArchiveLine, 'error' | 'errorCode'> {
  if (entry?.state === 'scraped') {
    const isWhole = page !== null
    return isWhole ? { error: null, errorCode: null } : { error: resultLostMessage, errorCode: resultLostCode }
  }
  if (entry?.state === 'failed') {
    const errorCode = entry.reason ?? 'failed'
    return { error: entry.message ?? errorCode, errorCode }
  }
  const errorCode = outcome.status === 'cancelled' ? 'cancelled' : cutOffCode
  return { error: 'the job ended before the page was fetched', errorCode }
}

async function* archiveText(
  results: BatchResults,
  pages: Pages,
  spool: Spool,
  format: JobFormat,
): AsyncGenerator<Buffer> {
  for (const each of results.lines) {
    const { line, page } = lineFacts(results, pages, each)
    const { index, url, success, status, finalUrl, error, errorCode, tag } = line
    const head = JSON.stringify({ index, url, success, status, finalUrl }).slice(0, -1)
    const output = page === null ? null : await outputText(results, spool, page, format)
    const encoding = !isTextFormat(format) && output !== null ? { output_encoding: 'base64' } : {}
    const report = format === 'json' ? { report: page?.found.jsonReport ?? null } : {}
    const tail = JSON.stringify({ ...encoding, ...report, error, errorCode, tag }).slice(1)
    yield Buffer.concat([Buffer.from(`${head},"output":`), output ?? Buffer.from('null'), Buffer.from(`,${tail}\n`)])
  }
}

/** Returns a page in one format as JSON, with screenshots in base64; null when the page lacks that format. */
async function outputText(
  { store, lost }: BatchResults,
  spool: Spool,
  { seq, found: { texts, screenshot } }: NonNullable<LineFacts['page']>,
  format: JobFormat,
): Promise<Buffer | null> {
  if (isTextFormat(format)) {
    const place = texts.get(format)
    return place === undefined ? null : await spool.read(place)
  }
  if (screenshot === null) return null
  const output = await picture(store, screenshot)
  if (output.kind === 'picture') return Buffer.from(`"${Buffer.from(output.png).toString('base64')}"`)
  lost.screenshot(seq)
  return null
}
