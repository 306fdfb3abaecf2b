/** The list of jobs with status, progress and failures. */
import type { JobList, JobListEntry } from '@seine/shared/api/schemas/job-list-schema.ts'
import type { VNode } from 'preact'
import { pathWith } from '../api/call.ts'
import { useResource } from '../api/resource.ts'
import { FilterField, SelectField } from '../components/fields.ts'
import { Heading } from '../components/heading.ts'
import { html } from '../components/html.ts'
import { Link } from '../components/link.ts'
import { Scraped } from '../components/scraped.ts'
import { MoreRows, useNewestFirst } from '../components/newest-first.ts'
import { Empty, Loaded } from '../components/states.ts'
import { StatusWord } from '../components/status-word.ts'
import { Table, type TableColumn } from '../components/table.ts'
import { agoText, dateText, durationText, numberText } from '../components/words.ts'
import { setQuery } from '../place/router.ts'
import type { ConsoleViewProps } from '../place/console-view.ts'
import { viewLimits } from '../console-view-limits.ts'
import { isRunning, jobTitle, jobView } from './job-names.ts'

const kinds = [
  ['', 'all'],
  ['crawl', 'crawl'],
  ['batch_scrape', 'batch'],
] as const

const statuses = ['crawling', 'scraping', 'completed', 'failed', 'cancelled'] as const

const kindNames = { crawl: 'crawl', batch_scrape: 'batch' } as const

const columns: readonly TableColumn<JobListEntry>[] = [
  { name: 'Status', cell: ({ status, paused }) => html`<${StatusWord} status=${status} paused=${paused} />` },
  {
    name: 'Job',
    kind: 'wide',
    cell: (job) =>
      html`<${Link} to=${jobView(job.id)}><${Scraped} text=${jobTitle(job)} /><//>
        <span class="quiet">${kindNames[job.kind]}${job.tag.map((tag) => html` · <${Scraped} text=${tag} />`)}</span>`,
  },
  {
    name: 'Pages',
    kind: 'number',
    cell: ({ completed, failed, total, pending, limit }) =>
      `${numberText(completed + failed)}/${numberText(Math.min(limit, total + pending))}`,
  },
  {
    name: 'Failed',
    kind: 'number',
    cell: ({ failed }) => html`<span class=${failed > 0 ? 'bad' : ''}>${numberText(failed)}</span>`,
  },
  {
    name: 'Started',
    cell: ({ createdAt }) =>
      html`<time datetime=${createdAt} title=${dateText(createdAt)}>${agoText(createdAt)}</time>`,
  },
  { name: 'Duration', kind: 'number', cell: ({ duration }) => durationText(duration) },
]

const idOf = ({ id }: JobListEntry): string => id

const canChange = ({ status }: JobListEntry): boolean => isRunning(status)

/** All jobs of the tenant, newest first. */
export function JobsView({ place }: ConsoleViewProps): VNode {
  const filter = (name: string): string => place.query.get(name) ?? ''
  const [kind, status, tag] = [filter('kind'), filter('status'), filter('tag')]
  const base = pathWith('jobs', { limit: 50, kind, status, tag })
  const { pollMs: everyMs, idlePollMs: idleMs, restMs } = viewLimits
  const list = useResource<JobList>(base, { everyMs, idleMs, restMs })
  const jobs = useNewestFirst<JobListEntry>(base, list, idOf, canChange)
  const filtered = kind + status + tag !== ''
  const shown = (): VNode => {
    const rows = jobs.rows ?? []
    if (rows.length === 0 && !jobs.hasMore) {
      return filtered
        ? html`<${Empty}
            >No job matches.
            <button type="button" onClick=${() => setQuery({ kind: null, status: null, tag: null })}>
              Show all jobs
            </button><//
          >`
        : html`<${Empty}>No jobs yet. <${Link} to="new/crawl">Start a crawl<//><//>`
    }
    return html`<${Table} label="Jobs" columns=${columns} rows=${rows} rowKey=${idOf} />
      <${MoreRows} list=${jobs} label="Older jobs" />`
  }
  return html`
    <div class="view-head">
      <${Heading} title="Jobs" />
      <div class="filters">
        <${SelectField}
          label="Kind"
          value=${kind}
          options=${kinds}
          onChange=${(value: string) => setQuery({ kind: value })}
        />
        <${SelectField}
          label="Status"
          value=${status}
          options=${[['', 'all'], ...statuses.map((name) => [name, name] as const)]}
          onChange=${(value: string) => setQuery({ status: value })}
        />
        <${FilterField} label="Tag" value=${tag} onInput=${(value: string) => setQuery({ tag: value })} />
      </div>
      <${Link} to="new/crawl" class="button primary">New crawl<//>
    </div>
    <${Loaded} of=${list} children=${shown} />
  `
}
