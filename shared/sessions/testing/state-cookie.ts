/** A cookie of a session, for tests. */
import type { StateCookie } from '../../egress/connections/state-cookie.ts'

/** Of `www.shop.test` alone, for all its paths, but for what is given. */
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
