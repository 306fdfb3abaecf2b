/** Receivers of notifications about a job. */
import type { WebhookPlan } from '../temporal/shapes.ts'

/** Receiver of the events of a job. */
export interface JobWebhook {
  url: string
  /** Wire form of the bodies; absent: the service's own. `firecrawl`: that of the Firecrawl v2 API, with documents. */
  form?: 'firecrawl'
  /** Sent with each call. */
  headers: Record<string, string>
  /** Returned in every body; null if none exists. */
  metadata: unknown
  events: WebhookPlan
}

/**
 * Receivers of notifications about a job. All of it is sealed in the store, because URLs of receivers may be secrets.
 */
export interface JobNotify {
  webhook: JobWebhook | null
  email: string | null
}
