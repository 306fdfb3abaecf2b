/** Cookies as sessions store them. Types only. */

/** A cookie in the form that both lanes store (RFC 6265). */
export interface StateCookie {
  name: string
  value: string
  /** Domain without a leading dot. */
  domain: string
  /** True when the cookie is sent only to that host. */
  hostOnly: boolean
  path: string
  /** Epoch milliseconds; null: expires with the session. */
  expiresMs: number | null
  secure: boolean
  httpOnly: boolean
  sameSite: 'strict' | 'lax' | 'none' | null
}
