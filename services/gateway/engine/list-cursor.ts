/** Cursors of the lists of jobs: the position of the last returned job, opaque to the caller. */
import { cursorProblem } from '@seine/shared/api/rules/query-parameters.ts'
import { temporalLimits } from '@seine/shared/config/limits.ts'
import { isJobId, type JobKind } from '@seine/shared/temporal/names.ts'
import { invalidRequest } from '../http/api-error.ts'
import type { RunningJob } from './job-engine.ts'

/** A position in a list of jobs, which is sorted from newest to oldest and by id among equals. */
export type JobPlace = Pick<RunningJob, 'id' | 'startedAt'>

/** Compares jobs in list order. */
export const byPlace = (a: JobPlace, b: JobPlace): number =>
  b.startedAt.getTime() - a.startedAt.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)

/** Returns a cursor that continues after a job. */
export const cursorAfter = ({ id, startedAt }: JobPlace): string =>
  Buffer.from(`${startedAt.getTime()} ${id}`).toString('base64url')

/** Returns the position that a cursor encodes. @throws ApiError when it is not a cursor of a list of this kind. */
export function placeOf(cursor: string, kind: JobKind): JobPlace {
  const { ms = '', id = '' } =
    /^(?<ms>\d{1,15}) (?<id>.+)$/.exec(Buffer.from(cursor, 'base64url').toString())?.groups ?? {}
  const place = { id, startedAt: new Date(Number(ms)) }
  const isPlace = isJobId(kind, id) && Number(ms) <= temporalLimits.timeMaxMs && cursorAfter(place) === cursor
  if (!isPlace) throw invalidRequest([cursorProblem])
  return place
}
