/**
 * Builds the bodies of webhook events in the wire form of the Firecrawl API, for jobs that were started at `/v2`.
 * Receivers recognise an event by its `webhookId`: a body has new links to screenshots at every try.
 */
import {
  eventIdOf,
  eventTypeOf,
  type JobEventName,
  type JobHappening,
} from '@seine/shared/api/schemas/webhook-event.ts'
import { webhookLimits } from '@seine/shared/config/notify-limits.ts'
import type { WireDocument } from '@seine/shared/firecrawl/document.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { PageDocuments } from './page-documents.ts'

/** Body of an event in this form. */
export interface WireBody {
  success: boolean
  /** `crawl.page`, `batch_scrape.completed` … */
  type: `${'crawl' | 'batch_scrape'}.${JobEventName}`
  /** Job id. */
  id: string
  /** The same at every try of an event. */
  webhookId: string
  /** The page of a `page` event; empty in all other events. */
  data: WireDocument[]
  /** As the caller gave it. */
  metadata: unknown
  error?: string
}

/**
 * Builds the body of an event; as JSON, it has at most `webhookLimits.documentBodyMaxBytes`.
 * @param sequence number of the event.
 * @throws StoreUnavailableError
 */
export async function wireBody(
  input: JobInput,
  sequence: number,
  happening: JobHappening,
  documents: PageDocuments,
): Promise<WireBody> {
  const { success, error } = outcomeOf(happening)
  const body: WireBody = {
    success,
    type: eventTypeOf(input.kind, happening.name),
    id: input.id,
    webhookId: eventIdOf(input.id, sequence),
    data: [],
    metadata: input.notify?.webhook?.metadata ?? {},
    ...(error === null ? {} : { error }),
  }
  if (happening.name !== 'page') return body
  const roomBytes = webhookLimits.documentBodyMaxBytes - Buffer.byteLength(JSON.stringify(body))
  return { ...body, data: [await documents.of(input, happening.page, roomBytes)] }
}

function outcomeOf(happening: JobHappening): { success: boolean; error: string | null } {
  if (happening.name === 'started') return { success: true, error: null }
  if (happening.name === 'page') return happening.page.note
  return { success: happening.name === 'completed', error: happening.status.error }
}
