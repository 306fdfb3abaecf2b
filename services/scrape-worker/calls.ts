/**
 * Handlers of the calls that a scrape worker serves. Each waits for a slot, then loads the page, maps the site or runs
 * the search.
 */
import { mapSite } from '@seine/activities/map/map-site.ts'
import type { MapPorts } from '@seine/activities/map/contract.ts'
import { NoSlotError, type Slots } from '@seine/activities/browser/pool/contract.ts'
import { HeldSlot, WaitingCalls } from '@seine/activities/browser/pool/held-slot.ts'
import type { PageBrowser } from '@seine/shared/pages/page.ts'
import { scrapeCall, type ScrapeCallPorts } from '@seine/activities/scrape/scrape-call.ts'
import type { SearchEngines } from '@seine/activities/serp/search-engines.ts'
import type { MapTask, ProxyTask, ScrapeTask, SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import type { ScrapeProblem } from '@seine/shared/pages/worker-reply.ts'
import { scrapeCallLimits } from '@seine/shared/config/limits.ts'
import { ProxyNotConfiguredError, type ProxyRoutes } from '@seine/shared/egress/proxies/proxy-routes.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import type { Answer, Call } from '@seine/shared/worker-calls/call-server.ts'

export interface WorkerCallPorts {
  slots: Slots
  /** Slots of maps, a share of the call slots: a map takes minutes, so some slots stay free for pages. */
  mapSlots: Slots
  /** Returns the browser for one request; null when no browser workers are configured. */
  browserFor: (requestId: string | null, tenant: string) => PageBrowser | null
  pages: Omit<ScrapeCallPorts, 'browser'>
  sites: Omit<MapPorts, 'browser'>
  engines: SearchEngines
}

/**
 * Runs one call while it holds a slot of each kind. Answers 429 when no slot is free in time.
 * @param serve receives the slot of the last kind.
 */
async function inSlots(
  call: Call,
  kinds: readonly { kind: 'call' | 'map'; slots: Slots }[],
  waiting: WaitingCalls,
  serve: (slot: HeldSlot | null) => Promise<object>,
): Promise<Answer> {
  const held: HeldSlot[] = []
  const askedMs = performance.now()
  let requestedKind: 'call' | 'map' = 'call'
  const tenant = tenantOf(call.task)
  try {
    for (const { kind, slots } of kinds) {
      requestedKind = kind
      const slot = new HeldSlot(slots, tenant, waiting)
      await slot.take(scrapeCallLimits.queueWaitMs, call.signal)
      held.push(slot)
    }
    metrics.slotWaitSeconds.observe({ kind: kinds[0]?.kind ?? requestedKind }, (performance.now() - askedMs) / 1_000)
    return { status: 200, body: await serve(held.at(-1) ?? null) }
  } catch (error) {
    if (!(error instanceof NoSlotError)) throw error
    metrics.slotsRefused.inc({ kind: requestedKind })
    const { running, capacity, queued } = error
    return {
      status: 429,
      body: {
        error: `all ${capacity} slots for calls are taken and ${queued} calls are waiting`,
        running,
        capacity,
        queued,
      },
      headers: { 'retry-after': String(scrapeCallLimits.retryAfterSecs) },
    }
  } finally {
    for (const slot of held) slot.end()
  }
}

/**
 * Returns the proxy tiers that a page may use, weakest first, or a problem when the requested proxy is not configured.
 */
function proxiesFor(task: ProxyTask, routes: Pick<ProxyRoutes, 'tiersFor'>): object {
  try {
    return { kind: 'result', result: { tiers: routes.tiersFor(task) } }
  } catch (error) {
    if (!(error instanceof ProxyNotConfiguredError)) throw error
    const problem: ScrapeProblem = {
      kind: 'problem',
      code: 'proxy_not_configured',
      detail: error.message,
      attempts: [],
    }
    return problem
  }
}

const tenantOf = (task: unknown): string => (task as Pick<ScrapeTask | MapTask | SerpTask, 'tenant'>).tenant

/** Returns the handlers of the calls by path. The gateway has validated the tasks. */
export function createCalls({
  slots,
  mapSlots,
  browserFor,
  pages,
  sites,
  engines,
}: WorkerCallPorts): Record<string, (call: Call) => Promise<Answer>> {
  const waiting = new WaitingCalls(slots.state().capacity * scrapeCallLimits.hostWaitsPerCall)
  return {
    '/scrape': async (call) =>
      await inSlots(call, [{ kind: 'call', slots }], waiting, async (slot) => {
        const { task, ...bounds } = call
        const { requestId } = bounds
        return await scrapeCall(task as ScrapeTask, bounds, {
          ...pages,
          browser: browserFor(requestId, tenantOf(task)),
          slot,
        })
      }),
    '/map': async (call) =>
      await inSlots(
        call,
        [
          { kind: 'map', slots: mapSlots },
          { kind: 'call', slots },
        ],
        waiting,
        async (slot) => {
          const { task, requestId, ...bounds } = call
          const browser = browserFor(requestId, tenantOf(task))
          return await mapSite(task as MapTask, bounds, { ...sites, browser, slot })
        },
      ),
    // Needs no slot: it is answered from the settings.
    '/proxies': async ({ task }) =>
      await Promise.resolve({ status: 200, body: proxiesFor(task as ProxyTask, pages.routes) }),
    '/serp': async (call) =>
      await inSlots(call, [{ kind: 'call', slots }], waiting, async (slot) => {
        const { task, requestId, ...bounds } = call
        const browser = browserFor(requestId, tenantOf(task))
        return await engines.search(task as SerpTask, bounds, { browser, slot })
      }),
  }
}
