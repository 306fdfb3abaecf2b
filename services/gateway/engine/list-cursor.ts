/** Cursors of the lists of jobs: the place of the last job told, opaque to the caller. */
import { cursorProblem } from '@seine/shared/api/rules/query-parameters.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { isJobId, type JobKind } from '@seine/shared/temporal/names.ts'
import { invalidRequest } from '../http/api-error.ts'
import type { RunningJob } from './job-engine.ts'

/** A place in a list of jobs, which goes from the newest to the oldest and by id among equals. */
export type JobPlace = Pick<RunningJob, 'id' | 'startedAt'>

/** Sorts jobs as lists tell them. */
export const byPlace = (a: JobPlace, b: JobPlace): number =>
  b.startedAt.getTime() - a.startedAt.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/** A cursor that continues after a job. */
export const cursorAfter = ({ id, startedAt }: JobPlace): string =>
  Buffer.from(`${startedAt.getTime()} ${id}`).toString('base64url')

/** The place a cursor of the list of a kind stands for. @throws ApiError when it is no such cursor. */
export function placeOf(cursor: string, kind: JobKind): JobPlace {
  const { ms = '', id = '' } =
    /^(?<ms>\d{1,15}) (?<id>.+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.groups ?? {}
  const place = { id, startedAt: new Date(Number(ms)) }
  const isPlace = isJobId(kind, id) && Number(ms) <= temporalLimits.timeMaxMs && cursorAfter(place) === cursor
  if (!isPlace) throw invalidRequest([cursorProblem])
  return place
}
