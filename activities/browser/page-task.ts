/** What both calls of a browser worker have in common: a task, the climb, problems that end it. */
import type { AttemptReport } from '@seine/shared/api/attempt-schema.ts'
import type { BrowserTask } from '@seine/shared/api/browser-page.ts'
import type { WorkerProblem } from '@seine/shared/api/worker-reply.ts'
import { ProxyNotConfiguredError } from '@seine/shared/egress/proxy-routes.ts'
import type { AttemptResult } from './attempt-result.ts'
import { climb, type Climb, type ClimbPorts, type ClimbRequest } from './climb.ts'
import { EngineUnavailableError } from './pool/contract.ts'

/** One call of a worker. */
export interface PageCall<Task extends BrowserTask> {
  task: Task
  /** End of the caller's budget, epoch milliseconds. */
  deadlineMs: number
  /** How long the call has waited for a slot. */
  queueMs: number
  signal: AbortSignal
}

/** What a worker answers, and when its browser is done with the page. */
export interface PageReply<Reply> {
  reply: Reply
  /** Never rejects. */
  closed: Promise<void>
}

const done = Promise.resolve()

const problem = (code: WorkerProblem['code'], detail: string, attempts: AttemptReport[] = []): WorkerProblem => ({
  kind: 'problem',
  code,
  detail,
  attempts,
})

/**
 * Loads the page of a task.
 * @param reports makes the attempts' reports, when they are needed.
 * @param reply makes the answer of a climb that ended in its own time.
 * @throws the reason of the call's signal, and faults of our own.
 */
export async function servePage<Reply>(
  call: PageCall<BrowserTask>,
  wish: Pick<ClimbRequest, 'bodies' | 'want'>,
  ports: ClimbPorts,
  reports: (attempts: readonly AttemptResult[]) => AttemptReport[],
  reply: (deciding: AttemptResult, climbed: Climb) => Reply,
): Promise<PageReply<Reply | WorkerProblem>> {
  const { task, deadlineMs, signal } = call
  let climbed: Climb
  try {
    climbed = await climb({ url: task.url, page: task.page, deadlineMs, signal, ...wish }, ports)
  } catch (error) {
    if (error instanceof ProxyNotConfiguredError) {
      return { reply: problem('proxy_not_configured', error.message), closed: done }
    }
    if (error instanceof EngineUnavailableError) {
      return { reply: problem('browser_unavailable', error.message), closed: done }
    }
    throw error
  }
  const deciding = climbed.attempts.at(-1)
  if (climbed.budgetSpent || deciding === undefined) {
    const detail = 'the budget of the call ended before an attempt did'
    return {
      reply: problem('budget_exceeded', detail, reports(climbed.attempts)),
      closed: deciding?.closed ?? done,
    }
  }
  if (deciding.outcome === 'unsafe_target') {
    const detail = `the address policy forbids the page: ${deciding.error?.message ?? ''}`
    return { reply: problem('unsafe_target', detail, reports(climbed.attempts)), closed: deciding.closed }
  }
  return { reply: reply(deciding, climbed), closed: deciding.closed }
}
