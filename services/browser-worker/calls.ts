/** The calls of a browser worker: admission first, then the page, then the slot back. */
import { captureNetwork } from '@seine/activities/browser/capture-network.ts'
import type { PageCall, PageReply, SeenDocument } from '@seine/activities/browser/page-task.ts'
import { NoSlotError, type BrowserPool } from '@seine/activities/browser/pool/contract.ts'
import { HeldSlot, WaitingCalls } from '@seine/activities/browser/pool/held-slot.ts'
import { renderPage } from '@seine/activities/browser/render-page.ts'
import { HostUnavailableError, takeTurn } from '@seine/activities/hosts/take-turn.ts'
import type { HostSign } from '@seine/shared/pages/host-sign.ts'
import { hostProblem, signOfView } from '@seine/activities/page/host-turn.ts'
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

export interface BrowserCallPorts extends SessionCapturePorts {
  pool: BrowserPool
}

/** A reply, and when the browser is done with the page behind it. */
interface Served {
  reply: object
  closed: Promise<void>
}

/** Longest wait for a slot, milliseconds: longer, and the caller had better ask elsewhere. */
export const queueWaitMs = (timeoutMs: number): number =>
  Math.min(poolLimits.queueWaitMaxMs, timeoutMs * poolLimits.queueWaitShare)

/** Runs one task in a slot of the pool; a worker that is full says so at once. */
async function inSlot(
  call: Call,
  { pool }: BrowserCallPorts,
  waiting: WaitingCalls,
  serve: (page: PageCall<BrowserTask>, slot: HeldSlot) => Promise<Served>,
): Promise<Answer> {
  // What callers send, the gateway has validated.
  const task = call.task as BrowserTask
  const askedMs = performance.now()
  const slot = new HeldSlot(pool.slots, task.tenant ?? '', waiting)
  try {
    await slot.take(queueWaitMs(task.page.timeoutMs), call.signal)
    const queueMs = performance.now() - askedMs
    metrics.slotWaitSeconds.observe({ kind: 'browser' }, queueMs / 1_000)
    const { reply, closed } = await serve({ ...call, task, queueMs }, slot)
    // The answer need not wait for the browser to tidy up; the slot has to.
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
 * A capture waits for its turn at the host of the page without its slot; what the page loads besides is not counted.
 * @param serve is given what notes the answer of the host.
 */
async function inTurn(
  { task, deadlineMs, signal }: PageCall<NetworkTask>,
  { hosts = null }: BrowserCallPorts,
  slot: HeldSlot,
  serve: (hear: <Reply>(reply: PageReply<Reply>) => PageReply<Reply>) => Promise<Served>,
): Promise<Served> {
  const { url, page, tenant = '' } = task
  const { host } = new URL(url)
  if (hosts === null) return await serve((reply) => reply)
  const waitMs = Math.min(page.timeoutMs, deadlineMs - Date.now())
  let sign: HostSign = { kind: 'none' }
  try {
    const turn = await takeTurn(hosts, host, { tenant, work: 'capture' }, { waitMs, signal, slot })
    try {
      return await serve((reply) => {
        if (reply.answered !== undefined) sign = signOfView(url, reply.answered, Date.now())
        return reply
      })
    } finally {
      turn.end(sign)
    }
  } catch (error) {
    if (!(error instanceof HostUnavailableError)) throw error
    return { reply: hostProblem(error), closed: Promise.resolve() }
  }
}

/**
 * A capture, in the session it names or in one that begins with it: the lease first, then a slot, which a login in
 * between does not take up.
 */
async function networkCall(call: Call, ports: BrowserCallPorts, waiting: WaitingCalls): Promise<Answer> {
  const { use = null } = call.task as NetworkTask
  const capture = async (task: NetworkTask, session: PageSession | null): Promise<Captured> => {
    let seen: SeenDocument | null = null
    const answer = await inSlot({ ...call, task }, ports, waiting, async (page, slot) => {
      const asked = page as PageCall<NetworkTask>
      return await inTurn(asked, ports, slot, async (hear) => {
        const reply = hear(await captureNetwork({ ...asked, session }, ports))
        seen = reply.seen ?? null
        return reply
      })
    })
    return { answer, seen }
  }
  const asked = call as Call & { task: NetworkTask }
  return use === null
    ? await captureInNewSession(asked, ports, capture)
    : await captureInSession(asked, use, ports, capture)
}

/** The calls by path. */
export function createCalls(ports: BrowserCallPorts): Record<string, (call: Call) => Promise<Answer>> {
  const waiting = new WaitingCalls(ports.pool.slots.state().capacity * poolLimits.hostWaitsPerSlot)
  return {
    '/browser/network': async (call) => await networkCall(call, ports, waiting),
    '/render': async (call) =>
      await inSlot(call, ports, waiting, async (page) => await renderPage(page as PageCall<RenderTask>, ports)),
  }
}
