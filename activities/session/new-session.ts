/** Creates the session that starts with a page for which no session was named. */
import { randomUUID } from 'node:crypto'
import { sessionDomainOf } from '@seine/shared/sessions/domain.ts'
import { implicitIdOf } from '@seine/shared/sessions/implicit-id.ts'
import type { SessionStore } from '@seine/shared/sessions/session-store.ts'
import { freshSession, type PageSession } from '@seine/shared/pages/page-session.ts'

/**
 * Returns a new session for a page.
 * @param url URL of the page.
 */
export function beginSession(url: string): PageSession {
  const { hostname } = new URL(url)
  return freshSession(sessionDomainOf(hostname) ?? hostname)
}

/** The id of the new session; null when it was not kept. */
export interface BegunSession {
  id: string | null
  warnings: string[]
}

/**
 * Stores the state that a page left, under a new id.
 * @param store null when the service keeps no sessions.
 * @returns the id; null when the store is not available or has no key. The page remains a valid result.
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
    return { id: null, warnings: ['session_not_kept: the store of sessions is unavailable'] }
  }
}
