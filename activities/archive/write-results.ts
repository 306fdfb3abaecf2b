/** Writes the results of an ended job: archives where they would have content, and the ledger in any case. */
import { archivesOf, type JobInput } from '@seine/shared/tasks/job-input.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import { jobFormats, type ArchiveName, type JobFormat } from '@seine/shared/tasks/formats.ts'
import { archiveKey } from '@seine/shared/storage/object-keys.ts'
import type { Store } from '@seine/shared/storage/object-store.ts'
import type { RunOutcome } from '@seine/shared/temporal/shapes.ts'
import type { FrontierState } from '../frontier/state/frontier-state.ts'
import type { JobInputs } from '@seine/shared/jobs/job-inputs.ts'
import { jobRecords } from './job-segments.ts'
import { batchLedgerLines, batchLines } from './ledger/batch-lines.ts'
import { writeLedger } from './ledger/ledger-chunks.ts'
import { ledgerLines, type LedgerLine } from './ledger/ledger.ts'
import { LostResults } from './ledger/lost-results.ts'
import type { ManifestFacts } from './manifest.ts'
import type { ParquetPages } from './parquet/page-rows.ts'
import { writeParquet } from './parquet/write-parquet.ts'
import type { SpoolSpace } from './files/spool-space.ts'
import { writeWacz, type WaczJob } from './wire/write-wacz.ts'
import { writeWarc } from './wire/write-warc.ts'
import { writeBatchArchives } from './write-batch-archives.ts'
import { writeCrawlArchives } from './write-crawl-archives.ts'
import { missingWarning, writeEach } from './write-each.ts'

export interface ResultDeps {
  store: Store
  inputs: JobInputs
  /** Disk space for temporary files. */
  spoolSpace: SpoolSpace
}

/** A job that has ended. */
export interface EndedJob {
  input: JobInput
  /** A frontier in which no URL is live any more. */
  state: FrontierState
  facts: ManifestFacts
  outcome: RunOutcome
}

/** The results that are in the store in the end. */
export interface WrittenResults extends Pick<FinalStatus, 'archives' | 'ledgerChunks'> {
  /** What is missing, and why. */
  warnings: string[]
  /** True when results or archives are missing that another finalisation may recover. */
  incomplete: boolean
}

/**
 * Writes archives and ledger. A repeated call writes the same.
 * @throws StoreUnavailableError
 */
export async function writeResults(deps: ResultDeps, ended: EndedJob): Promise<WrittenResults> {
  const { store } = deps
  const { input, state, facts } = ended
  const lost = new LostResults()
  const { write, ledger } = await writerOf(deps, ended, lost)
  const names = hasArchives(facts) ? archivesOf(input) : []
  const { written, missing } = await writeEach(store, names, write)
  const ledgerChunks = await writeLedger(store, input, ledger())
  const archives = Object.fromEntries(written.map((name) => [name, archiveKey(input, name)]))
  const warnings = [...lost.warnings(state), ...missing.map(missingWarning)]
  return { archives, ledgerChunks, warnings, incomplete: warnings.length > 0 }
}

/** Returns whether a job has archives: one that ended before its first page has none. */
export const hasArchives = ({ status, total }: Pick<ManifestFacts, 'status' | 'total'>): boolean =>
  status === 'completed' || total > 0

/** The part of writing that differs between the kinds of jobs. */
interface ResultWriter {
  /** Writes some archives. */
  write: (names: readonly ArchiveName[]) => Promise<void>
  ledger: () => Iterable<LedgerLine>
}

const isFormat = (name: ArchiveName): name is JobFormat => jobFormats.some((each) => each === name)

/**
 * Returns the function that writes archives.
 * @param writeFormats writes the archives of formats.
 */
function archiveWriter(
  pages: ParquetPages & Pick<WaczJob, 'facts' | 'space'>,
  writeFormats: (formats: readonly JobFormat[]) => Promise<void>,
): ResultWriter['write'] {
  const recorded = { ...pages, damaged: pages.lost.damaged }
  return async (names) => {
    const formats = names.filter(isFormat)
    if (formats.length > 0) await writeFormats(formats)
    if (names.includes('parquet')) await writeParquet(pages)
    if (names.includes('warc')) await writeWarc(recorded)
    if (names.includes('wacz')) await writeWacz(recorded)
  }
}

async function writerOf(
  { store, inputs, spoolSpace: space }: ResultDeps,
  { input, state, facts, outcome }: EndedJob,
  lost: LostResults,
): Promise<ResultWriter> {
  const records = () => jobRecords(store, state, lost.damaged)
  const job = { store, input, state, facts, space, records, lost }
  if (input.kind === 'crawl') {
    return {
      write: archiveWriter({ ...job, list: null }, (formats) =>
        writeCrawlArchives({ store, input, state, job: facts, lost }, formats),
      ),
      ledger: () => ledgerLines(state, 0, lost.pages),
    }
  }
  const list = await inputs.batchList(input)
  const lines = batchLines(input, list.urls)
  return {
    write: archiveWriter({ ...job, list }, (formats) =>
      writeBatchArchives({ store, input, state, lines, outcome, lost, space }, formats),
    ),
    ledger: () => batchLedgerLines(state, lines, 'cancelled', 0, lost.pages),
  }
}
