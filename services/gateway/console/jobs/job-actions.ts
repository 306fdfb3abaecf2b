/** Actions of a job: pause, resume, cancel, retry failed pages. */
import type { JobAccepted } from '@seine/shared/api/schemas/job-schema.ts'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { away } from '../api/away.ts'
import { call } from '../api/call.ts'
import { startOnce } from '../api/start-once.ts'
import { ConfirmDialog } from '../components/dialog.ts'
import { html } from '../components/html.ts'
import { ProblemNotice, Unanswered, useAction } from '../components/states.ts'
import { arrival, goTo } from '../place/router.ts'
import type { JobStatusBody } from './job-feed.ts'
import { isRunning, jobPath, jobView } from './job-names.ts'

/** The buttons of a job. @param onChange called after an action has changed it. */
export function JobActions({ status, onChange }: { status: JobStatusBody; onChange: () => void }): VNode {
  const action = useAction()
  const [asking, setAsking] = useState(false)
  const path = jobPath(status.id)
  const off = action.busy || away.value
  const post = (name: string): void =>
    action.run(async () => {
      await call(`${path}/${name}`, { method: 'POST' })
      onChange()
    })
  const cancel = (): void =>
    action.run(async () => {
      setAsking(false)
      await call(path, { method: 'DELETE' })
      onChange()
    })
  const retry = (): void => {
    const asked = arrival.value
    action.run(async () => {
      const { id } = await startOnce<JobAccepted>(`${path}/retry`)
      // Do not navigate when the user has opened another view meanwhile.
      if (arrival.value === asked) goTo(jobView(id))
    })
  }
  const running = isRunning(status.status)
  const button = (name: string, act: () => void, kind = ''): VNode =>
    html`<button type="button" class=${kind} disabled=${off} onClick=${act}>${name}</button>`
  return html`<div class="actions">
    ${running ? (status.paused ? button('Resume', () => post('resume')) : button('Pause', () => post('pause'))) : null}
    ${running ? button('Cancel', () => setAsking(true), 'danger') : null}
    ${!running && status.failed > 0 ? button('Retry failed pages', retry) : null}
    ${action.problem === null ? null : html`<${ProblemNotice} problem=${action.problem} />`}
    <${Unanswered} action=${action} once=${true} />
    ${
      asking
        ? html`<${ConfirmDialog}
            title="Cancel this job?"
            text="Pages that are done stay, the rest is not scraped. A cancelled job cannot be continued."
            confirm="Cancel job"
            keep="Keep running"
            disabled=${off}
            onConfirm=${cancel}
            onClose=${() => setAsking(false)}
          />`
        : null
    }
  </div>`
}
