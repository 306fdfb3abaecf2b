/** The session routes of the route table. */
import { Type } from 'typebox'
import { jobLimits } from '../../config/limits.ts'
import type { Route } from './route.ts'
import { awayProblems, engineProblems, pageProblems, queryProblems } from './route-problems.ts'
import {
  createSessionSchema,
  removeParameters,
  replaceSessionSchema,
  sessionDetailSchema,
  sessionListParameters,
  sessionListSchema,
  sessionSchema,
} from '../requests/session-schema.ts'

const sessionId = { id: Type.String({ description: 'Id of the session.' }) }
const sessionProblems = ['session_not_found', ...awayProblems] as const
const sessionBodyProblems = [
  ...pageProblems,
  'unsupported_pattern',
  'session_domain_mismatch',
  'proxy_not_configured',
] as const
const sessionHeaders = { ETag: 'Version of the playbook, for `If-Match`.' }
const ifMatch = {
  'If-Match': Type.String({ description: 'Version to replace, from `ETag`; a different version is not replaced.' }),
}

/** Session routes, by the name of their handler. */
export const sessionRoutes = {
  createSession: {
    method: 'post',
    path: '/sessions',
    summary: 'Register a session, with a playbook that logs in.',
    auth: true,
    rate: 'start',
    body: createSessionSchema,
    bodyMaxBytes: jobLimits.requestBodyMaxBytes,
    responses: {
      201: {
        description: 'The session is registered; a playbook with a `start_url` will run.',
        schema: sessionDetailSchema,
        headers: { Location: 'Path of the session.', ...sessionHeaders },
      },
    },
    problems: [...sessionBodyProblems, 'session_exists', ...awayProblems],
  },
  listSessions: {
    method: 'get',
    path: '/sessions',
    summary: 'List the sessions.',
    auth: true,
    rate: 'read',
    query: sessionListParameters,
    responses: { 200: { description: 'One page of the list.', schema: sessionListSchema } },
    problems: [...queryProblems, ...engineProblems],
  },
  readSession: {
    method: 'get',
    path: '/sessions/{id}',
    summary: 'Read a session and its playbook, without its secrets.',
    auth: true,
    rate: 'read',
    params: sessionId,
    responses: { 200: { description: 'The session.', schema: sessionDetailSchema, headers: sessionHeaders } },
    problems: sessionProblems,
  },
  replaceSession: {
    method: 'put',
    path: '/sessions/{id}',
    summary: 'Replace the playbook and the settings of a session.',
    auth: true,
    rate: 'start',
    params: sessionId,
    headers: ifMatch,
    body: replaceSessionSchema,
    bodyMaxBytes: jobLimits.requestBodyMaxBytes,
    responses: {
      200: { description: 'The session as it is now.', schema: sessionDetailSchema, headers: sessionHeaders },
    },
    problems: [...sessionBodyProblems, 'version_mismatch', ...sessionProblems],
  },
  deleteSession: {
    method: 'delete',
    path: '/sessions/{id}',
    summary: 'Delete a session.',
    auth: true,
    rate: 'read',
    params: sessionId,
    query: removeParameters,
    responses: { 204: { description: 'The session is deleted.', schema: null } },
    problems: [...queryProblems, 'session_busy', ...sessionProblems],
  },
  refreshSession: {
    method: 'post',
    path: '/sessions/{id}/refresh',
    summary: 'Run the playbook of a session again.',
    auth: true,
    rate: 'start',
    params: sessionId,
    responses: { 202: { description: 'It runs, or will run once the session is not in use.', schema: sessionSchema } },
    problems: ['invalid_combination', ...sessionProblems],
  },
} as const satisfies Record<string, Route>
