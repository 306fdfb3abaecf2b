/** Ids of watches, of their runs and of the jobs of these runs. */
import { jobIdOf, type JobKind } from '../temporal/names.ts'
import { uuidOf } from '../values/uuid-of.ts'
import type { WatchRef } from './definition.ts'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const watchIds = new RegExp(`^watch-${uuid}$`)
const runIds = new RegExp(`^run-${uuid}$`)

/** Whether a text has the form of the id of a watch. */
export const isWatchId = (text: string): boolean => watchIds.test(text)
/** Whether a text has the form of the id of a run. */
export const isRunId = (text: string): boolean => runIds.test(text)

/** Returns the id of the run that a schedule starts at a time. @param nominalAt ISO 8601. */
export const scheduledRunIdOf = ({ tenant, id }: WatchRef, nominalAt: string): string =>
  `run-${uuidOf('watch run', tenant, id, nominalAt)}`

/** Returns the id of the run that a caller starts under an idempotency key. */
export const keyedRunIdOf = ({ tenant, id }: WatchRef, key: string): string =>
  `run-${uuidOf('watch run by key', tenant, id, key)}`

/** Returns the id of the watch that a tenant creates under an idempotency key. */
export const keyedWatchIdOf = (tenant: string, key: string): string => `watch-${uuidOf('watch by key', tenant, key)}`

/** Returns the id of the job of a run. */
export const watchJobIdOf = ({ tenant, id }: WatchRef, runId: string, kind: JobKind): string =>
  jobIdOf(kind, uuidOf('job of a watch', tenant, id, runId))

/** Returns the id of a notice, the same every time it is sent. */
export const noticeIdOf = (runId: string, type: string, url = ''): string => `evt_${uuidOf(runId, type, url)}`
