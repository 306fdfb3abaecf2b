/** `POST /scrape`: a scrape worker loads and extracts the page. */
import { readScrapeRequest, type ScrapeRequestInput } from '@seine/shared/api/requests/scrape-request.ts'
import type { ScrapeTask } from '@seine/shared/tasks/scrape-task.ts'
import type { UrlPolicy } from '@seine/shared/api/rules/url-rules.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import type { RequestHandler } from 'express'
import { ApiError, invalidRequest } from '../http/api-error.ts'
import { checkProxy } from '../checks/proxy-check.ts'
import { checkPrompt, type PromptPorts } from '../checks/prompt-check.ts'
import { relayedCall, type CallableWorkers, type RelayedCall } from '../http/relayed-call.ts'
import { callerOf } from '../http/request-context.ts'
import { schemaErrors, type SchemaCheckPorts } from '../checks/schema-check.ts'

export interface PageScrapePorts extends PromptPorts, SchemaCheckPorts {
  scrapers: CallableWorkers
  browsers: { readonly configured: boolean }
  policy: UrlPolicy
  /** Budget of a whole call, milliseconds. */
  scrapeBudgetMs: number
}

/**
 * Reads the request. @throws ApiError when it is invalid, or when it needs a browser and no browser worker is
 * configured.
 */
async function readRequest(body: unknown, tenant: string, ports: PageScrapePorts): Promise<ScrapeRequestInput> {
  const { browsers, policy } = ports
  const result = readScrapeRequest(body, policy)
  const errors = [...(result.ok ? [] : result.errors), ...(await schemaErrors(result.schema, tenant, ports))]
  if (!result.ok || errors.length > 0) throw invalidRequest(errors)
  checkPrompt(result.input.page, ports)
  if (result.input.page.render === 'always' && !browsers.configured) {
    throw new ApiError('browser_unavailable', 'the page needs a browser, and this service has no browser worker')
  }
  return result.input
}

/** An address that every policy accepts; it is not contacted. */
const anyUrl = 'https://example.com/'

/**
 * Checks the options of scrapes whose addresses are not known yet, as `scrapeCall` checks them for each, and their proxy.
 * @param body the JSON of a request without its `url`.
 * @throws ApiError as `scrapeCall`; `proxy_not_configured`.
 */
export async function checkLaterScrapes(
  body: Record<string, unknown>,
  tenant: string,
  ports: PageScrapePorts,
): Promise<void> {
  const { page } = await readRequest({ ...body, url: anyUrl }, tenant, ports)
  await checkProxy(page.browser, ports)
}

/**
 * Returns the worker call of a scrape.
 * @param body the parsed JSON of the request.
 * @throws ApiError as `readRequest`, or when it has a prompt and no model is configured.
 */
export async function scrapeCall(body: unknown, tenant: string, ports: PageScrapePorts): Promise<RelayedCall> {
  const { requestedUrl, tag, ...fields } = await readRequest(body, tenant, ports)
  const task: ScrapeTask = { ...fields, tenant }
  return {
    workers: ports.scrapers,
    path: '/scrape',
    task,
    deadlineMs: monotonicNow() + ports.scrapeBudgetMs,
    onlyOnce: task.page.method !== 'GET',
    own: { url: requestedUrl, tag },
  }
}

/** Creates the handler. Problems are thrown as ApiError. */
export const pageScrape = (ports: PageScrapePorts): RequestHandler =>
  relayedCall(async (req, res) => await scrapeCall(req.body, callerOf(res).tenant, ports))
