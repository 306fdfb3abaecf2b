/** `GET` of the URLs of a job: its ledger, page by page, while it runs and after. */
import { BadCursorError, type LedgerReader } from '@seine/activities/archive/ledger-reader.ts'
import type { JobInput } from '@seine/shared/api/job-input.ts'
import type { LedgerPage } from '@seine/shared/api/list-schema.ts'
import { cursorProblem, type LedgerQuery } from '@seine/shared/api/query-parameters.ts'
import { inputKey } from '@seine/shared/storage/object-keys.ts'
import { isJobId } from '@seine/shared/temporal/names.ts'
import { invalidRequest, jobNotFound } from './api-error.ts'
import type { JobQuestion } from './job-status.ts'
import type { ResultStore } from './result-store.ts'
import { withinDeadline } from '@seine/shared/storage/store-deadline.ts'

export interface LedgerPorts {
  store: ResultStore
  ledger: LedgerReader
}

/**
 * One page of the ledger of a job. Needs the store only.
 * @throws ApiError for an id that is malformed, unknown, of another kind or another tenant's, and
 *   for a cursor of another list; StoreUnavailableError.
 */
export async function readLedgerPage(
  { kind, id, tenant }: JobQuestion,
  query: LedgerQuery,
  { store, ledger }: LedgerPorts,
): Promise<Omit<LedgerPage, 'request_id'>> {
  if (!isJobId(kind, id)) throw jobNotFound()
  const input = await store.getJson<JobInput>(inputKey(id))
  if (input === null || input.tenant !== tenant) throw jobNotFound()
  try {
    const { lines, nextCursor } = await withinDeadline('reading a ledger', ledger.page(id, query))
    return { data: lines as LedgerPage['data'], next_cursor: nextCursor }
  } catch (error) {
    if (error instanceof BadCursorError) throw invalidRequest([cursorProblem])
    throw error
  }
}
