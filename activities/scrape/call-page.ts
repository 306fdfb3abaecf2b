/** Loads the page of a call, in the named session or in a new one that starts with it. */
import { callLeaseMs } from '../session/lease.ts'
import type { ScrapeTask } from '@seine/shared/tasks/scrape-task.ts'
import type { PagePorts, PageRequest, PageScrape } from '@seine/shared/pages/page.ts'
import type { PageSession } from '@seine/shared/pages/page-session.ts'
import { scrapePage } from '../page/scrape-page.ts'
import { notKept, SessionUseError, type SessionAccess } from '../session/contract.ts'
import { beginSession } from '../session/new-session.ts'
import { loggedOutWarnings } from '../session/session-problem.ts'
import { scrapeInSession } from '../session/scrape-in-session.ts'
import { withSession } from '../session/use-session.ts'

/** A page and its session. */
export interface CallPage {
  scrape: PageScrape
  /** A session that starts with the page; null when a session was named. */
  begun: PageSession | null
}

/**
 * Loads the page of a task.
 * @param holder name of the lease holder, for operators.
 * @throws SessionUseError when the session cannot be used; the errors of `scrapePage`.
 */
export async function loadCallPage(
  { url, tenant, sessionId = null }: Pick<ScrapeTask, 'url' | 'tenant'> & { sessionId?: string | null },
  request: PageRequest,
  ports: PagePorts & { sessions?: SessionAccess | null },
  holder: string,
): Promise<CallPage> {
  const { deadlineMs, signal } = request
  const { sessions = null } = ports
  if (sessionId === null) {
    const begun = beginSession(url)
    return { scrape: await scrapePage({ ...request, session: begun }, ports), begun }
  }
  if (sessions === null) throw new SessionUseError('not_configured', 'this service keeps no sessions')
  const sessionRequest = {
    ref: { tenant, id: sessionId },
    url,
    holder,
    leaseMs: callLeaseMs(deadlineMs),
    waitMs: 0,
    signal,
  }
  const { value, isKept } = await withSession(sessionRequest, sessions, async (session, control) =>
    scrapeInSession(() => request, ports, session, control, { signal, deadlineMs }),
  )
  const { scrape, loggedOut } = value
  const warnings = [...scrape.warnings, ...loggedOutWarnings(loggedOut), ...(isKept ? [] : [notKept])]
  return { scrape: { ...scrape, warnings }, begun: null }
}
