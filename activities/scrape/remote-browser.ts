/** A browser behind a call: pages are loaded by browser workers, of which this process is a caller like the gateway. */
import type { PageAttempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { RenderTask } from '@seine/shared/tasks/browser-page.ts'
import { pageCode } from '@seine/shared/api/schemas/page-codes.ts'
import type { RenderedPage, RenderReply, WorkerProblem } from '@seine/shared/pages/worker-reply.ts'
import { workerCallLimits } from '@seine/shared/config/browser-limits.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { WorkerCallError, type WorkerCallCode } from '@seine/shared/worker-calls/worker-call-error.ts'
import type { WorkerSet } from '@seine/shared/worker-calls/worker-set.ts'
import { BrowserUnavailableError, type BrowserView, type PageBrowser } from '@seine/shared/pages/page.ts'
import { unseenView } from '@seine/shared/pages/unseen-view.ts'

export interface RemoteBrowserOptions {
  /** Of the request that pages are loaded for, for the logs; null or absent = none. */
  requestId?: string | null
  /** For whom pages are loaded; absent = one for all. */
  tenant?: string
  /** For what callers are not told: why a worker was of no use. */
  log?: Pick<Logger, 'warn'>
}

/** Makes the browser. */
export function createRemoteBrowser(
  workers: Pick<WorkerSet, 'call'>,
  { requestId = null, tenant, log }: RemoteBrowserOptions = {},
): PageBrowser {
  return {
    async view(url, page, want, deadlineMs, signal, session = null) {
      const whose = tenant === undefined ? {} : { tenant }
      const task: RenderTask = { ...whose, url, page, want, ...(session === null ? {} : { session }) }
      const late = AbortSignal.timeout(Math.max(0, deadlineMs - Date.now()) + 2 * workerCallLimits.graceMs)
      try {
        const reply = await workers.call({
          path: '/render',
          task: JSON.stringify(task),
          requestId,
          affinity: null,
          deadlineMs,
          signal: AbortSignal.any([signal, late]),
        })
        if (reply.kind === 'problem') return viewOfProblem(reply, url)
        return viewOf(JSON.parse(await reply.answer.text()) as Exclude<RenderReply, WorkerProblem>)
      } catch (error) {
        signal.throwIfAborted()
        if (late.aborted || isOverBudget(error)) {
          return unseenView(url, { code: 'budget_exceeded', message: 'the budget ended before the browser answered' })
        }
        if (isFault(error)) log?.warn({ requestId, err: error }, 'a call to a browser worker failed')
        throw unavailable(error)
      }
    },
  }
}

const isOverBudget = (error: unknown): boolean => error instanceof WorkerCallError && error.code === 'over_budget'

/** Neither a worker's own refusal, nor one that is away or busy: something that should not happen. */
const isFault = (error: unknown): boolean =>
  !(error instanceof BrowserUnavailableError) && !(error instanceof WorkerCallError && error.code !== 'internal')

const codes = {
  unavailable: 'browser_unavailable',
  busy: 'concurrency_limit_reached',
  over_budget: 'browser_unavailable',
  internal: 'browser_unavailable',
} as const satisfies Record<WorkerCallCode, BrowserUnavailableError['code']>

/** The error for callers. */
function unavailable(cause: unknown): BrowserUnavailableError {
  if (cause instanceof BrowserUnavailableError) return cause
  const error =
    cause instanceof WorkerCallError && cause.code !== 'internal'
      ? new BrowserUnavailableError(codes[cause.code], cause.message)
      : new BrowserUnavailableError('browser_unavailable', 'the browser worker failed')
  error.cause = cause
  return error
}

function viewOf({ kind: _kind, screenshotBase64, ...view }: RenderedPage): BrowserView {
  const screenshot = screenshotBase64 === null ? null : new Uint8Array(Buffer.from(screenshotBase64, 'base64'))
  // A worker of an older version has names of its own for some codes.
  const fault = view.fault === null ? null : { ...view.fault, code: pageCode(view.fault.code) }
  return { ...view, fault, screenshot }
}

/** What a worker could not do is one thing, what the page came to another. @throws BrowserUnavailableError */
function viewOfProblem({ code, detail, attempts }: WorkerProblem, url: string): BrowserView {
  if (code === 'proxy_not_configured') throw new BrowserUnavailableError(code, detail)
  if (attempts.length === 0 && (code === 'browser_unavailable' || code === 'internal_error')) {
    throw new BrowserUnavailableError('browser_unavailable', detail)
  }
  return unseenView(url, { code, message: detail }, attempts.map(withoutCalls))
}

/** Only captures list their calls. */
function withoutCalls(attempt: WorkerProblem['attempts'][number]): PageAttempt {
  const {
    network_calls: _calls,
    network_calls_total: _total,
    network_calls_truncated: _truncated,
    ...pageAttempt
  } = attempt
  return pageAttempt
}
