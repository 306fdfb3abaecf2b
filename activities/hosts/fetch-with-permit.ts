/** Fetches the files that discovery needs, robots.txt and sitemaps; each acquires a permit for its host like a page. */
import { type EgressClient } from '@seine/shared/egress/connections/contract.ts'
import { EgressError } from '@seine/shared/egress/connections/egress-error.ts'
import { hostSignOf } from '@seine/shared/pages/page-faults.ts'
import type { HostSign } from '@seine/shared/pages/host-sign.ts'
import type { HostSeats, HostUser } from '@seine/shared/pages/host-seats.ts'
import { acquirePermit } from './acquire-permit.ts'

/** User of robots.txt fetches: one reading serves all jobs that ask for it. Pages wait for it during a redirect. */
export const robotsUser: HostUser = { tenant: '', work: 'robots.txt', goesFirst: true }

type Fetch = Pick<EgressClient, 'fetch'>

/**
 * Returns a client whose fetches wait for their permit for as long as their signal allows; the timeout of a fetch
 * starts with its permit.
 * @param seats null: hosts are not shared, and no fetch waits.
 */
export function fetchWithPermit(egress: Fetch, seats: HostSeats | null, user: HostUser): Fetch {
  if (seats === null) return egress
  const never = new AbortController().signal
  return {
    async fetch(request) {
      const host = URL.parse(request.url)?.host
      if (host === undefined) return await egress.fetch(request)
      const permit = await acquirePermit(seats, host, user, { waitMs: Infinity, signal: request.signal ?? never })
      let sign: HostSign = { kind: 'none' }
      const attempt = { method: 'GET', redirected: false } as const
      try {
        const response = await egress.fetch(request)
        const { status, headers, url } = response
        const elsewhere = URL.parse(url)?.host !== host
        sign = hostSignOf({ ...attempt, fault: null, status, headers, elsewhere }, Date.now())
        return response
      } catch (error) {
        if (error instanceof EgressError) {
          const fault = { code: error.code, message: error.message }
          sign = hostSignOf({ ...attempt, fault, status: null, headers: {}, elsewhere: false }, Date.now())
        }
        throw error
      } finally {
        permit.end(sign)
      }
    },
  }
}
