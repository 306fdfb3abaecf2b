/** The webhook delivery log of a job: every try of every event. */
import type { DeliveryLogPage } from '@seine/shared/api/schemas/delivery-schema.ts'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { away } from '../api/away.ts'
import { call } from '../api/call.ts'
import { useResource } from '../api/resource.ts'
import { html } from '../components/html.ts'
import { Scraped } from '../components/scraped.ts'
import { Empty, Loaded, ProblemNotice, Unanswered, useAction } from '../components/states.ts'
import { StatusWord } from '../components/status-word.ts'
import { Table, type TableColumn } from '../components/table.ts'
import { agoText, dateText, millisText } from '../components/words.ts'
import { viewLimits } from '../console-view-limits.ts'
import { jobPath } from './job-names.ts'

type Delivery = DeliveryLogPage['data'][number]

const when = (iso: string | null): VNode | string =>
  iso === null ? '' : html`<time datetime=${iso} title=${dateText(iso)}>${agoText(iso)}</time>`

/** Deliveries after those of the first part. */
function useFurther(path: string, firstCursor: string | null) {
  const [further, setFurther] = useState<{ data: Delivery[]; cursor: string | null } | null>(null)
  const action = useAction()
  const cursor = further === null ? firstCursor : further.cursor
  const more = (): void =>
    action.run(async () => {
      const part = await call<DeliveryLogPage>(`${path}&cursor=${encodeURIComponent(cursor ?? '')}`)
      setFurther({ data: [...(further?.data ?? []), ...part.data], cursor: part.next_cursor })
    })
  return { data: further?.data ?? [], cursor, more, action }
}

/** The table of deliveries. */
export function WebhooksTab({ jobId }: { jobId: string }): VNode {
  const path = `${jobPath(jobId)}/webhooks`
  const list = `${path}?limit=${viewLimits.deliveriesPart}`
  const log = useResource<DeliveryLogPage>(list, { everyMs: viewLimits.serviceMs, idleMs: viewLimits.idlePollMs })
  const further = useFurther(list, log.data?.next_cursor ?? null)
  const action = useAction()
  const again = (event: string): void =>
    action.run(async () => {
      await call(`${path}/${encodeURIComponent(event)}/redeliver`, { method: 'POST' })
      log.reload()
    })
  const columns: readonly TableColumn<Delivery>[] = [
    { name: 'State', cell: ({ state }) => html`<${StatusWord} status=${state} />` },
    { name: 'Event', kind: 'wide', cell: ({ type, sequence }) => `${type} ${sequence}` },
    { name: 'Try', kind: 'number', cell: (delivery) => delivery.try },
    { name: 'At', cell: ({ at }) => when(at) },
    { name: 'Time', kind: 'number', cell: ({ elapsed_ms: ms }) => millisText(ms) },
    {
      name: 'Answer',
      kind: 'long',
      cell: ({ http_status: status, error }) =>
        html`${status ?? ''}
        ${error === null ? '' : html`<span class="bad"><${Scraped} text=${error.message} /></span>`}`,
    },
    { name: 'Next try', cell: ({ next_try_at: next }) => when(next) },
    {
      name: 'Send',
      cell: ({ event_id: id, sequence }) =>
        html`<button
          type="button"
          class="small"
          aria-label="Send again: event ${sequence}"
          disabled=${action.busy || away.value}
          onClick=${() => again(id)}
        >
          Send again
        </button>`,
    },
  ]
  const shown = ({ data }: DeliveryLogPage): VNode =>
    data.length === 0
      ? html`<${Empty}>No event has been sent. A job with <code>webhook</code> lists every try here.<//>`
      : html`<${Table}
            label="Webhooks"
            columns=${columns}
            rows=${[...data, ...further.data]}
            rowKey=${({ event_id: id, try: number, at }: Delivery) => `${id} ${number} ${at}`}
          />
          ${further.action.problem === null ? null : html`<${ProblemNotice} problem=${further.action.problem} />`}
          ${further.cursor === null ? null : html`<p><button type="button" disabled=${further.action.busy || away.value} onClick=${further.more}>More deliveries</button></p>`}`
  return html`${action.problem === null ? null : html`<${ProblemNotice} problem=${action.problem} />`}<${Unanswered}
      action=${action}
      once=${false}
    /><${Loaded} of=${log} children=${shown} />`
}
