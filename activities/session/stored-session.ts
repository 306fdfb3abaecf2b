/**
 * Turns a stored session into the session of a page: fills in secrets and applies what the caller registered. Pure.
 */
import type { BrowserPageOptions } from '@seine/shared/tasks/browser-page.ts'
import type { BrowserAction } from '@seine/shared/selectors/browser-action.ts'
import { fillSecrets } from '@seine/shared/sessions/secret-references.ts'
import { cookiesWithout } from '@seine/shared/sessions/session-cookies.ts'
import type { SessionState, StoredPlaybook } from '@seine/shared/sessions/state.ts'
import type { PageSession } from '@seine/shared/pages/page-session.ts'

/** Returns the secrets that must not appear in anything that leaves the service, longest first. */
export const secretsOf = (playbook: StoredPlaybook | null): string[] =>
  Object.values(playbook?.secrets ?? {}).toSorted((a, b) => b.length - a.length)

const filledValues = <Name extends string>(
  values: Readonly<Record<Name, string>>,
  secrets: StoredPlaybook['secrets'],
): Record<string, string> =>
  Object.fromEntries(Object.entries<string>(values).map(([name, value]) => [name, fillSecrets(value, secrets)]))

/**
 * Returns the session for its pages.
 * @param playbook null for a session without one.
 */
export function pageSessionOf(domain: string, playbook: StoredPlaybook | null, state: SessionState): PageSession {
  return {
    domain,
    headers: playbook === null ? {} : filledValues(playbook.headers, playbook.secrets),
    userAgent: playbook?.userAgent ?? null,
    secrets: secretsOf(playbook),
    state,
  }
}

/** Returns the state with the cookies and the local storage of the playbook, which replace its own. */
export function withRegistered(state: SessionState, playbook: StoredPlaybook): SessionState {
  const { secrets } = playbook
  const registered = playbook.cookies.map((cookie) => ({ ...cookie, value: fillSecrets(cookie.value, secrets) }))
  const storage = Object.entries(playbook.localStorage).map(([origin, items]): [string, Record<string, string>] => [
    origin,
    { ...state.localStorage[origin], ...filledValues(items, secrets) },
  ])
  return {
    ...state,
    cookies: [...cookiesWithout(state.cookies, registered), ...registered],
    localStorage: { ...state.localStorage, ...Object.fromEntries(storage) },
  }
}

/** Returns the actions with their secrets filled in. */
export const filledActions = ({ actions, secrets }: StoredPlaybook): BrowserAction[] =>
  actions.map((action) => ({ ...action, value: action.value === null ? null : fillSecrets(action.value, secrets) }))

/** Returns the options of a page; the playbook's country and proxy fill those that are left open. */
export function sessionOptions(page: BrowserPageOptions, playbook: StoredPlaybook | null): BrowserPageOptions {
  if (playbook === null) return page
  return {
    ...page,
    geolocation: page.geolocation ?? playbook.geolocation,
    proxy: page.proxy === 'auto' ? playbook.proxy : page.proxy,
  }
}
