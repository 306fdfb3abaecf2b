/**
 * A bound on the names one context has looked up at a time. The operating system answers only a few at
 * once for the whole process, and a lookup that nobody waits for any more cannot be called off: a page
 * with thousands of names that never resolve would keep everybody else's from being asked.
 */
import { forwardProxyLimits } from '../../config/browser-limits.ts'
import { egressLimits } from '../../config/limits.ts'
import { fault } from '../connections/faults.ts'
import type { ResolveName } from '../connections/resolver.ts'

/**
 * Wraps a resolver so that names beyond `forwardProxyLimits.lookupsMax` wait for their turn. Whose turn
 * comes after the DNS timeout is rejected with `dns_error`, and its name is never asked for.
 */
export function queueLookups(resolve: ResolveName): ResolveName {
  const waiting: (() => void)[] = []
  let underWay = 0
  const turn = async (): Promise<void> => {
    if (underWay < forwardProxyLimits.lookupsMax) {
      underWay += 1
      return
    }
    // Whoever ends a lookup hands its place over.
    await new Promise<void>((resume) => waiting.push(resume))
  }
  const done = (): void => {
    const next = waiting.shift()
    if (next === undefined) underWay -= 1
    else next()
  }
  return async (name) => {
    const askedMs = performance.now()
    await turn()
    try {
      if (performance.now() - askedMs >= egressLimits.dnsTimeoutMs) throw fault('dns_error', 'no answer in time')
      return await resolve(name)
    } finally {
      done()
    }
  }
}
