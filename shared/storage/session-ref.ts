/** Which session an object of the store belongs to. Types only. */

/** Where a session belongs. */
export interface SessionRef {
  tenant: string
  id: string
}
