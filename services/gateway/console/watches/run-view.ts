/** One run of a watch: its counts, the pages that changed, and the difference of the chosen one. */
import type { VNode } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { away } from '../api/away.ts'
import { call, pathWith } from '../api/call.ts'
import { useResource } from '../api/resource.ts'
import { Heading } from '../components/heading.ts'
import { html } from '../components/html.ts'
import { Link } from '../components/link.ts'
import { Scraped } from '../components/scraped.ts'
import { Empty, Loaded, ProblemNotice, useAction } from '../components/states.ts'
import { StatusWord } from '../components/status-word.ts'
import { Table, type TableColumn } from '../components/table.ts'
import { dateText, numberText } from '../components/words.ts'
import { setQuery } from '../place/router.ts'
import type { ConsoleViewProps } from '../place/console-view.ts'
import { jobView } from '../jobs/job-names.ts'
import { ChangeView } from './change-view.ts'
import { changeStates, type WatchAnswer } from './watch-answer.ts'
import type { PageState, PageVerdict, RunView } from '@seine/shared/watches/runs.ts'
import { runPath, watchPath, watchView } from './watch-paths.ts'
import { viewLimits } from '../console-view-limits.ts'
import { watchViewLimits } from './watch-view-limits.ts'
import type { WatchRuns } from './watch-view.ts'

interface ChangesPart {
  data: PageVerdict[]
  next_cursor: string | null
}

/** Changes after those of the first part. */
function useMoreChanges(base: string, firstCursor: string | null) {
  const [more, setMore] = useState<ChangesPart | null>(null)
  const action = useAction()
  const shownBase = useRef(base)
  shownBase.current = base
  useEffect(() => setMore(null), [base])
  const cursor = more === null ? firstCursor : more.next_cursor
  const read = (): void =>
    action.run(async () => {
      const part = await call<ChangesPart>(`${base}&cursor=${encodeURIComponent(cursor ?? '')}`)
      // The filter has changed meanwhile: this answer is outdated.
      if (shownBase.current !== base) return
      setMore({ data: [...(more?.data ?? []), ...part.data], next_cursor: part.next_cursor })
    })
  return { data: more?.data ?? [], cursor, read, action }
}

function StateButtons({ run, chosen }: { run: RunView; chosen: string }): VNode {
  const button = (state: PageState): VNode =>
    html`<button
      key=${state}
      type="button"
      aria-pressed=${String(chosen === state)}
      onClick=${() => setQuery({ state: chosen === state ? null : state, url: null })}
    >
      ${state} ${numberText(run.counts[state])}
    </button>`
  return html`<div class="filters" role="group" aria-label="State">
    <button type="button" aria-pressed=${String(chosen === '')} onClick=${() => setQuery({ state: null, url: null })}>
      all changes
    </button>
    ${changeStates.map(button)}
  </div>`
}

function RunFacts({ run }: { run: RunView }): VNode {
  return html`<p class="fact-line">
      <${StatusWord} status=${run.status} />
      <span>${run.trigger === 'manual' ? 'started by hand' : 'by schedule'}</span>
      <${Link} to=${jobView(run.job_id)}>Job of this run<//>
    </p>
    ${
      run.error === null
        ? null
        : html`<div class="notice bad">
            <p><${Scraped} text=${run.error} /></p>
          </div>`
    }
    ${run.warnings.map((warning) => html`<p class="quiet"><${Scraped} text=${warning} /></p>`)}`
}

const words = ({ words_added: added, words_removed: removed }: PageVerdict): string =>
  added + removed === 0 ? '' : `+${numberText(added)} −${numberText(removed)}`

const columnsOf = (chosen: PageVerdict | null): TableColumn<PageVerdict>[] => [
  { name: 'State', cell: ({ state }) => html`<${StatusWord} status=${state} />` },
  {
    name: 'Page',
    kind: 'wide',
    cell: ({ url, title }) =>
      html`<button
          type="button"
          class="as-link"
          aria-current=${url === chosen?.url ? 'true' : undefined}
          onClick=${() => setQuery({ url })}
        >
          <${Scraped} text=${title === null || title === '' ? url : title} />
        </button>
        ${title === null || title === '' ? null : html`<span class="quiet address"><${Scraped} text=${url} /></span>`}`,
  },
  { name: 'Words', kind: 'number', cell: words },
]

const nothing: Record<string, string> = {
  running: 'The run has not ended yet: pages are compared at its end.',
  completed: 'Nothing changed in this run.',
  failed: 'The job of this run failed, so nothing was compared.',
  cancelled: 'The job of this run was cancelled, so nothing was compared.',
}

/** A run that was requested is missing until it has begun, which can take some seconds. */
type RunPhase = 'missing' | 'running' | 'ended'

function phaseOf(run: RunView | null): RunPhase {
  if (run === null) return 'missing'
  return run.status === 'running' ? 'running' : 'ended'
}

/** The run of the address. */
export function WatchRunView({ place }: ConsoleViewProps): VNode {
  const [id = '', runId = ''] = [place.segments[1], place.segments[3]]
  const state = place.query.get('state') ?? ''
  const watch = useResource<WatchAnswer>(watchPath(id))
  const [phase, setPhase] = useState<RunPhase>('ended')
  const everyMs = phase === 'running' ? watchViewLimits.runningPollMs : null
  const runs = useResource<WatchRuns>(
    pathWith(`${watchPath(id)}/runs`, { limit: watchViewLimits.runsMax }),
    phase === 'missing'
      ? { everyMs: watchViewLimits.runningPollMs, idleMs: watchViewLimits.idlePollMs, restMs: viewLimits.restMs }
      : { everyMs },
  )
  const run = runs.data?.data.find(({ run_id: held }) => held === runId) ?? null
  const current = runs.data === null ? phase : phaseOf(run)
  if (current !== phase) setPhase(current)
  const base = pathWith(`${runPath(id, runId)}/changes`, { limit: watchViewLimits.changesPart, state })
  const changes = useResource<ChangesPart>(base, { everyMs })
  const more = useMoreChanges(base, changes.data?.next_cursor ?? null)
  useEffect(() => {
    if (run !== null && changes.problem?.status === 404) changes.reload()
  }, [run === null])
  const backTo = { view: watchView(id), name: 'The watch' }
  const shown = ({ data }: ChangesPart): VNode => {
    const rows = [...data, ...more.data]
    const [first = null] = rows
    const chosen = rows.find(({ url }) => url === place.query.get('url')) ?? first
    if (chosen === null)
      return html`<${Empty}
        >${state === '' ? (nothing[run?.status ?? 'completed'] ?? '') : `No page is ${state} in this run.`}<//
      >`
    return html`<div class="run-changes">
      <div class="change-list">
        <${Table} label="Changes" columns=${columnsOf(chosen)} rows=${rows} rowKey=${({ url }: PageVerdict) => url} />
        ${more.action.problem === null ? null : html`<${ProblemNotice} problem=${more.action.problem} />`}
        ${more.cursor === null ? null : html`<p><button type="button" disabled=${more.action.busy || away.value} onClick=${more.read}>More changes</button></p>`}
      </div>
      <${ChangeView} change=${chosen} watchId=${id} runId=${runId} />
    </div>`
  }
  return html`
    <p class="back">
      <${Link} to=${watchView(id)}><${Scraped} text=${watch.data?.name ?? 'The watch'} /><//>
    </p>
    <div class="view-head"><${Heading} title=${run === null ? 'Run' : `Run of ${dateText(run.started_at)}`} /></div>
    ${run === null ? null : html`<${RunFacts} run=${run} /><${StateButtons} run=${run} chosen=${state} />`}
    <${Loaded} of=${changes} backTo=${backTo} children=${shown} />
  `
}
