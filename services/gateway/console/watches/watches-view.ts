/** The list of watches with their next run and the result of the last one. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
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
import { agoText, dateText } from '../components/words.ts'
import { countsText } from './run-counts.ts'
import { scheduleText, timeUntil } from './schedule-text.ts'
import type { WatchAnswer } from './watch-answer.ts'
import type { RunView } from '@seine/shared/watches/runs.ts'
import { runView, watchView } from './watch-paths.ts'
import { watchViewLimits } from './watch-view-limits.ts'

interface WatchListPart {
  data: WatchAnswer[]
  next_cursor: string | null
}

const nextRun = ({ next_run_at: at }: WatchAnswer): VNode | string =>
  at === null ? '–' : html`<time datetime=${at} title=${dateText(at)}>${timeUntil(at, new Date())}</time>`

const lastRun = (watchId: string, run: RunView | null): VNode | string =>
  run === null
    ? 'none yet'
    : html`<${Link} to=${runView(watchId, run.run_id)}
          >${run.status === 'running' ? 'running' : agoText(run.started_at)}<//
        >${' '} <span class="quiet">${run.status === 'completed' ? countsText(run.counts) : run.status}</span>`

const columns: readonly TableColumn<WatchAnswer>[] = [
  { name: 'Status', cell: ({ status }) => html`<${StatusWord} status=${status} />` },
  {
    name: 'Name',
    kind: 'wide',
    cell: ({ watch_id: id, name, tag }) =>
      html`<${Link} to=${watchView(id)}><${Scraped} text=${name} /><//>
        <span class="quiet">${tag.map((word) => html` · <${Scraped} text=${word} />`)}</span>`,
  },
  { name: 'Schedule', kind: 'long', cell: ({ schedule }) => html`<${Scraped} text=${scheduleText(schedule)} />` },
  { name: 'Next run', cell: nextRun },
  { name: 'Last run', kind: 'long', cell: ({ watch_id: id, last_run: run }) => lastRun(id, run) },
]

/** All watches of the tenant. */
export function WatchesView(): VNode {
  const base = pathWith('watches', { limit: watchViewLimits.watchesPart })
  const list = useResource<WatchListPart>(base, { everyMs: watchViewLimits.idlePollMs })
  const [more, setMore] = useState<WatchListPart | null>(null)
  const action = useAction()
  const cursor = more === null ? (list.data?.next_cursor ?? null) : more.next_cursor
  const readMore = (): void =>
    action.run(async () => {
      const part = await call<WatchListPart>(`${base}&cursor=${encodeURIComponent(cursor ?? '')}`)
      setMore({ data: [...(more?.data ?? []), ...part.data], next_cursor: part.next_cursor })
    })
  const shown = ({ data }: WatchListPart): VNode => {
    const known = new Set(data.map(({ watch_id: id }) => id))
    const rows = [...data, ...(more?.data ?? []).filter(({ watch_id: id }) => !known.has(id))]
    if (rows.length === 0) return html`<${Empty}>No watches yet. <${Link} to="watches/new">Make one<//><//>`
    return html`<div class="watch-list">
        <${Table} label="Watches" columns=${columns} rows=${rows} rowKey=${({ watch_id: id }: WatchAnswer) => id} />
      </div>
      ${action.problem === null ? null : html`<${ProblemNotice} problem=${action.problem} />`}
      ${cursor === null ? null : html`<p><button type="button" disabled=${action.busy || away.value} onClick=${readMore}>More watches</button></p>`}`
  }
  return html`
    <div class="view-head">
      <${Heading} title="Watches" />
      <div class="filters"><${Link} to="watches/new" class="button primary">New watch<//></div>
    </div>
    <${Loaded} of=${list} children=${shown} />
  `
}
