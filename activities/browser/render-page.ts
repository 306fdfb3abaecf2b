/** `POST /render` on a worker: returns one page as a browser has it, with a screenshot when requested. */
import type { RenderTask } from '@seine/shared/tasks/browser-page.ts'
import type { RenderedPage, RenderReply } from '@seine/shared/pages/worker-reply.ts'
import { workerCallLimits } from '@seine/shared/config/browser-limits.ts'
import { fittingInJson } from '@seine/shared/worker-calls/json-size.ts'
import { BrowserUnavailableError, type BrowserView } from '@seine/shared/pages/page.ts'
import type { ClimbPorts } from './climb.ts'
import type { PageCall, PageReply } from './page-task.ts'
import { loadView, type LoadedView } from './page-view.ts'

/**
 * Renders one page.
 * @returns the answer for the caller, also for a page that failed or ran out of time; a problem only when no browser
 *   was available. Faults of a page never make it throw.
 * @throws the abort reason of the call's signal; internal errors.
 */
export async function renderPage(call: PageCall<RenderTask>, ports: ClimbPorts): Promise<PageReply<RenderReply>> {
  const { task, deadlineMs, queueMs, signal } = call
  let loaded: LoadedView
  try {
    loaded = await loadView({ ...task, deadlineMs, queueMs, signal }, ports)
  } catch (error) {
    if (!(error instanceof BrowserUnavailableError)) throw error
    const code = error.code === 'proxy_not_configured' ? error.code : 'browser_unavailable'
    const reply: RenderReply = { kind: 'problem', code, detail: error.message, attempts: [] }
    return { reply, closed: Promise.resolve() }
  }
  return { reply: await renderedReply(loaded.view), closed: loaded.closed }
}

/** Returns the answer for a page. When its document and its screenshot do not fit, it has no screenshot. */
export async function renderedReply({ screenshot, html, ...view }: BrowserView): Promise<RenderedPage> {
  const { responseMaxBytes, renderedHeadBytes } = workerCallLimits
  const bytesMax = responseMaxBytes - renderedHeadBytes
  const screenshotBase64 = screenshot === null ? null : Buffer.from(screenshot).toString('base64')
  const left = bytesMax - (screenshotBase64?.length ?? 0)
  const beside = await fitting(html, left)
  if (left >= 0 && (beside === html || screenshotBase64 === null)) {
    return { kind: 'rendered', ...view, html: beside, screenshotBase64 }
  }
  return { kind: 'rendered', ...view, html: await fitting(html, bytesMax), screenshotBase64: null }
}

/** Shortens a document whose JSON would be longer than an answer may be. */
async function fitting(html: BrowserView['html'], bytesMax: number): Promise<BrowserView['html']> {
  if (html === null) return null
  const text = await fittingInJson(html.text, bytesMax)
  return text.length === html.text.length ? html : { ...html, text, truncated: true }
}
