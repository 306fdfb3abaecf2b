/** The list of watches with their next run and the result of the last one. */
import type { VNode } from 'preact'
import { pathWith } from '../api/call.ts'
import type { PolledPart } from '../api/polled-part.ts'
import { useResource } from '../api/resource.ts'
import { Heading } from '../components/heading.ts'
import { html } from '../components/html.ts'
import { Link } from '../components/link.ts'
import { Scraped } from '../components/scraped.ts'
import { MoreRows, useNewestFirst } from '../components/newest-first.ts'
import { Empty, Loaded } from '../components/states.ts'
import { StatusWord } from '../components/status-word.ts'
import { Table, type TableColumn } from '../components/table.ts'
import { agoText, dateText } from '../components/words.ts'
import { countsText } from './run-counts.ts'
import { scheduleText, timeUntil } from './schedule-text.ts'
import type { WatchAnswer } from './watch-answer.ts'
import type { RunView } from '@seine/shared/watches/runs.ts'
import { runView, watchView } from './watch-paths.ts'
import { watchViewLimits } from './watch-view-limits.ts'

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

const idOf = ({ watch_id: id }: WatchAnswer): string => id

/** All watches of the tenant. */
export function WatchesView(): VNode {
  const base = pathWith('watches', { limit: watchViewLimits.watchesPart })
  const list = useResource<PolledPart<WatchAnswer>>(base, { everyMs: watchViewLimits.idlePollMs })
  // Every run changes a watch.
  const watches = useNewestFirst<WatchAnswer>(base, list, idOf, () => true)
  const shown = (): VNode => {
    const rows = watches.rows ?? []
    if (rows.length === 0 && !watches.hasMore)
      return html`<${Empty}>No watches yet. <${Link} to="watches/new">Make one<//><//>`
    return html`<div class="watch-list">
        <${Table} label="Watches" columns=${columns} rows=${rows} rowKey=${idOf} />
      </div>
      <${MoreRows} list=${watches} label="More watches" />`
  }
  return html`
    <div class="view-head">
      <${Heading} title="Watches" />
      <div class="filters"><${Link} to="watches/new" class="button primary">New watch<//></div>
    </div>
    <${Loaded} of=${list} children=${shown} />
  `
}
