/** The status of a job in the form that the SDKs read. */
import type { JobView } from '../jobs/status-body.ts'
import type { WireDocument } from '@seine/shared/firecrawl/document.ts'

export type WireStatus = 'scraping' | 'completed' | 'failed' | 'cancelled'

/** Members of a status that do not depend on its documents. */
export interface WireCounts {
  status: WireStatus
  total: number
  completed: number
  creditsUsed: number
  expiresAt?: string
  warning?: string
}

export interface WireJobStatus extends WireCounts {
  success: true
  id: string
  next?: string
  data: WireDocument[]
  error?: string
}

/** Returns the status of a job in the words of the Firecrawl API. */
export const wireStatusOf = ({ status }: Pick<JobView, 'status'>): WireStatus =>
  status === 'running' ? 'scraping' : status

/**
 * Returns the counters of a job. Failed pages count nowhere, as they are no documents: at the end, `completed` equals
 * `total`.
 */
export function wireCounts(view: JobView): WireCounts {
  const { completed, inFlight, pending, expiresAt, warnings, error } = view
  const status = wireStatusOf(view)
  const texts = [...(error === null ? [] : [error]), ...warnings]
  return {
    status,
    total: status === 'scraping' ? completed + inFlight + pending : completed,
    completed,
    creditsUsed: completed,
    ...(expiresAt === null ? {} : { expiresAt }),
    ...(texts.length === 0 ? {} : { warning: texts.join('; ') }),
  }
}

/** Returns the status. @param next URL of the following documents; null if none exist, or the job still runs. */
export const wireJobStatus = (view: JobView, data: WireDocument[], next: string | null): WireJobStatus => ({
  success: true,
  id: view.id,
  ...wireCounts(view),
  ...(view.error === null ? {} : { error: view.error }),
  ...(next === null ? {} : { next }),
  data,
})
