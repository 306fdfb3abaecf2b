/** Cookies as sessions keep them. Types only. */

/** A cookie as both lanes keep it (RFC 6265). */
export interface StateCookie {
  name: string
  value: string
  /** Without a leading dot. */
  domain: string
  /** True when it goes to that host alone. */
  hostOnly: boolean
  path: string
  /** Epoch milliseconds; null = as long as the session. */
  expiresMs: number | null
  secure: boolean
  httpOnly: boolean
  sameSite: 'strict' | 'lax' | 'none' | null
}
