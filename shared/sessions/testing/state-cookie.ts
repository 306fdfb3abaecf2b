/** A cookie of a session, for tests. */
import type { StateCookie } from '../../egress/connections/state-cookie.ts'

/** Returns a cookie of `www.shop.test` only, for all its paths, with the given changes. */
export const stateCookie = (name: string, value: string, more: Partial<StateCookie> = {}): StateCookie => ({
  name,
  value,
  domain: 'www.shop.test',
  hostOnly: true,
  path: '/',
  expiresMs: null,
  secure: false,
  httpOnly: false,
  sameSite: null,
  ...more,
})
