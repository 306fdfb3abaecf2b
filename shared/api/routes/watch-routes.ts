/** The watch routes of the route table. */
import { Type } from 'typebox'
import { requestLimits } from '../../config/api-limits.ts'
import { watchLimits } from '../../config/watch-limits.ts'
import { pageParameters } from '../rules/query-parameters.ts'
import {
  changeListSchema,
  changeParameters,
  comparedTextSchema,
  publishedWatchSchema,
  runAcceptedSchema,
  runListSchema,
  textParameters,
  watchListSchema,
  watchSchema,
} from '../watches/watch-schema.ts'
import type { Route } from './route.ts'
import { awayProblems, queryProblems, startProblems, storeProblems } from './route-problems.ts'

const watchId = { watch_id: Type.String({ description: 'Id of the watch.' }) }
const ofRun = { ...watchId, run_id: Type.String({ description: 'Id of the run.' }) }
const idempotencyKey = Type.String({
  minLength: 1,
  maxLength: requestLimits.idempotencyKeyMaxCharacters,
  pattern: '^[!-~]+$',
  description: 'A request repeated under the same key makes nothing twice.',
})
const keyHeaders = { 'Idempotency-Key': idempotencyKey, 'X-Idempotency-Key': idempotencyKey }
const ifMatch = {
  'If-Match': Type.String({ description: 'Version to change, from `ETag`; a different version is not changed.' }),
}
const etag = { ETag: 'Version of the definition, for `If-Match`.' }
const watchProblems = ['watch_not_found', ...awayProblems] as const
const bodyProblems = startProblems.filter((code) => code !== 'concurrency_limit_reached')
const one = (description: string) => ({ 200: { description, schema: watchSchema, headers: etag } })

/** Watch routes, by the name of their handler. */
export const watchRoutes = {
  createWatch: {
    method: 'post',
    path: '/watches',
    summary: 'Create a watch: a crawl or batch that runs again and again and reports what changed.',
    auth: true,
    rate: 'start',
    headers: keyHeaders,
    body: publishedWatchSchema,
    bodyMaxBytes: watchLimits.bodyMaxBytes,
    responses: {
      201: {
        description: 'The watch.',
        schema: watchSchema,
        headers: {
          Location: 'Path of the watch.',
          'Idempotent-Replayed': '`true` when an earlier request under the same key created the watch.',
          ...etag,
        },
      },
    },
    problems: [...bodyProblems, 'unsupported_pattern', 'watch_quota_reached'],
  },
  listWatches: {
    method: 'get',
    path: '/watches',
    summary: 'List the watches, the newest first.',
    auth: true,
    rate: 'read',
    query: pageParameters,
    responses: { 200: { description: 'One page of the list.', schema: watchListSchema } },
    problems: [...queryProblems, ...awayProblems],
  },
  readWatch: {
    method: 'get',
    path: '/watches/{watch_id}',
    summary: 'Read a watch.',
    auth: true,
    rate: 'read',
    params: watchId,
    responses: one('The watch.'),
    problems: watchProblems,
  },
  replaceWatch: {
    method: 'put',
    path: '/watches/{watch_id}',
    summary: 'Replace the definition of a watch.',
    auth: true,
    rate: 'start',
    params: watchId,
    headers: ifMatch,
    body: publishedWatchSchema,
    bodyMaxBytes: watchLimits.bodyMaxBytes,
    responses: one('The watch as it is now.'),
    problems: [...bodyProblems, 'unsupported_pattern', 'watch_not_found', 'version_mismatch'],
  },
  deleteWatch: {
    method: 'delete',
    path: '/watches/{watch_id}',
    summary: 'Delete a watch and its runs; their jobs are kept until they expire.',
    auth: true,
    rate: 'read',
    params: watchId,
    headers: ifMatch,
    responses: { 204: { description: 'It is deleted.', schema: null } },
    problems: [...watchProblems, 'version_mismatch'],
  },
  runWatch: {
    method: 'post',
    path: '/watches/{watch_id}/run',
    summary: 'Start a run now, also while the watch is paused.',
    auth: true,
    rate: 'start',
    params: watchId,
    headers: keyHeaders,
    responses: {
      202: {
        description: 'The run starts.',
        schema: runAcceptedSchema,
        headers: { 'Idempotent-Replayed': '`true` when an earlier request under the same key started the run.' },
      },
    },
    problems: ['validation_failed', 'run_in_progress', 'concurrency_limit_reached', ...watchProblems],
  },
  pauseWatch: {
    method: 'post',
    path: '/watches/{watch_id}/pause',
    summary: 'Pause the schedule of a watch; a run in progress ends.',
    auth: true,
    rate: 'read',
    params: watchId,
    responses: one('The watch, paused.'),
    problems: [...watchProblems, 'version_mismatch'],
  },
  resumeWatch: {
    method: 'post',
    path: '/watches/{watch_id}/resume',
    summary: 'Resume the schedule of a watch.',
    auth: true,
    rate: 'read',
    params: watchId,
    responses: one('The watch, active.'),
    problems: [...watchProblems, 'version_mismatch'],
  },
  listWatchRuns: {
    method: 'get',
    path: '/watches/{watch_id}/runs',
    summary: 'List the runs of a watch, the newest first.',
    auth: true,
    rate: 'read',
    params: watchId,
    query: pageParameters,
    responses: { 200: { description: 'One page of the list.', schema: runListSchema } },
    problems: [...queryProblems, 'watch_not_found', ...storeProblems],
  },
  listWatchChanges: {
    method: 'get',
    path: '/watches/{watch_id}/runs/{run_id}/changes',
    summary: 'List what a run found: pages that are new, changed, removed or failed.',
    auth: true,
    rate: 'read',
    params: ofRun,
    query: changeParameters,
    responses: { 200: { description: 'One page of the list.', schema: changeListSchema } },
    problems: [...queryProblems, 'watch_not_found', 'run_not_found', ...storeProblems],
  },
  readWatchText: {
    method: 'get',
    path: '/watches/{watch_id}/runs/{run_id}/text',
    summary: 'Read the text of a page that a run compared.',
    auth: true,
    rate: 'read',
    params: ofRun,
    query: textParameters,
    responses: { 200: { description: 'The text.', schema: comparedTextSchema } },
    problems: [...queryProblems, 'watch_not_found', 'run_not_found', 'page_not_found', ...storeProblems],
  },
} as const satisfies Record<string, Route>
