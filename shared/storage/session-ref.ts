/** Identifies the session of an object in the store. Types only. */

/** Identifies a session. */
export interface SessionRef {
  tenant: string
  id: string
}
