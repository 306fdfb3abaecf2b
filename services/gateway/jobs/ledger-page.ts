/** `GET` of the URLs of a job: its ledger, page by page, while it runs and after it has ended. */
import type { LedgerReader } from '@seine/activities/archive/ledger/ledger-reader.ts'
import type { LedgerPage } from '@seine/shared/api/schemas/list-schema.ts'
import type { LedgerQuery } from '@seine/shared/api/rules/query-parameters.ts'
import type { JobQuestion } from './job-status.ts'
import { ownJob } from './own-job.ts'
import type { ResultStore } from './result-store.ts'
import { readListPage } from './stored-list.ts'

export interface LedgerPorts {
  store: ResultStore
  ledger: LedgerReader
}

/**
 * Reads one page of the ledger of a job. Needs only the store.
 * @throws ApiError for an id that is malformed, unknown, of another kind or another tenant's, and for a cursor of
 *   another list; StoreUnavailableError.
 */
export async function readLedgerPage(
  job: JobQuestion,
  query: LedgerQuery,
  { store, ledger }: LedgerPorts,
): Promise<Omit<LedgerPage, 'request_id'>> {
  await ownJob(job, store)
  const { lines, nextCursor } = await readListPage('a ledger', ledger.page(job, query))
  return { data: lines as LedgerPage['data'], next_cursor: nextCursor }
}
