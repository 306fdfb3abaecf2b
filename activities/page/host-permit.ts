/**
 * Acquires a permit for the host for a single page of a call. Pages of slices use the permit that their slice acquires.
 */
import type { ScrapeProblem } from '@seine/shared/pages/worker-reply.ts'
import type { HeaderMap } from '@seine/shared/pages/headers.ts'
import { HostUnavailableError, acquirePermit } from '../hosts/acquire-permit.ts'
import type { PagePorts, PageRequest, PageScrape } from '@seine/shared/pages/page.ts'
import type { HostSign } from '@seine/shared/pages/host-sign.ts'
import { hostSignOf, type PageFault } from '@seine/shared/pages/page-faults.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { nothingScraped } from '../segments/page-record.ts'
import { problemOf } from './scrape-problem.ts'
import { pageEndingOf } from './page-ending.ts'

/**
 * Waits for a permit for the host, at most for the timeout of one attempt, and then loads the page.
 * @returns a page with the fault `budget_exceeded` when no permit became free in time.
 * @throws the abort reason of the request's signal; the errors of `load`.
 */
export async function loadWithPermit(
  request: PageRequest,
  { hosts = null, slot = null }: PagePorts,
  load: () => Promise<PageScrape>,
): Promise<PageScrape> {
  const { url, method, deadlineMs, browser, signal, hostUser = null } = request
  const host = URL.parse(url)?.host
  if (hosts === null || hostUser === null || host === undefined) return await load()
  const waitMs = Math.min(browser.timeoutMs, deadlineMs - monotonicNow())
  let sign: HostSign = { kind: 'none' }
  try {
    const permit = await acquirePermit(hosts, host, hostUser, { waitMs, signal, slot })
    try {
      const scrape = await load()
      sign = hostSignOf(pageEndingOf(scrape, { url }, method), Date.now())
      return scrape
    } finally {
      permit.end(sign)
    }
  } catch (error) {
    if (!(error instanceof HostUnavailableError)) throw error
    return { ...nothingScraped, fault: noPermitFault(error) }
  }
}

const noPermitFault = ({ message, pauseMs }: HostUnavailableError): PageFault => ({
  code: 'budget_exceeded',
  message,
  retryAfterMs: pauseMs,
})

/** The problem to report for a call that got no permit for its host in time. */
export const hostProblem = (error: HostUnavailableError): ScrapeProblem =>
  problemOf({ answer: null, attempts: [] }, noPermitFault(error), Date.now())

/** Returns what the answer to a page in a browser says about the host of the requested URL. */
export function signOfView(
  url: string,
  { finalUrl, httpStatus, headers }: { finalUrl: string; httpStatus: number | null; headers: HeaderMap },
  nowMs: number,
): HostSign {
  const plain = Object.entries(headers).map(([name, value]): [string, string] => [
    name.toLowerCase(),
    Array.isArray(value) ? value.join(', ') : value,
  ])
  const elsewhere = URL.parse(finalUrl)?.host !== URL.parse(url)?.host
  const attempt = { method: 'GET', fault: null, redirected: false } as const
  return hostSignOf({ ...attempt, status: httpStatus, headers: Object.fromEntries(plain), elsewhere }, nowMs)
}
