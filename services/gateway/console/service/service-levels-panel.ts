/** Objectives of the service and how the last hour compares with them, in the view of the service's state. */
import type { ServiceLevel } from '@seine/shared/api/schemas/service-schema.ts'
import type { VNode } from 'preact'
import { html } from '../components/html.ts'
import { Table, type TableColumn } from '../components/table.ts'
import { numberText } from '../components/words.ts'

/** Each objective in words. */
export const levelWords: Record<ServiceLevel['name'], string> = {
  api_availability: 'Requests answered without a fault',
  job_start: 'Starts of jobs answered within 1 s',
  api_latency: 'Reads and cancellations of jobs answered within 1 s',
  first_page: 'First pages of jobs that ended within 30 s',
  job_completion: 'Jobs that ended as completed',
  capture_success: 'Captures that succeeded',
}

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 })

const levelColumns: readonly TableColumn<ServiceLevel>[] = [
  { name: 'Objective', kind: 'wide', cell: ({ name }) => levelWords[name] },
  {
    name: 'State',
    cell: ({ status }) =>
      status === 'no_data' ? 'no data' : html`<span class=${status === 'met' ? 'good' : 'bad'}>${status}</span>`,
  },
  {
    name: 'Last hour',
    kind: 'number',
    cell: ({ total, bad }) => (total === 0 ? '' : `${percent.format(1 - bad / total)} of ${numberText(total)}`),
  },
  { name: 'At least', kind: 'number', cell: ({ allowed }) => percent.format(1 - allowed) },
]

/** A table of service levels, a line each. */
export function ServiceLevelsPanel({ levels }: { levels: readonly ServiceLevel[] }): VNode {
  return html`<${Table}
    label="Service levels"
    columns=${levelColumns}
    rows=${levels}
    rowKey=${({ name }: ServiceLevel) => name}
  />`
}
