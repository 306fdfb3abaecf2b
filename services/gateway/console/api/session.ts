/** Who is signed in. The key is in the memory of the tab and in its session storage, nowhere else. */
import { signal } from '@preact/signals'

const storageName = 'seine-key'

/** The key; null: nobody is signed in. */
export const apiKey = signal<string | null>(sessionStorage.getItem(storageName))

/** Why the reader was signed out; empty: by himself, or never signed in. */
export const signOutReason = signal('')

const onEnd = new Set<() => void>()

/** Registers what is to be dropped when the session ends, such as results that a module keeps. */
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
 * @param reason shown beside the form; empty: the reader asked for it.
 */
export function signOut(reason = ''): void {
  sessionStorage.removeItem(storageName)
  signOutReason.value = reason
  apiKey.value = null
  for (const drop of onEnd) drop()
}
