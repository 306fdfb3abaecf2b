/** Lists that are read from the store page by page, behind cursors of their own. */
import { BadCursorError } from '@seine/activities/archive/ledger/ledger-reader.ts'
import { cursorProblem } from '@seine/shared/api/rules/query-parameters.ts'
import { withinDeadline } from '@seine/shared/storage/store-deadline.ts'
import { invalidRequest } from '../http/api-error.ts'

/**
 * One page of a list.
 * @param what is read, for the log.
 * @throws ApiError for a cursor of another list; StoreUnavailableError; whatever reading throws.
 */
export async function readListPage<Page>(what: string, reading: Promise<Page>): Promise<Page> {
  try {
    return await withinDeadline(`reading ${what}`, reading)
  } catch (error) {
    if (error instanceof BadCursorError) throw invalidRequest([cursorProblem])
    throw error
  }
}
