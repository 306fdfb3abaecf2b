/** A browser behind a call: browser workers load the pages, and this process calls them as the gateway does. */
import type { Attempt } from '@seine/shared/api/schemas/attempt-schema.ts'
import type { RenderTask } from '@seine/shared/tasks/browser-page.ts'
import { pageCode } from '@seine/shared/api/schemas/page-codes.ts'
import type { RenderedPage, RenderReply, WorkerProblem } from '@seine/shared/pages/worker-reply.ts'
import { workerCallLimits } from '@seine/shared/config/browser-limits.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { WorkerCallError, type WorkerCallCode } from '@seine/shared/worker-calls/worker-call-error.ts'
import type { WorkerSet } from '@seine/shared/worker-calls/worker-set.ts'
import { BrowserUnavailableError, type BrowserView, type PageBrowser } from '@seine/shared/pages/page.ts'
import { unseenView } from '@seine/shared/pages/unseen-view.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'

export interface RemoteBrowserOptions {
  /** Id of the request that pages are loaded for, for the logs; null or absent = none. */
  requestId?: string | null
  /** Tenant that pages are loaded for; absent = all pages share one. */
  tenant?: string
  /** Logs what callers do not see: why a call to a worker failed. */
  log?: Pick<Logger, 'warn'>
}

/** Creates the browser. */
export function createRemoteBrowser(
  workers: Pick<WorkerSet, 'call'>,
  { requestId = null, tenant, log }: RemoteBrowserOptions = {},
): PageBrowser {
  return {
    async view(url, page, want, deadlineMs, signal, session = null) {
      const whose = tenant === undefined ? {} : { tenant }
      const task: RenderTask = { ...whose, url, page, want, ...(session === null ? {} : { session }) }
      const late = AbortSignal.timeout(Math.max(0, deadlineMs - monotonicNow()) + 2 * workerCallLimits.graceMs)
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

/** Whether the error is unexpected: neither a refusal by the worker, nor a worker that is unavailable or busy. */
const isFault = (error: unknown): boolean =>
  !(error instanceof BrowserUnavailableError) && !(error instanceof WorkerCallError && error.code !== 'internal')

const codes = {
  unavailable: 'browser_unavailable',
  busy: 'concurrency_limit_reached',
  over_budget: 'browser_unavailable',
  internal: 'browser_unavailable',
} as const satisfies Record<WorkerCallCode, BrowserUnavailableError['code']>

/** Converts an error of a worker call into the error for callers. */
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
  // A worker of an older version may use its own names for some codes.
  const fault = view.fault === null ? null : { ...view.fault, code: pageCode(view.fault.code) }
  return { ...view, fault, screenshot }
}

/**
 * Returns problems of the page as a view, and throws problems of the worker.
 * @throws BrowserUnavailableError when the worker could not load pages at all.
 */
function viewOfProblem({ code, detail, attempts }: WorkerProblem, url: string): BrowserView {
  if (code === 'proxy_not_configured') throw new BrowserUnavailableError(code, detail)
  if (attempts.length === 0 && (code === 'browser_unavailable' || code === 'internal_error')) {
    throw new BrowserUnavailableError('browser_unavailable', detail)
  }
  return unseenView(url, { code, message: detail }, attempts.map(withoutCalls))
}

/** Removes the lists of network calls: only captures report them. */
function withoutCalls(attempt: WorkerProblem['attempts'][number]): Attempt {
  const {
    network_calls: _calls,
    network_calls_total: _total,
    network_calls_truncated: _truncated,
    ...pageAttempt
  } = attempt
  return pageAttempt
}
