/** The webhook delivery log of a job: every try of every event. */
import type { DeliveryLogPage } from '@seine/shared/api/schemas/delivery-schema.ts'
import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { away } from '../api/away.ts'
import { call } from '../api/call.ts'
import { useResource, type Resource } from '../api/resource.ts'
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

/**
 * The log, oldest tries first. New tries come at its end, so the last part that was asked for is the one that is polled;
 * parts with a successor do not change any more.
 * @param list path of the log with its query.
 */
function useLog(list: string) {
  const [before, setBefore] = useState<{ tries: readonly Delivery[]; cursor: string | null }>({
    tries: [],
    cursor: null,
  })
  const path = before.cursor === null ? list : `${list}&cursor=${encodeURIComponent(before.cursor)}`
  const last = useResource<DeliveryLogPage>(path, { everyMs: viewLimits.serviceMs, idleMs: viewLimits.idlePollMs })
  // Until the next part is there, the data is that of the part before, which `before` has.
  const part = last.stale ? null : last.data
  const tries = [...before.tries, ...(part?.data ?? [])]
  const next = part?.next_cursor ?? null
  const more = (): void => setBefore({ tries, cursor: next })
  const isRead = part !== null || before.cursor !== null
  const shown: Resource<readonly Delivery[]> = { ...last, data: isRead ? tries : null, stale: false }
  return { shown, hasMore: next !== null, isReading: last.stale, more, reload: last.reload }
}

/** The table of deliveries. */
export function WebhooksTab({ jobId }: { jobId: string }): VNode {
  const path = `${jobPath(jobId)}/webhooks`
  const list = `${path}?limit=${viewLimits.deliveriesPart}`
  const log = useLog(list)
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
  const shown = (tries: readonly Delivery[]): VNode =>
    tries.length === 0 && !log.hasMore
      ? html`<${Empty}>No event has been sent. A job with <code>webhook</code> lists every try here.<//>`
      : html`<${Table}
            label="Webhooks"
            columns=${columns}
            rows=${tries}
            rowKey=${({ event_id: id, try: number, at }: Delivery) => `${id} ${number} ${at}`}
          />
          ${log.hasMore || log.isReading ? html`<p><button type="button" disabled=${log.isReading || away.value} onClick=${log.more}>More deliveries</button></p>` : null}`
  return html`${action.problem === null ? null : html`<${ProblemNotice} problem=${action.problem} />`}<${Unanswered}
      action=${action}
      once=${false}
    /><${Loaded} of=${log.shown} children=${shown} />`
}
