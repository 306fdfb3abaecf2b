/** Loads a page of a job in the session of the job; the wait for the session does not count as page time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { callSessionLimits } from '@seine/shared/config/session-limits.ts'
import type { SessionRef } from '@seine/shared/storage/session-ref.ts'
import type { PagePorts, PageRequest, PageScrape } from '@seine/shared/pages/page.ts'
import { nothingScraped } from '../segments/page-record.ts'
import { scrapePage } from '../page/scrape-page.ts'
import { notKept, SessionUseError, type SessionAccess, type SessionUseCode } from '../session/contract.ts'
import { scrapeInSession, type SessionScrape } from '../session/scrape-in-session.ts'
import { withSession } from '../session/use-session.ts'

/** A page that a job loads in its session. */
export interface JobPage {
  ref: SessionRef
  url: string
  /** Name of the requester, shown to operators. */
  holder: string
  /** Time limit of a load, milliseconds. */
  loadMs: number
  /** Whether a page of another domain is loaded without the session, since a crawl may lead to one. */
  mayGoWithout: boolean
  /** Called before the page begins and while it waits; false leaves the page to another slice. */
  mayStart: () => boolean
  /** Called when the page begins. */
  begin: () => void
  /** Builds the request; the page's time starts with this call. */
  request: () => PageRequest
  /** Ends the wait; the load itself uses the signal of the request. */
  signal: AbortSignal
}

/**
 * Loads the page.
 * @returns null for a page that was not begun.
 * @throws the errors of `scrapePage`.
 */
export async function loadJobPage(page: JobPage, ports: PagePorts, access: SessionAccess): Promise<PageScrape | null> {
  const { ref, signal } = page
  const release = await access.queues.take(`${ref.tenant}/${ref.id}`, signal)
  try {
    return await loadInSession(page, ports, access)
  } finally {
    release()
  }
}

async function loadInSession(page: JobPage, ports: PagePorts, access: SessionAccess): Promise<PageScrape | null> {
  const { ref, url, holder, loadMs, mayGoWithout, mayStart, begin, request, signal } = page
  const sessionRequest = {
    ref,
    url,
    holder,
    leaseMs: loadMs + callSessionLimits.leaseGraceMs,
    waitMs: callSessionLimits.jobWaitMs,
    signal,
  }
  while (mayStart()) {
    try {
      const { value, isKept } = await withSession(sessionRequest, access, async (session, control) => {
        if (!mayStart()) {
          control.noteUnused()
          return null
        }
        begin()
        return await scrapeInSession(request, ports, session, control, { signal })
      })
      return value === null ? null : settled(value, isKept)
    } catch (error) {
      if (!(error instanceof SessionUseError)) throw error
      if (passes.has(error.code)) {
        if (error.code !== 'session_busy') await sleep(callSessionLimits.awayPauseMs)
        continue
      }
      begin()
      if (error.code === 'session_domain_mismatch' && mayGoWithout) return await scrapePage(request(), ports)
      const fault = { code: error.code, message: error.message }
      return { ...nothingScraped, fault }
    }
  }
  return null
}

/** Error codes that clear up by waiting: no page fails with them. */
export const passes: ReadonlySet<SessionUseCode> = new Set([
  'session_busy',
  'workflow_service_unavailable',
  'result_store_unavailable',
])

/** Fails a page that shows the session logged out, since its content is not usable. */
function settled({ scrape, loggedOut }: SessionScrape, isKept: boolean): PageScrape {
  const warnings = isKept ? scrape.warnings : [...scrape.warnings, notKept]
  const page = { ...scrape, warnings }
  if (loggedOut === null) return page
  return { ...page, escalation: null, screenshot: null, fault: { code: 'session_logged_out', message: loggedOut } }
}
