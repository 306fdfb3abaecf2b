/** The session of the tab. The API key is stored in memory and in the tab's session storage only. */
import { signal } from '@preact/signals'

const storageName = 'seine-key'

/** The key; null when signed out. */
export const apiKey = signal<string | null>(sessionStorage.getItem(storageName))

/** Why the session ended; empty when the user signed out or never signed in. */
export const signOutReason = signal('')

const onEnd = new Set<() => void>()

/** Registers a function that clears data of the session when it ends, such as results that a module has cached. */
export function atSignOut(drop: () => void): void {
  onEnd.add(drop)
}

/** Starts a session with a key that the service has accepted. */
export function signIn(key: string): void {
  sessionStorage.setItem(storageName, key)
  signOutReason.value = ''
  apiKey.value = key
}

/**
 * Ends the session and drops all data.
 * @param reason shown beside the sign-in form; empty when the user signed out.
 */
export function signOut(reason = ''): void {
  sessionStorage.removeItem(storageName)
  signOutReason.value = reason
  apiKey.value = null
  for (const drop of onEnd) drop()
}
