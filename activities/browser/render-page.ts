/** `POST /render` on a worker: one page as a browser has it, with a screenshot where one is wanted. */
import type { RenderTask } from '@seine/shared/tasks/browser-page.ts'
import type { RenderReply } from '@seine/shared/pages/worker-reply.ts'
import { workerCallLimits } from '@seine/shared/config/browser-limits.ts'
import { fittingInJson } from '@seine/shared/worker-calls/json-size.ts'
import { BrowserUnavailableError, type BrowserView } from '@seine/shared/pages/page.ts'
import type { ClimbPorts } from './climb.ts'
import type { PageCall, PageReply } from './page-task.ts'
import { loadView, type LoadedView } from './page-view.ts'

/**
 * Renders one page.
 * @returns the answer for whoever asked, also of a page that failed or ran out of time; a problem only
 *   where no browser could be had. Pages never make it throw.
 * @throws the reason of the call's signal, and faults of our own.
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
  const { screenshot, html, ...view } = loaded.view
  const screenshotBase64 = screenshot === null ? null : Buffer.from(screenshot).toString('base64')
  const { responseMaxBytes, renderedHeadBytes } = workerCallLimits
  const roomBytes = responseMaxBytes - renderedHeadBytes - (screenshotBase64?.length ?? 0)
  const reply: RenderReply = { kind: 'rendered', ...view, html: await fitting(html, roomBytes), screenshotBase64 }
  return { reply, closed: loaded.closed }
}

/** A document may be longer in the JSON of an answer than an answer may be. */
async function fitting(html: BrowserView['html'], bytesMax: number): Promise<BrowserView['html']> {
  if (html === null) return null
  const text = await fittingInJson(html.text, bytesMax)
  return text.length === html.text.length ? html : { ...html, text, truncated: true }
}
