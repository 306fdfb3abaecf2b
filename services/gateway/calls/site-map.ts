/** `POST /map`: a scrape worker lists the URLs of a site. */
import { readMapRequest } from '@seine/shared/api/requests/map-request.ts'
import type { MapTask } from '@seine/shared/tasks/scrape-task.ts'
import type { UrlPolicy } from '@seine/shared/api/rules/url-rules.ts'
import { gatewayLimits } from '@seine/shared/config/limits.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import type { RequestHandler } from 'express'
import { invalidRequest } from '../http/api-error.ts'
import { relayedCall, type CallableWorkers, type RelayedCall } from '../http/relayed-call.ts'
import { callerOf } from '../http/request-context.ts'

export interface SiteMapPorts {
  scrapers: CallableWorkers
  policy: UrlPolicy
}

/**
 * Returns the worker call of a map.
 * @param body the parsed JSON of the request.
 * @throws ApiError when the request is invalid.
 */
export function mapCall(body: unknown, tenant: string, { scrapers, policy }: SiteMapPorts): RelayedCall {
  const result = readMapRequest(body, policy)
  if (!result.ok) throw invalidRequest(result.errors)
  const { requestedUrl: _requested, ...fields } = result.input
  const task: MapTask = { ...fields, tenant }
  return {
    workers: scrapers,
    path: '/map',
    task,
    deadlineMs: monotonicNow() + task.timeoutMs + gatewayLimits.mapGraceMs,
    own: {},
  }
}

/** Creates the handler. Problems are thrown as ApiError. */
export const siteMap = (ports: SiteMapPorts): RequestHandler =>
  relayedCall((req, res) => mapCall(req.body, callerOf(res).tenant, ports))
