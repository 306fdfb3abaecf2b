/** Actions of a watch: run, pause, resume, edit, delete. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { away } from '../api/away.ts'
import { call } from '../api/call.ts'
import { startOnce } from '../api/start-once.ts'
import { ConfirmDialog } from '../components/dialog.ts'
import { html } from '../components/html.ts'
import { Link } from '../components/link.ts'
import { ProblemNotice, Unanswered, useAction } from '../components/states.ts'
import { arrival, goTo } from '../place/router.ts'
import type { WatchAnswer } from './watch-answer.ts'
import { runView, watchPath, watchView } from './watch-paths.ts'

interface AcceptedRun {
  run_id: string
}

/** @param onChange called after each change, to read the watch again. */
export function WatchActions({ watch, onChange }: { watch: WatchAnswer; onChange: () => void }): VNode {
  const { watch_id: id, paused } = watch
  const action = useAction()
  const [asks, setAsks] = useState(false)
  const [started, setStarted] = useState<string | null>(null)
  const disabled = action.busy || away.value
  const runNow = (): void =>
    action.run(async () => {
      const { run_id: runId } = await startOnce<AcceptedRun>(`${watchPath(id)}/run`)
      setStarted(runId)
      onChange()
    })
  const change = (verb: 'pause' | 'resume'): void =>
    action.run(async () => {
      await call(`${watchPath(id)}/${verb}`, { method: 'POST' })
      onChange()
    })
  const remove = (): void => {
    const asked = arrival.value
    action.run(async () => {
      try {
        await call(watchPath(id), { method: 'DELETE' })
      } finally {
        setAsks(false)
      }
      // Do not navigate when the user has opened another view meanwhile.
      if (arrival.value === asked) goTo('watches')
    })
  }
  return html`<div class="actions">
      <button type="button" class="primary" disabled=${disabled} onClick=${runNow}>Run now</button>
      ${
        paused
          ? html`<button key="resume" type="button" disabled=${disabled} onClick=${() => change('resume')}>
              Resume
            </button>`
          : html`<button key="pause" type="button" disabled=${disabled} onClick=${() => change('pause')}>Pause</button>`
      }
      <${Link} to="${watchView(id)}/edit" class="button">Edit<//>
      <button type="button" class="danger" disabled=${disabled} onClick=${() => setAsks(true)}>Delete</button>
    </div>
    <div role="status">
      ${started === null ? null : html`<p class="quiet">A run has started. <${Link} to=${runView(id, started)}>Look at it<//></p>`}
    </div>
    ${action.problem === null ? null : html`<${ProblemNotice} problem=${action.problem} backTo=${{ view: 'watches', name: 'All watches' }} />`}
    <${Unanswered} action=${action} once=${true} />
    ${
      asks
        ? html`<${ConfirmDialog}
            title="Delete this watch?"
            text="The watch is deleted with its runs and what they compared. Its jobs stay until they expire."
            confirm="Delete watch"
            keep="Keep it"
            disabled=${disabled}
            onConfirm=${remove}
            onClose=${() => setAsks(false)}
          />`
        : null
    }`
}
