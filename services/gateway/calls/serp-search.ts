/** `GET /serp`: a scrape worker queries a search engine. */
import type { SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import { readSerpQuery } from '@seine/shared/api/requests/serp-query.ts'
import { serpLimits } from '@seine/shared/config/serp-limits.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import type { RequestHandler } from 'express'
import { invalidRequest } from '../http/api-error.ts'
import { searchOf } from '../http/query-string.ts'
import { relayedCall, type CallableWorkers, type RelayedCall } from '../http/relayed-call.ts'
import { callerOf } from '../http/request-context.ts'

export interface SerpSearchPorts {
  scrapers: CallableWorkers
}

/**
 * Returns the worker call of a search.
 * @param search the decoded query of the request.
 * @throws ApiError when the request is invalid.
 */
export function serpCall(search: URLSearchParams, tenant: string, { scrapers }: SerpSearchPorts): RelayedCall {
  const result = readSerpQuery(search)
  if (!result.ok) throw invalidRequest(result.errors)
  const task: SerpTask = { ...result.query, tenant }
  const budgetMs = task.mode === 'fast' ? serpLimits.fastBudgetMs : serpLimits.fullBudgetMs
  return { workers: scrapers, path: '/serp', task, deadlineMs: monotonicNow() + budgetMs, own: {} }
}

/** Creates the handler. Problems are thrown as ApiError. */
export const serpSearch = (ports: SerpSearchPorts): RequestHandler =>
  relayedCall((req, res) => serpCall(searchOf(req), callerOf(res).tenant, ports))
