/** Lists that are read from the store page by page, each with its own cursors. */
import { BadCursorError } from '@seine/activities/archive/ledger/ledger-reader.ts'
import { cursorProblem } from '@seine/shared/api/rules/query-parameters.ts'
import { withinDeadline } from '@seine/shared/storage/store-deadline.ts'
import { invalidRequest } from '../http/api-error.ts'

/**
 * Reads one page of a list.
 * @param what name of the list, for the log.
 * @throws ApiError for a cursor of another list; StoreUnavailableError; other errors of the read.
 */
export async function readListPage<Page>(what: string, reading: Promise<Page>): Promise<Page> {
  try {
    return await withinDeadline(`reading ${what}`, reading)
  } catch (error) {
    if (error instanceof BadCursorError) throw invalidRequest([cursorProblem])
    throw error
  }
}
