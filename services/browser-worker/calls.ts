/** Handlers of the calls that a browser worker serves. Each waits for a slot, loads the page and returns the slot. */
import { captureNetwork } from '@seine/activities/browser/capture-network.ts'
import type { PageCall, PageReply } from '@seine/activities/browser/page-task.ts'
import { NoSlotError, type BrowserPool } from '@seine/activities/browser/pool/contract.ts'
import { HeldSlot, WaitingCalls } from '@seine/activities/browser/pool/held-slot.ts'
import { renderPage } from '@seine/activities/browser/render-page.ts'
import { HostUnavailableError, acquirePermit } from '@seine/activities/hosts/acquire-permit.ts'
import type { HostSign } from '@seine/shared/pages/host-sign.ts'
import { hostProblem, signOfView } from '@seine/activities/page/host-permit.ts'
import type { PageSession } from '@seine/shared/pages/page-session.ts'
import {
  captureInNewSession,
  captureInSession,
  type Captured,
  type SessionCapturePorts,
} from '@seine/activities/session/capture-in-session.ts'
import type { BrowserTask, NetworkTask, RenderTask } from '@seine/shared/tasks/browser-page.ts'
import { poolLimits, workerCallLimits } from '@seine/shared/config/browser-limits.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import type { Answer, Call } from '@seine/shared/worker-calls/call-server.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'

export interface BrowserCallPorts extends SessionCapturePorts {
  pool: BrowserPool
}

/** A reply, and a promise that settles when the browser has closed the page behind it. */
interface Served {
  reply: object
  closed: Promise<void>
}

/**
 * Returns the longest wait for a slot, milliseconds. A caller that would wait longer does better with another worker.
 */
export const queueWaitMs = (timeoutMs: number): number =>
  Math.min(poolLimits.queueWaitMaxMs, timeoutMs * poolLimits.queueWaitShare)

/** Runs one task in a slot of the pool. Answers 429 when the pool is full. */
async function inSlot(
  call: Call,
  { pool }: BrowserCallPorts,
  waiting: WaitingCalls,
  serve: (page: PageCall<BrowserTask>, slot: HeldSlot) => Promise<Served>,
): Promise<Answer> {
  // The gateway has validated the task.
  const task = call.task as BrowserTask
  const askedMs = performance.now()
  const slot = new HeldSlot(pool.slots, task.tenant ?? '', waiting)
  try {
    await slot.take(queueWaitMs(task.page.timeoutMs), call.signal)
    const queueMs = performance.now() - askedMs
    metrics.slotWaitSeconds.observe({ kind: 'browser' }, queueMs / 1_000)
    const { reply, closed } = await serve({ ...call, task, queueMs }, slot)
    // The answer is sent without waiting for the page to close; the slot is returned only after that.
    void closed.finally(() => slot.end())
    return { status: 200, body: reply }
  } catch (error) {
    slot.end()
    if (!(error instanceof NoSlotError)) throw error
    metrics.slotsRefused.inc({ kind: 'browser' })
    const { running, capacity, queued } = error
    return {
      status: 429,
      body: { error: error.message, running, capacity, queued },
      headers: { 'retry-after': String(workerCallLimits.retryAfterSecs) },
    }
  }
}

/**
 * Waits for a permit for the host of the page before a capture; the slot is not held during the wait. Further requests
 * of the page are not counted.
 * @param serve receives a function that records the answer of the host for the permit.
 */
async function withPermit(
  { task, deadlineMs, signal }: PageCall<NetworkTask>,
  { hosts = null }: BrowserCallPorts,
  slot: HeldSlot,
  serve: (recorded: <Reply>(reply: PageReply<Reply>) => PageReply<Reply>) => Promise<Served>,
): Promise<Served> {
  const { url, page, tenant = '' } = task
  const { host } = new URL(url)
  if (hosts === null) return await serve((reply) => reply)
  const waitMs = Math.min(page.timeoutMs, deadlineMs - monotonicNow())
  let sign: HostSign = { kind: 'none' }
  try {
    const permit = await acquirePermit(hosts, host, { tenant, work: 'capture' }, { waitMs, signal, slot })
    try {
      return await serve((reply) => {
        if (reply.answered !== undefined) sign = signOfView(url, reply.answered, Date.now())
        return reply
      })
    } finally {
      permit.end(sign)
    }
  } catch (error) {
    if (!(error instanceof HostUnavailableError)) throw error
    return { reply: hostProblem(error), closed: Promise.resolve() }
  }
}

/**
 * Captures a page, in the session that the task names or in a session that starts with it. Takes the lease first and a
 * slot afterwards, so that a login in between does not occupy a slot.
 */
async function networkCall(call: Call, ports: BrowserCallPorts, waiting: WaitingCalls): Promise<Answer> {
  const { use = null } = call.task as NetworkTask
  const capture = async (task: NetworkTask, session: PageSession | null): Promise<Captured> => {
    let loaded: Omit<Captured, 'answer'> = { seen: null, succeeded: false }
    const answer = await inSlot({ ...call, task }, ports, waiting, async (page, slot) => {
      const capturedCall = page as PageCall<NetworkTask>
      return await withPermit(capturedCall, ports, slot, async (recorded) => {
        const reply = recorded(await captureNetwork({ ...capturedCall, session }, ports))
        loaded = { seen: reply.seen ?? null, succeeded: reply.succeeded === true }
        return reply
      })
    })
    return { answer, ...loaded }
  }
  const sessionCall = call as Call & { task: NetworkTask }
  return use === null
    ? await captureInNewSession(sessionCall, ports, capture)
    : await captureInSession(sessionCall, use, ports, capture)
}

/** Returns the handlers of the calls by path. */
export function createCalls(ports: BrowserCallPorts): Record<string, (call: Call) => Promise<Answer>> {
  const waiting = new WaitingCalls(ports.pool.slots.state().capacity * poolLimits.hostWaitsPerSlot)
  return {
    '/browser/network': async (call) => await networkCall(call, ports, waiting),
    '/render': async (call) =>
      await inSlot(call, ports, waiting, async (page) => await renderPage(page as PageCall<RenderTask>, ports)),
  }
}
