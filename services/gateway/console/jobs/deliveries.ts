/** Copies of the archives of a job at its delivery targets: what each target has, and its errors. */
import type { DeliveryStatus } from '@seine/shared/api/schemas/job-schema.ts'
import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { useResource } from '../api/resource.ts'
import { html } from '../components/html.ts'
import { Scraped } from '../components/scraped.ts'
import { StatusWord } from '../components/status-word.ts'
import { Table, type TableColumn } from '../components/table.ts'
import { agoText, countText, dateText, sizeText } from '../components/words.ts'
import { viewLimits } from '../console-view-limits.ts'
import type { JobStatusBody } from './job-feed.ts'
import { isRunning, jobPath } from './job-names.ts'

function filesOf({ files }: DeliveryStatus): VNode | string {
  if (files.length === 0) return ''
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return html`<details>
    <summary>${countText(files.length, 'file')}, ${sizeText(bytes)}</summary>
    <ul class="plain">
      ${files.map(
        ({ name, bytes: size, sha256 }) =>
          html`<li key=${name}>
            <${Scraped} text=${name} /> <span class="quiet">${sizeText(size)} · SHA-256 <code>${sha256}</code></span>
          </li>`,
      )}
    </ul>
  </details>`
}

const columns: readonly TableColumn<DeliveryStatus>[] = [
  { name: 'State', cell: ({ state }) => html`<${StatusWord} status=${state} />` },
  { name: 'Target', kind: 'wide', cell: ({ target }) => html`<${Scraped} text=${target} />` },
  { name: 'Files', kind: 'long', cell: filesOf },
  {
    name: 'Delivered',
    cell: ({ delivered_at: at }) =>
      at === null ? '' : html`<time datetime=${at} title=${dateText(at)}>${agoText(at)}</time>`,
  },
  {
    name: 'Error',
    kind: 'long',
    cell: ({ error }) => (error === null ? '' : html`<span class="bad"><${Scraped} text=${error} /></span>`),
  },
]

const isOpen = ({ state }: DeliveryStatus): boolean => state === 'waiting' || state === 'delivering'

/**
 * The table of deliveries; nothing for a job without targets. The event stream ends with the job, and deliveries start
 * after it, so the status is polled until each delivery has succeeded or failed.
 */
export function Deliveries({ status }: { status: JobStatusBody }): VNode | null {
  const { id, deliveries: known = [] } = status
  const follows = !isRunning(status.status) && known.some(isOpen)
  const [settled, setSettled] = useState(false)
  const newer = useResource<JobStatusBody>(follows && !settled ? jobPath(id) : null, { everyMs: viewLimits.serviceMs })
  useEffect(() => {
    if (newer.data !== null && !(newer.data.deliveries ?? []).some(isOpen)) setSettled(true)
  }, [newer.data])
  const rows = (follows ? newer.data?.deliveries : null) ?? known
  if (rows.length === 0) return null
  return html`<section role="region" aria-label="Deliveries">
    <h2>Deliveries</h2>
    <${Table} label="Deliveries" columns=${columns} rows=${rows} rowKey=${({ target }: DeliveryStatus) => target} />
  </section>`
}
