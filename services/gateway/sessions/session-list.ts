/** `GET /sessions`: the index lists the sessions, and each session's entity reports its state. */
import { cursorProblem, readerOf, type PageQuery } from '@seine/shared/api/rules/query-parameters.ts'
import { sessionAnswer } from '@seine/shared/api/requests/session-answer.ts'
import { sessionListParameters, type SessionAnswer } from '@seine/shared/api/requests/session-schema.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { sessionLimits } from '@seine/shared/config/session-limits.ts'
import { eachOf } from '@seine/shared/lifecycle/each-of.ts'
import type { ListedSession, SessionClient } from '@seine/shared/sessions/session-client.ts'
import type { SessionView } from '@seine/shared/sessions/shapes.ts'
import { invalidRequest } from '../http/api-error.ts'
import { byPlace, cursorAfter, type JobPlace } from '../engine/list-cursor.ts'
import { isSessionId } from '../checks/session-check.ts'

const read = readerOf(sessionListParameters)

/** Reads the parameters. @throws ApiError with every problem of the query. */
export function sessionListQuery(search: URLSearchParams): PageQuery {
  const result = read(search)
  if (!result.ok) throw invalidRequest(result.errors)
  return { cursor: result.query.cursor ?? null, limit: result.query.limit ?? sessionLimits.listPageDefault }
}

/** Returns the position that a cursor encodes. @throws ApiError when it is not a cursor of this list. */
function placeOf(cursor: string): JobPlace {
  const { ms = '', id = '' } =
    /^(?<ms>\d{1,15}) (?<id>.+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.groups ?? {}
  const place = { id, startedAt: new Date(Number(ms)) }
  const isPlace = isSessionId(id) && Number(ms) <= temporalLimits.timeMaxMs && cursorAfter(place) === cursor
  if (!isPlace) throw invalidRequest([cursorProblem])
  return place
}

/**
 * Returns the views of sessions in their order, with limited concurrency; sessions that no longer exist are left out.
 */
async function viewsOf(
  listed: readonly ListedSession[],
  sessions: Pick<SessionClient, 'view'>,
): Promise<SessionView[]> {
  const views = await eachOf(
    listed,
    sessionLimits.viewsAtATime,
    async ({ tenant, id }) => await sessions.view({ tenant, id }),
  )
  return views.filter((view) => view !== null)
}

/** Returns a page of the sessions of a tenant, newest first. @throws ApiError for a cursor of another list. */
export async function listSessions(
  tenant: string,
  { cursor, limit }: PageQuery,
  sessions: Pick<SessionClient, 'list' | 'view'>,
): Promise<{ data: SessionAnswer[]; next_cursor: string | null }> {
  const place = cursor === null ? null : placeOf(cursor)
  // One extra session shows whether there are more; sessions started in the same millisecond as the cursor may be
  // listed again.
  const max = limit + 1 + (place === null ? 0 : sessionLimits.listPageMax)
  const found = await sessions.list({ tenant, startedUntil: place?.startedAt ?? null, max })
  const after = found.toSorted(byPlace).filter((each) => place === null || byPlace(place, each) < 0)
  const page = after.slice(0, limit)
  const last = page.at(-1)
  const views = await viewsOf(page, sessions)
  const isEnd = last === undefined || after.length <= limit
  return { data: views.map(sessionAnswer), next_cursor: isEnd ? null : cursorAfter(last) }
}
