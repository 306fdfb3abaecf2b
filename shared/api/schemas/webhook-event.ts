/**
 * Webhook events: their types, ids and bodies. The events that a webhook subscribes to are numbered from 1 without
 * gaps: `started`, then one `page` for each note of a page, then `completed` or `failed`.
 */
import type { JobKind } from '../../temporal/names.ts'
import type { WebhookPlan } from '../../temporal/shapes.ts'
import { lastSequence } from '../../temporal/webhook-sequence.ts'
import type { NoticedEnd } from '../../tasks/final-status.ts'
import type { NumberedNote, PageNote } from './page-note.ts'

export const webhookEventNames = ['started', 'page', 'completed', 'failed'] as const
export type WebhookEventName = (typeof webhookEventNames)[number]

/** Event names of all wire forms: the service's own form sends no event for a cancelled job. */
export type JobEventName = WebhookEventName | 'cancelled'

const prefixes: Record<JobKind, 'crawl' | 'batch_scrape'> = { crawl: 'crawl', batch: 'batch_scrape' }

export type WebhookEventType = `${'crawl' | 'batch_scrape'}.${WebhookEventName}`

/** Returns the type of an event, such as `crawl.completed` or `batch_scrape.page`. */
export const eventTypeOf = <Name extends JobEventName>(
  kind: JobKind,
  name: Name,
): `${'crawl' | 'batch_scrape'}.${Name}` => `${prefixes[kind]}.${name}`

/** Returns `evt_<job id>_<sequence>`, which is the same every time the event is sent. */
export const eventIdOf = (jobId: string, sequence: number): string => `evt_${jobId}_${sequence}`

/** Returns the sequence number in the id of an event of this job; null for any other text. */
export function sequenceOfEventId(jobId: string, eventId: string): number | null {
  const prefix = `evt_${jobId}_`
  const digits = eventId.startsWith(prefix) ? eventId.slice(prefix.length) : ''
  return /^[1-9][0-9]{0,8}$/.test(digits) ? Number(digits) : null
}

/** The event of a job that a sequence number stands for. */
export type EventPlace = { name: 'started' } | { name: 'page'; number: number } | { name: 'end' }

/**
 * Returns the event that a sequence number stands for.
 * @param finishedPages number of finished pages of the job so far; for a job that has ended, of all its pages.
 */
export function eventPlace(plan: WebhookPlan, sequence: number, finishedPages: number): EventPlace {
  if (plan.started && sequence === 1) return { name: 'started' }
  if (sequence > lastSequence(plan, finishedPages)) return { name: 'end' }
  return { name: 'page', number: sequence - (plan.started ? 1 : 0) }
}

/** The content of an event, in any wire form. */
export type JobHappening =
  | { name: 'started' }
  | { name: 'page'; page: NumberedNote }
  | { name: NoticedEnd['status']; status: NoticedEnd }

/** `data` of `started`. */
export interface StartedData {
  url: string
  limit: number
}

/** `data` of `completed` and `failed`: the final status without download links, which may expire before it is read. */
export interface EndedData {
  status: 'completed' | 'failed'
  url: string
  limit: number
  total: number
  completed: number
  failed: number
  createdAt: string
  completedAt: string
  /** Duration of the job, seconds. */
  duration: number
  warnings: string[]
  /** Path of the job status, which contains fresh download links. */
  statusUrl: string
}

/** Body of a webhook call. */
export interface WebhookBody {
  type: WebhookEventType
  /** When the event happened, ISO 8601. */
  timestamp: string
  /** Job id. */
  id: string
  event_id: string
  sequence: number
  /** False for a failed page and for a failed job. */
  success: boolean
  data: StartedData | PageNote | EndedData
  error?: string
  /** As the caller gave it; null when absent. */
  metadata: unknown
  /** Id of the request that started the job. */
  request_id: string
}
