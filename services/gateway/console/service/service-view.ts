/** The view of the service's state: health, queues, slots, limits. */
import type { ProcessReport, ServiceQueue, ServiceReport } from '@seine/shared/api/schemas/service-schema.ts'
import type { ComponentChildren, VNode } from 'preact'
import { useResource } from '../api/resource.ts'
import { Heading } from '../components/heading.ts'
import { html } from '../components/html.ts'
import { outward, webAddress } from '../components/plain-text.ts'
import { Scraped } from '../components/scraped.ts'
import { Empty, Loaded } from '../components/states.ts'
import { StatusWord } from '../components/status-word.ts'
import { Table, type TableColumn } from '../components/table.ts'
import { countText, durationText, numberText } from '../components/words.ts'
import { viewLimits } from '../console-view-limits.ts'
import type { ConsoleViewProps } from '../place/console-view.ts'
import { ServiceLevelsPanel } from './service-levels-panel.ts'

const region = (name: string, children: ComponentChildren): VNode =>
  html`<section role="region" aria-label=${name} class="panel">
    <h2>${name}</h2>
    ${children}
  </section>`

const used = (use: number, allowed: number): VNode =>
  html`<meter min="0" max=${Math.max(1, allowed)} high=${allowed * 0.9} value=${use} aria-hidden="true"></meter>
    ${numberText(use)}/${numberText(allowed)}`

const processColumns: readonly TableColumn<ProcessReport>[] = [
  {
    name: 'Process',
    cell: ({ kind, address }) => html`${kind.replaceAll('_', ' ')} <span class="quiet">${address}</span>`,
  },
  { name: 'State', cell: ({ status }) => html`<${StatusWord} status=${status} />` },
  { name: 'Slots', kind: 'number', cell: ({ slots }) => (slots === null ? '' : used(slots.used, slots.capacity)) },
  { name: 'Waiting', kind: 'number', cell: ({ slots }) => (slots === null ? '' : numberText(slots.waiting)) },
  { name: 'Version', cell: ({ version }) => version ?? '' },
  {
    name: 'Problem',
    kind: 'wide',
    cell: ({ problem }) => (problem === null ? '' : html`<span class="bad"><${Scraped} text=${problem} /></span>`),
  },
]

const queueColumns: readonly TableColumn<ServiceQueue>[] = [
  { name: 'Queue', kind: 'wide', cell: ({ name, tasks }) => html`${name} <span class="quiet">${tasks}</span>` },
  { name: 'Backlog', kind: 'number', cell: ({ backlog }) => numberText(backlog) },
  { name: 'Oldest', kind: 'number', cell: ({ oldest_seconds: secs }) => durationText(secs) },
  { name: 'Workers', kind: 'number', cell: ({ workers }) => numberText(workers) },
]

const operatorsOnly = html`<p class="quiet">Keys of operators see this.</p>`

function Workers({ processes }: ServiceReport): VNode {
  if (processes === null) return operatorsOnly
  return html`<${Table}
    label="Processes"
    columns=${processColumns}
    rows=${processes}
    rowKey=${({ kind, address }: ProcessReport) => `${kind} ${address}`}
  />`
}

function Queues({ scope, queues, running }: ServiceReport): VNode {
  const words =
    running === null
      ? 'Temporal does not answer.'
      : `${countText(running.crawl, 'crawl')} and ${countText(running.batch_scrape, 'batch', 'batches')} run.`
  const table =
    queues === null
      ? scope === 'all'
        ? null
        : operatorsOnly
      : html`<${Table}
          label="Task queues"
          columns=${queueColumns}
          rows=${queues}
          rowKey=${({ name, tasks }: ServiceQueue) => `${name} ${tasks}`}
        />`
  return html`<p>${words}</p>
    ${table}`
}

function Failures({ failures, pages }: ServiceReport): VNode {
  if (failures === null || pages === null) return html`<p>The store does not answer.</p>`
  const { last_hour: hour, last_minute: minute, complete } = pages
  const table =
    failures.length === 0
      ? html`<${Empty}>No page failed in the last hour.<//>`
      : html`<${Table}
          label="Failures by code"
          columns=${[
            { name: 'Code', kind: 'wide', cell: ({ code }: (typeof failures)[number]) => html`<code>${code}</code>` },
            { name: 'Pages', kind: 'number', cell: ({ pages: count }: (typeof failures)[number]) => numberText(count) },
          ]}
          rows=${failures}
          rowKey=${({ code }: (typeof failures)[number]) => code}
        />`
  return html`<p>
      Last hour: ${countText(hour.completed, 'page')} done, ${numberText(hour.failed)} failed. Last minute:
      ${numberText(minute.completed)} done, ${numberText(minute.failed)}
      failed.${complete ? '' : ' Not every job could be counted.'}
    </p>
    ${table}`
}

const limitNames = [
  ['starts_per_minute', 'Starts in this minute'],
  ['reads_per_minute', 'Reads in this minute'],
  ['calls_per_minute', 'Calls in this minute'],
  ['concurrent_jobs', 'Jobs at the same time'],
  ['streams', 'Event streams'],
  ['watches', 'Watches'],
] as const

function Limits({ quotas, usage }: ServiceReport): VNode {
  if (quotas === null || usage === null) return html`<p>The store does not answer.</p>`
  return html`<${Table}
    label="Limits of this key"
    columns=${[
      { name: 'Limit', kind: 'wide', cell: ([, words]: (typeof limitNames)[number]) => words },
      { name: 'Used', kind: 'number', cell: ([name]: (typeof limitNames)[number]) => used(usage[name], quotas[name]) },
    ]}
    rows=${limitNames}
    rowKey=${([name]: (typeof limitNames)[number]) => name}
  />`
}

function ServiceLevels({ service_levels: levels }: ServiceReport): VNode | null {
  return levels === null ? null : region('Service levels', html`<${ServiceLevelsPanel} levels=${levels} />`)
}

function Tenants({ tenants }: ServiceReport): VNode | null {
  if (tenants === null) return null
  type Tenant = (typeof tenants)[number]
  return region(
    'Tenants',
    html`<${Table}
      label="Tenants"
      columns=${[
        { name: 'Tenant', kind: 'wide', cell: ({ tenant }: Tenant) => html`<${Scraped} text=${tenant} />` },
        { name: 'Crawls', kind: 'number', cell: ({ running }: Tenant) => running?.crawl ?? '' },
        { name: 'Batches', kind: 'number', cell: ({ running }: Tenant) => running?.batch_scrape ?? '' },
        {
          name: 'Done in the last hour',
          kind: 'number',
          cell: ({ last_hour: hour }: Tenant) => (hour === null ? '' : numberText(hour.completed)),
        },
        {
          name: 'Failed',
          kind: 'number',
          cell: ({ last_hour: hour }: Tenant) => (hour === null ? '' : numberText(hour.failed)),
        },
      ]}
      rows=${tenants}
      rowKey=${({ tenant }: Tenant) => tenant}
    />`,
  )
}

function Report({ report }: { report: ServiceReport }): VNode {
  const { version, workflow_service: temporal, result_store: store, temporal_ui: ui, scope } = report
  const uiAddress = ui === null ? null : webAddress(ui)
  return html`
    <p>
      Seine ${version} · ${scope === 'all' ? 'all tenants' : 'your tenant'} · Temporal ${temporal} · store
      ${store}${uiAddress === null ? null : html` · <a href=${uiAddress} ...${outward}>Temporal Web UI</a>`}
    </p>
    <div class="panels">
      ${region('Workers', html`<${Workers} ...${report} />`)} ${region('Queues', html`<${Queues} ...${report} />`)}
      ${region('Failures', html`<${Failures} ...${report} />`)} ${region('Limits', html`<${Limits} ...${report} />`)}
      <${ServiceLevels} ...${report} /> <${Tenants} ...${report} />
    </div>
  `
}

/** The view of `GET /service`. */
export function ServiceView(_props: ConsoleViewProps): VNode {
  const report = useResource<ServiceReport>('service', {
    everyMs: viewLimits.serviceMs,
    idleMs: viewLimits.idleServiceMs,
    restMs: viewLimits.restMs,
  })
  return html`<div class="view-head"><${Heading} title="Service" /></div>
    <${Loaded} of=${report} children=${(data: ServiceReport) => html`<${Report} report=${data} />`} />`
}
