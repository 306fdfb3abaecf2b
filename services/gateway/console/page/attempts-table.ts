/** The attempts of a page: HTTP or browser, outcome, duration. */
import type { JobAttempt } from '@seine/shared/api/schemas/job-page-schema.ts'
import type { VNode } from 'preact'
import { html } from '../components/html.ts'
import { Scraped } from '../components/scraped.ts'
import { Empty } from '../components/states.ts'
import { StatusWord } from '../components/status-word.ts'
import { Table, type TableColumn } from '../components/table.ts'
import { dateText, millisText, sizeText } from '../components/words.ts'

/** Position and width of a bar in percent of the whole time. */
function barStyle(attempt: JobAttempt, startMs: number, lengthMs: number): Record<string, string> {
  const left = Math.min(99, Math.max(0, ((Date.parse(attempt.started_at) - startMs) / lengthMs) * 100))
  const width = Math.max(1, Math.min(100 - left, (attempt.elapsed_ms / lengthMs) * 100))
  return { marginLeft: `${left}%`, width: `${width}%` }
}

/** The table of attempts with a bar for each on a common scale. */
export function AttemptsTable({ attempts }: { attempts: readonly JobAttempt[] }): VNode {
  if (attempts.length === 0) return html`<${Empty}>No attempt is recorded.<//>`
  const startMs = Math.min(...attempts.map(({ started_at: at }) => Date.parse(at)))
  const endMs = Math.max(...attempts.map(({ started_at: at, elapsed_ms: ms }) => Date.parse(at) + ms))
  const lengthMs = Math.max(1, endMs - startMs)
  const columns: readonly TableColumn<JobAttempt>[] = [
    { name: '#', kind: 'number', cell: ({ index }) => index },
    {
      name: 'Strategy',
      cell: ({ strategy, proxy_tier: tier }) =>
        html`${strategy}${tier === 'none' ? '' : html` <span class="quiet">proxy ${tier}</span>`}`,
    },
    {
      name: 'Outcome',
      cell: ({ outcome, success }) =>
        html`<${StatusWord} status=${success ? 'completed' : 'failed'} word=${outcome} />`,
    },
    { name: 'Status', kind: 'number', cell: ({ http_status: status }) => status ?? '' },
    {
      name: 'Time',
      kind: 'number',
      cell: ({ elapsed_ms: ms, started_at: at }) => html`<span title=${dateText(at)}>${millisText(ms)}</span>`,
    },
    { name: 'Size', kind: 'number', cell: ({ bytes_received: bytes }) => sizeText(bytes) },
    {
      name: 'Waterfall',
      kind: 'wide',
      cell: (attempt) =>
        html`<div
          class="attempt-bar ${attempt.success ? 'good' : 'bad'}"
          style=${barStyle(attempt, startMs, lengthMs)}
        ></div>`,
    },
    {
      name: 'Reason',
      kind: 'long',
      cell: ({ error, blocked_by: by }) =>
        html`${error === null ? '' : html`<${Scraped} text="${error.code}: ${error.message}" />`}${by === undefined ? '' : html` <span class="quiet">blocked by <${Scraped} text="${by.vendor} (${by.signal}, ${by.confidence})" /></span>`}`,
    },
  ]
  return html`<${Table}
    label="Attempts"
    columns=${columns}
    rows=${attempts}
    rowKey=${({ index }: JobAttempt) => index}
  />`
}
