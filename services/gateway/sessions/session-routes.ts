/** Handlers of the session routes. */
import { readerOf } from '@seine/shared/api/rules/query-parameters.ts'
import { sessionAnswer, sessionDetail } from '@seine/shared/api/requests/session-answer.ts'
import { removeParameters } from '@seine/shared/api/requests/session-schema.ts'
import type { SessionRef } from '@seine/shared/storage/session-ref.ts'
import type { Request, RequestHandler, Response } from 'express'
import { invalidRequest } from '../http/api-error.ts'
import { searchOf } from '../http/query-string.ts'
import { callerOf, contextOf } from '../http/request-context.ts'
import {
  createSession,
  deleteSession,
  readSession,
  refreshSession,
  replaceSession,
  type KnownSession,
  type SessionPorts,
} from './session-calls.ts'
import { listSessions, sessionListQuery } from './session-list.ts'

const readRemoval = readerOf(removeParameters)

function forceOf(req: Request): boolean {
  const result = readRemoval(searchOf(req))
  if (!result.ok) throw invalidRequest(result.errors)
  return result.query.force === 'true'
}

function refOf(req: Request, res: Response): SessionRef {
  const { id } = req.params
  return { tenant: callerOf(res).tenant, id: typeof id === 'string' ? id : '' }
}

function sendDetail(res: Response, status: number, { view, playbook }: KnownSession): void {
  res.setHeader('ETag', `"${view.playbookVersion}"`)
  res.status(status).json({ ...sessionDetail(view, playbook), request_id: contextOf(res).requestId })
}

/** Returns the handlers, by the names of the route table. Problems are thrown as ApiError. */
export const sessionRoutes = (ports: SessionPorts) =>
  ({
    createSession: async (req, res) => {
      const known = await createSession(callerOf(res).tenant, req.body, ports)
      res.location(`${req.baseUrl}/sessions/${known.view.id}`)
      sendDetail(res, 201, known)
    },
    listSessions: async (req, res) => {
      const page = await listSessions(callerOf(res).tenant, sessionListQuery(searchOf(req)), ports.sessions)
      res.json({ ...page, request_id: contextOf(res).requestId })
    },
    readSession: async (req, res) => {
      sendDetail(res, 200, await readSession(refOf(req, res), ports))
    },
    replaceSession: async (req, res) => {
      sendDetail(res, 200, await replaceSession(refOf(req, res), req.body, req.headers['if-match'], ports))
    },
    deleteSession: async (req, res) => {
      await deleteSession(refOf(req, res), forceOf(req), ports)
      res.status(204).end()
    },
    refreshSession: async (req, res) => {
      const view = await refreshSession(refOf(req, res), ports)
      res.status(202).json({ ...sessionAnswer(view), request_id: contextOf(res).requestId })
    },
  }) satisfies Record<string, RequestHandler>
