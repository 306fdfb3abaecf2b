/** Handlers of the watch routes. */
import { readerOf, readPageQuery, type QueryResult } from '@seine/shared/api/rules/query-parameters.ts'
import { changeParameters, textParameters } from '@seine/shared/api/watches/watch-schema.ts'
import { requestLimits } from '@seine/shared/config/api-limits.ts'
import type { WatchRef } from '@seine/shared/watches/definition.ts'
import type { Request, RequestHandler, Response } from 'express'
import { invalidRequest } from '../http/api-error.ts'
import { idempotencyKeyOf } from '../http/idempotency-key.ts'
import { searchOf } from '../http/query-string.ts'
import { callerOf, contextOf } from '../http/request-context.ts'
import { watchBody, type KnownWatch } from './watch-body.ts'
import {
  createWatch,
  deleteWatch,
  readWatch,
  replaceWatch,
  runWatch,
  setWatchPaused,
  type WatchCaller,
  type WatchPorts,
} from './watch-calls.ts'
import { listChanges, listRuns, listWatches, readText } from './watch-lists.ts'

const readChanges = readerOf(changeParameters)
const readTextQuery = readerOf(textParameters)

const parameter = (req: Request, name: string): string => {
  const value = req.params[name]
  return typeof value === 'string' ? value : ''
}

const refOf = (req: Request, res: Response): WatchRef => ({
  tenant: callerOf(res).tenant,
  id: parameter(req, 'watch_id'),
})

function whoOf(res: Response): WatchCaller {
  const { tenant, keyId, quotas } = callerOf(res)
  return { tenant, keyId, quotas, requestId: contextOf(res).requestId }
}

function queryOf<Query>(req: Request, read: (search: URLSearchParams) => QueryResult<Query>): Query {
  const result = read(searchOf(req))
  if (!result.ok) throw invalidRequest(result.errors)
  return result.query
}

function sendWatch(res: Response, status: number, watch: KnownWatch): void {
  res.setHeader('ETag', `"${watch.definition.version}"`)
  res.status(status).json({ ...watchBody(watch), request_id: contextOf(res).requestId })
}

/** Returns the handlers, by the names of the route table. Problems are thrown as ApiError. */
export const watchRoutes = (ports: WatchPorts) =>
  ({
    createWatch: async (req, res) => {
      const { watch, replayed } = await createWatch(req.body, whoOf(res), idempotencyKeyOf(req), ports)
      if (replayed) res.setHeader('Idempotent-Replayed', 'true')
      res.location(`${req.baseUrl}/watches/${watch.definition.id}`)
      sendWatch(res, 201, watch)
    },
    listWatches: async (req, res) => {
      const page = await listWatches(callerOf(res).tenant, queryOf(req, readPageQuery), ports)
      res.json({ ...page, request_id: contextOf(res).requestId })
    },
    readWatch: async (req, res) => {
      sendWatch(res, 200, await readWatch(refOf(req, res), ports))
    },
    replaceWatch: async (req, res) => {
      sendWatch(res, 200, await replaceWatch(refOf(req, res), req.body, req.headers['if-match'], whoOf(res), ports))
    },
    deleteWatch: async (req, res) => {
      await deleteWatch(refOf(req, res), req.headers['if-match'], ports)
      res.status(204).end()
    },
    runWatch: async (req, res) => {
      const { replayed, ...run } = await runWatch(refOf(req, res), idempotencyKeyOf(req), whoOf(res), ports)
      if (replayed) res.setHeader('Idempotent-Replayed', 'true')
      res.status(202).json({ ...run, request_id: contextOf(res).requestId })
    },
    pauseWatch: async (req, res) => {
      sendWatch(res, 200, await setWatchPaused(refOf(req, res), true, ports))
    },
    resumeWatch: async (req, res) => {
      sendWatch(res, 200, await setWatchPaused(refOf(req, res), false, ports))
    },
    listWatchRuns: async (req, res) => {
      const page = await listRuns(refOf(req, res), queryOf(req, readPageQuery), ports)
      res.json({ ...page, request_id: contextOf(res).requestId })
    },
    listWatchChanges: async (req, res) => {
      const { state = null, cursor = null, limit = requestLimits.listPageDefault } = queryOf(req, readChanges)
      const page = await listChanges(refOf(req, res), parameter(req, 'run_id'), { state, cursor, limit }, ports)
      res.json({ ...page, request_id: contextOf(res).requestId })
    },
    readWatchText: async (req, res) => {
      const { url } = queryOf(req, readTextQuery)
      const text = await readText(refOf(req, res), parameter(req, 'run_id'), url, ports)
      res.json({ ...text, request_id: contextOf(res).requestId })
    },
  }) satisfies Record<string, RequestHandler>
