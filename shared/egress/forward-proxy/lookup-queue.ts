/**
 * Limits how many names one context looks up at a time. The operating system performs only a few lookups at once for
 * the whole process, and an abandoned lookup cannot be cancelled: a page with thousands of names that never resolve
 * would block the lookups of all other contexts.
 */
import PQueue from 'p-queue'
import { forwardProxyLimits } from '../limits/forward-proxy-limits.ts'
import { egressLimits } from '../../config/limits.ts'
import { fault } from '../connections/faults.ts'
import type { ResolveName } from '../connections/resolver.ts'

/**
 * Wraps a resolver so that lookups beyond `forwardProxyLimits.lookupsMax` wait in a queue. A lookup that waits longer
 * than the DNS timeout is rejected with `dns_error`, without asking for its name.
 */
export function queueLookups(resolve: ResolveName): ResolveName {
  const queue = new PQueue({ concurrency: forwardProxyLimits.lookupsMax })
  return async (name) => {
    const askedMs = performance.now()
    return await queue.add(async () => {
      if (performance.now() - askedMs >= egressLimits.dnsTimeoutMs) throw fault('dns_error', 'no answer in time')
      return await resolve(name)
    })
  }
}
