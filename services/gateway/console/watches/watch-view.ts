/** The view of a watch: state, actions, calendar and runs. */
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { pathWith } from '../api/call.ts'
import { useResource } from '../api/resource.ts'
import { Heading } from '../components/heading.ts'
import { html } from '../components/html.ts'
import { Link } from '../components/link.ts'
import { OutwardLink, Scraped } from '../components/scraped.ts'
import { Empty, Loaded } from '../components/states.ts'
import { StatusWord } from '../components/status-word.ts'
import { Table, type TableColumn } from '../components/table.ts'
import { countText, dateText, durationText, numberText } from '../components/words.ts'
import type { ConsoleViewProps } from '../place/console-view.ts'
import { CalendarTable } from './calendar-table.ts'
import { scheduleText, timeUntil } from './schedule-text.ts'
import { WatchActions } from './watch-actions.ts'
import type { WatchAnswer } from './watch-answer.ts'
import type { RunView } from '@seine/shared/watches/runs.ts'
import { runView, watchPath } from './watch-paths.ts'
import { watchViewLimits } from './watch-view-limits.ts'

/** A list of the runs of a watch. */
export interface WatchRuns {
  data: RunView[]
  next_cursor: string | null
}

const backTo = { view: 'watches', name: 'All watches' }

const secondsOf = ({ started_at: from, ended_at: to }: RunView): string =>
  to === null ? '' : durationText((Date.parse(to) - Date.parse(from)) / 1_000)

const countColumn = (name: string, state: keyof RunView['counts']): TableColumn<RunView> => ({
  name,
  kind: 'number',
  cell: ({ counts }) =>
    html`<span class=${state === 'failed' && counts.failed > 0 ? 'bad' : ''}>${numberText(counts[state])}</span>`,
})

const columnsOf = (watchId: string): TableColumn<RunView>[] => [
  {
    name: 'Run',
    kind: 'wide',
    cell: ({ run_id: id, started_at: at }) =>
      html`<${Link} to=${runView(watchId, id)}><time datetime=${at}>${dateText(at)}</time><//>`,
  },
  { name: 'Status', cell: ({ status }) => html`<${StatusWord} status=${status} />` },
  { name: 'Trigger', cell: ({ trigger }) => trigger },
  countColumn('New', 'new'),
  countColumn('Changed', 'changed'),
  countColumn('Removed', 'removed'),
  countColumn('Same', 'same'),
  countColumn('Failed', 'failed'),
  { name: 'Duration', kind: 'number', cell: secondsOf },
]

/** Target of a watch: the start URL of a crawl, or the number of URLs of a batch. */
function watched({ crawl, batch }: WatchAnswer): VNode {
  if (crawl !== undefined) return html`<${OutwardLink} href=${typeof crawl['url'] === 'string' ? crawl['url'] : ''} />`
  const urls = batch?.['urls']
  return html`<span>${countText(Array.isArray(urls) ? urls.length : 0, 'URL')}</span>`
}

function Facts({ watch }: { watch: WatchAnswer }): VNode {
  const { next_run_at: next, skipped_runs: skipped, schedule, status } = watch
  return html`<p class="fact-line">
    <${StatusWord} status=${status} />
    ${next === null ? null : html`<span>next run <time datetime=${next} title=${dateText(next)}>${timeUntil(next, new Date())}</time></span>`}
    <${Scraped} text=${scheduleText(schedule)} />
    ${watched(watch)} ${watch.tag.map((tag) => html`<span class="quiet">tag <${Scraped} text=${tag} /></span>`)}
    ${skipped === 0 ? null : html`<span class="quiet">${countText(skipped, 'run')} skipped</span>`}
  </p>`
}

function Runs({ watchId, runs }: { watchId: string; runs: WatchRuns }): VNode {
  const [shown, setShown] = useState<number>(watchViewLimits.runsShown)
  const rows = runs.data.slice(0, shown)
  if (rows.length === 0) return html`<${Empty}>No runs yet. “Run now” starts one.<//>`
  return html`<${Table}
      label="Runs"
      columns=${columnsOf(watchId)}
      rows=${rows}
      rowKey=${({ run_id: id }: RunView) => id}
    />
    ${shown < runs.data.length ? html`<p><button type="button" onClick=${() => setShown(shown + watchViewLimits.runsShown)}>Older runs</button></p>` : null}`
}

/** The watch of the address. */
export function WatchView({ place }: ConsoleViewProps): VNode {
  const id = place.segments[1] ?? ''
  const [running, setRunning] = useState(false)
  const everyMs = running ? watchViewLimits.runningPollMs : watchViewLimits.idlePollMs
  const watch = useResource<WatchAnswer>(watchPath(id), { everyMs })
  const runs = useResource<WatchRuns>(pathWith(`${watchPath(id)}/runs`, { limit: watchViewLimits.runsMax }), {
    everyMs,
  })
  const isRunning = runs.data?.data[0]?.status === 'running'
  if (isRunning !== running) setRunning(isRunning)
  const reload = (): void => {
    watch.reload()
    runs.reload()
  }
  const { data } = watch
  return html`
    <p class="back"><${Link} to="watches">All watches<//></p>
    <div class="view-head"><${Heading} title=${data?.name ?? 'Watch'} /></div>
    <${Loaded}
      of=${watch}
      backTo=${backTo}
      children=${(shown: WatchAnswer) => html`<${Facts} watch=${shown} /><${WatchActions} watch=${shown} onChange=${reload} />`}
    />
    ${
      data === null
        ? null
        : html`<${Loaded}
            of=${runs}
            backTo=${backTo}
            children=${(list: WatchRuns) =>
              html` <div class="watch-runs">
                <div>
                  <h2>Last five weeks</h2>
                  <${CalendarTable} watchId=${id} runs=${list.data} now=${new Date()} />
                </div>
                <div>
                  <h2>Runs</h2>
                  <${Runs} watchId=${id} runs=${list} />
                </div>
              </div>`}
          />`
    }
  `
}
