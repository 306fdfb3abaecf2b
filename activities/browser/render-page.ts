/** `POST /render` on a worker: one page as a browser has it, with a screenshot where one is wanted. */
import type { AttemptReport } from '@seine/shared/api/attempt-schema.ts'
import type { RenderTask } from '@seine/shared/api/browser-page.ts'
import type { RenderReply } from '@seine/shared/api/worker-reply.ts'
import { attemptReport, succeeded } from './attempt-report.ts'
import type { AttemptResult } from './attempt-result.ts'
import type { ClimbPorts } from './climb.ts'
import { servePage, type PageCall, type PageReply } from './page-task.ts'

const noCalls = { calls: [], total: 0, truncated: false }

/**
 * Renders one page.
 * @returns the answer for whoever asked; pages never make it throw.
 * @throws the reason of the call's signal, and faults of our own.
 */
export async function renderPage(call: PageCall<RenderTask>, ports: ClimbPorts): Promise<PageReply<RenderReply>> {
  const { task, queueMs } = call
  const { geolocation } = task.page
  const reports = (attempts: readonly AttemptResult[]): AttemptReport[] =>
    attempts.map((attempt, at) =>
      attemptReport(attempt, { index: at + 1, geolocation, queueMs: at === 0 ? queueMs : 0, calls: noCalls }),
    )
  const wish = { bodies: 'none' as const, want: task.want }
  return await servePage<RenderReply>(call, wish, ports, reports, (deciding, { attempts }) => ({
    kind: 'rendered',
    attempts: reports(attempts),
    winningAttempt: succeeded(deciding) ? attempts.length : null,
    finalUrl: deciding.finalUrl,
    status: deciding.httpStatus,
    headers: deciding.headers,
    html: deciding.html?.text ?? null,
    screenshotBase64: deciding.screenshot === null ? null : Buffer.from(deciding.screenshot).toString('base64'),
    actions: deciding.actions,
    warnings: deciding.html?.truncated === true ? [...deciding.warnings, 'truncated'] : deciding.warnings,
  }))
}
