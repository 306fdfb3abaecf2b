/** `POST /map`: a scrape worker lists the URLs of a site. */
import { readMapRequest } from '@seine/shared/api/requests/map-request.ts'
import type { MapTask } from '@seine/shared/tasks/scrape-task.ts'
import type { UrlPolicy } from '@seine/shared/api/rules/url-rules.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import type { RequestHandler } from 'express'
import { invalidRequest } from '../http/api-error.ts'
import { relayedCall, type CallableWorkers } from '../http/relayed-call.ts'
import { callerOf } from '../http/request-context.ts'

export interface SiteMapPorts {
  scrapers: CallableWorkers
  policy: UrlPolicy
}

/** Creates the handler. Problems are thrown as ApiError. */
export const siteMap = ({ scrapers, policy }: SiteMapPorts): RequestHandler =>
  relayedCall((req, res) => {
    const result = readMapRequest(req.body, policy)
    if (!result.ok) throw invalidRequest(result.errors)
    const { requestedUrl: _requested, ...asked } = result.input
    const task: MapTask = { ...asked, tenant: callerOf(res).tenant }
    return {
      workers: scrapers,
      path: '/map',
      task,
      deadlineMs: Date.now() + task.timeoutMs + gatewayLimits.mapGraceMs,
      own: {},
    }
  })
