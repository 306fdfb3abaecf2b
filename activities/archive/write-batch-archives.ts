/**
 * The archives of a batch: JSON lines in input order, a file per format. Pages lie in the store in
 * the order they were scraped, so they are put aside first and written out line by line.
 */
import { screenshotFormats, type BatchJobInput, type FinalStatus, type JobFormat } from '@seine/shared/api/job-input.ts'
import type { JsonReport } from '@seine/shared/api/json-report.ts'
import { archiveKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import { uploadInParts } from '@seine/shared/storage/upload-in-parts.ts'
import type { RunOutcome } from '@seine/shared/temporal/shapes.ts'
import type { FrontierState } from '../frontier/frontier-state.ts'
import { cutOffCode } from '../page/page-record.ts'
import { entryOf, type BatchLine } from './batch-lines.ts'
import { pageRecords } from '../page/page-records.ts'
import { segmentsOf } from './job-segments.ts'
import { pageOutput, type PageOutput } from './page-output.ts'
import { Spool, type SpooledText } from './spool.ts'

/** One line of an archive; `output` is filled in from the spool. */
export interface BatchArchiveLine {
  index: number
  /** As the caller wrote it. */
  url: string
  success: boolean
  /** HTTP status of the last answer; null when there was none. */
  status: number | null
  finalUrl: string | null
  /** The page in the format of the archive; null when it has none. */
  output: unknown
  /** Of pictures. */
  output_encoding?: 'base64'
  /** Of the format `json`: validity, sources, what a model has used; null when there is no page. */
  report?: JsonReport | null
  error: string | null
  errorCode: string | null
  tag: string[]
}

/** A page put aside. */
interface SpooledPage {
  success: boolean
  status: number | null
  finalUrl: string | null
  outputs: Map<JobFormat, SpooledText>
  jsonReport: JsonReport | null
}

/**
 * Writes one file per requested format. Repeating it writes the same bytes.
 * @param state in which no URL is live any more.
 * @param outcome how the run ended, for lines that were never attempted.
 * @returns object keys per format.
 */
export async function writeBatchArchives(
  store: Store,
  input: BatchJobInput,
  state: FrontierState,
  lines: readonly BatchLine[],
  outcome: RunOutcome,
): Promise<FinalStatus['archives']> {
  const spool = new Spool()
  try {
    const pages = await spoolPages(store, input, state, spool)
    const describe = (line: BatchLine): LineFacts => lineFacts(input, state, pages, line, outcome)
    const ends = await Promise.allSettled(
      input.output.map(async (format) => {
        const body = archiveText(spool, lines, describe, format)
        await uploadInParts(store, archiveKey(input, format), body, { contentType: 'application/x-ndjson' })
      }),
    )
    // Only now: whoever tries again must not meet an upload of this attempt that is still running.
    const failed = ends.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
  } finally {
    await spool.close()
  }
  return Object.fromEntries(input.output.map((format) => [format, archiveKey(input, format)]))
}

/** Puts every page aside that an input line needs. @returns pages by `seq`. */
async function spoolPages(
  store: Store,
  input: BatchJobInput,
  state: FrontierState,
  spool: Spool,
): Promise<Map<number, SpooledPage>> {
  const pages = new Map<number, SpooledPage>()
  for await (const record of pageRecords(store, segmentsOf(state))) {
    const { seq, success, status, finalUrl } = record
    // Attempts of a slice may overlap: what agrees with the frontier counts, the first of it.
    if (success !== (state.entries[seq]?.state === 'scraped') || pages.has(seq)) continue
    const outputs = new Map<JobFormat, SpooledText>()
    for (const format of input.output) {
      const output = success ? await pageOutput(store, record, format) : null
      if (output !== null) outputs.set(format, await spool.add(JSON.stringify(jsonOf(output))))
    }
    const { jsonReport = null } = record
    pages.set(seq, { success, status, finalUrl, outputs, jsonReport })
  }
  return pages
}

/** JSON has no bytes: a picture is told in base64. */
const jsonOf = (output: PageOutput): unknown =>
  output.kind === 'text' ? output.value : Buffer.from(output.png).toString('base64')

/** A line without its output, and where that lies. */
interface LineFacts {
  line: Omit<BatchArchiveLine, 'output'>
  page: SpooledPage | null
}

function lineFacts(
  input: BatchJobInput,
  state: FrontierState,
  pages: ReadonlyMap<number, SpooledPage>,
  line: BatchLine,
  outcome: RunOutcome,
): LineFacts {
  const found = entryOf(state, line)
  const page = (found === null ? null : pages.get(found.seq)) ?? null
  const success = found?.entry.state === 'scraped'
  const fault = success ? { error: null, errorCode: null } : faultOf(found?.entry ?? null, outcome)
  const { index, url } = line
  const answer = { status: page?.status ?? null, finalUrl: page?.finalUrl ?? null }
  return { line: { index, url, success, ...answer, ...fault, tag: input.tag }, page }
}

function faultOf(
  entry: FrontierState['entries'][number] | null,
  outcome: RunOutcome,
): Pick<BatchArchiveLine, 'error' | 'errorCode'> {
  if (entry?.state === 'failed') {
    const errorCode = entry.reason ?? 'failed'
    return { error: entry.message ?? errorCode, errorCode }
  }
  const errorCode = outcome.status === 'cancelled' ? 'cancelled' : cutOffCode
  return { error: 'the job ended before the page was fetched', errorCode }
}

const isPicture = (format: JobFormat): boolean => screenshotFormats.some((known) => known === format)

async function* archiveText(
  spool: Spool,
  lines: readonly BatchLine[],
  describe: (line: BatchLine) => LineFacts,
  format: JobFormat,
): AsyncGenerator<Buffer> {
  for (const each of lines) {
    const { line, page } = describe(each)
    const place = page?.outputs.get(format)
    const { index, url, success, status, finalUrl, error, errorCode, tag } = line
    const head = JSON.stringify({ index, url, success, status, finalUrl }).slice(0, -1)
    const output = place === undefined ? Buffer.from('null') : await spool.read(place)
    const encoding = isPicture(format) && place !== undefined ? { output_encoding: 'base64' } : {}
    const report = format === 'json' ? { report: page?.jsonReport ?? null } : {}
    const tail = JSON.stringify({ ...encoding, ...report, error, errorCode, tag }).slice(1)
    yield Buffer.concat([Buffer.from(`${head},"output":`), output, Buffer.from(`,${tail}\n`)])
  }
}
