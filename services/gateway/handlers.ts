/** One handler per route of the table: takes the request apart, asks, answers. */
import type { JobCancelled } from '@seine/shared/api/job-schema.ts'
import type { RouteName } from '@seine/shared/api/routes.ts'
import { openApiDocument } from '@seine/shared/api/openapi.ts'
import type { Request, RequestHandler, Response } from 'express'
import { startCrawl, type StartPorts } from './crawl-start.ts'
import { cancelCrawl, readCrawl, type JobQuestion, type StatusPorts } from './crawl-status.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import type { ReadinessProbe } from './readiness.ts'
import { callerOf, contextOf } from './request-context.ts'

export interface HandlerPorts extends StartPorts, StatusPorts {
  readiness: ReadinessProbe
  /** Version of the service. */
  version: string
}

function questionOf(req: Request, res: Response): JobQuestion {
  const { id } = req.params
  return {
    id: typeof id === 'string' ? id : '',
    tenant: callerOf(res).tenant,
    requestId: contextOf(res).requestId,
  }
}

/** The handlers; the names are those of the table, so that none can be missing. */
export function createHandlers(ports: HandlerPorts): Record<RouteName, RequestHandler> {
  const { readiness, version } = ports
  const description = openApiDocument(version)
  return {
    startCrawl: async (req, res) => {
      const key = idempotencyKeyOf(req)
      const caller = { tenant: callerOf(res).tenant, requestId: contextOf(res).requestId, key }
      const { accepted, replayed } = await startCrawl(req.body, caller, ports)
      if (replayed) res.setHeader('Idempotent-Replayed', 'true')
      res.status(202).location(`${req.baseUrl}${accepted.url}`).json(accepted)
    },
    readCrawl: async (req, res) => {
      res.json(await readCrawl(questionOf(req, res), ports))
    },
    cancelCrawl: async (req, res) => {
      const question = questionOf(req, res)
      const status = await cancelCrawl(question, ports)
      const answer: JobCancelled = { success: true, id: question.id, status, request_id: question.requestId }
      res.json(answer)
    },
    health: (_req, res) => {
      res.json({ status: 'ok', request_id: contextOf(res).requestId })
    },
    readiness: async (_req, res) => {
      const state = await readiness.read()
      res.status(state.status === 'ready' ? 200 : 503).json({ ...state, request_id: contextOf(res).requestId })
    },
    version: (_req, res) => {
      res.json({ name: 'seine', version, api: 'v1', request_id: contextOf(res).requestId })
    },
    openapi: (_req, res) => {
      res.json(description)
    },
  }
}
