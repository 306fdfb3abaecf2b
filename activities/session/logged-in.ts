/** Loads a page in a session; when the page shows a logged-out session, logs in again and loads it once more. */
import type { ReloginBounds, SessionControl } from './contract.ts'

/** One load of a page. */
interface Load {
  /** Whether the page shows that the session is logged out. */
  isOut: boolean
  /** Whether anything was requested. */
  isUse: boolean
}

/** The loads of a page. */
export interface Loads<L extends Load> {
  first: L
  /** Null: the page was loaded once. */
  second: L | null
  /** Why the session counts as logged out, in words; null when it is not, or when the page was not checked. */
  loggedOut: string | null
}

/**
 * Loads a page once, or twice with a run of the playbook in between.
 * @param bounds limits of the wait for the playbook.
 * @param isRepeatable false for a page whose request may have changed something at the site.
 * @throws the errors of `load`; the abort reason of the signal.
 */
export async function loadLoggedIn<L extends Load>(
  load: () => Promise<L>,
  control: Pick<SessionControl, 'refreshesOnLogout' | 'relogin' | 'noteUnused'>,
  bounds: ReloginBounds,
  isRepeatable: () => boolean = () => true,
): Promise<Loads<L>> {
  const first = await load()
  const once = (loggedOut: string | null): Loads<L> => {
    if (!first.isUse) control.noteUnused()
    return { first, second: null, loggedOut }
  }
  if (!first.isOut) return once(null)
  if (!control.refreshesOnLogout) return once('the session is logged out')
  const relogin = await control.relogin(bounds)
  if (!relogin.ok) return once(`the session is logged out: ${relogin.error}`)
  if (!isRepeatable()) return once('the session was logged out; it is logged in again')
  const second = await load()
  return {
    first,
    second,
    loggedOut: second.isOut ? 'the session is logged out again after its playbook has run' : null,
  }
}
