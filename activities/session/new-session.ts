/** The session that a page begins which was asked for without one. */
import { randomUUID } from 'node:crypto'
import { sessionDomainOf } from '@seine/shared/sessions/domain.ts'
import { implicitIdOf } from '@seine/shared/sessions/implicit-id.ts'
import type { SessionStore } from '@seine/shared/sessions/session-store.ts'
import { freshSession, type PageSession } from '@seine/shared/pages/page-session.ts'

/** A session for a page. @param url of the page. */
export function beginSession(url: string): PageSession {
  const { hostname } = new URL(url)
  return freshSession(sessionDomainOf(hostname) ?? hostname)
}

/** The id of what was kept; null when nothing was. */
export interface BegunSession {
  id: string | null
  warnings: string[]
}

/**
 * Keeps what a page has left, under a new id.
 * @param store null where there are no sessions.
 * @returns no id where the store is away, or there is no key; the page stands all the same.
 */
export async function keepNewSession(
  tenant: string,
  { domain, state }: PageSession,
  store: SessionStore | null,
): Promise<BegunSession> {
  if (store === null || !store.isConfigured) return { id: null, warnings: [] }
  const nowMs = Date.now()
  const id = implicitIdOf(nowMs, randomUUID())
  try {
    await store.writeImplicit({ tenant, id }, { domain, createdAt: new Date(nowMs).toISOString(), state })
    return { id, warnings: [] }
  } catch {
    return { id: null, warnings: ['session_not_kept: the store of sessions is away'] }
  }
}
