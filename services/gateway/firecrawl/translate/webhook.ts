/** The webhook of a job: the URL of a receiver, or an object with the receiver and the events that it wants. */
import { isObject } from '@seine/shared/api/rules/json-object.ts'
import type { JobEventName } from '@seine/shared/api/schemas/webhook-event.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { WebhookPlan } from '@seine/shared/temporal/shapes.ts'
import type { Translation } from './translation.ts'

/** A translated webhook. */
export interface WireWebhook {
  /** The receiver in our form, without events. Its rules are checked by the operation that it is passed to. */
  receiver: Record<string, unknown>
  events: WebhookPlan
}

const eventNames = ['started', 'page', 'completed', 'failed', 'cancelled'] as const satisfies readonly JobEventName[]

const knownFields = new Set(['url', 'headers', 'metadata', 'events'])

/** Reads the names of events; without any, all of them are sent. */
function readEvents(given: unknown, notes: Translation): WebhookPlan {
  const names: unknown[] = Array.isArray(given) ? given : []
  if (given !== undefined && given !== null && !Array.isArray(given)) notes.bad('webhook.events', 'must be a list')
  for (const [index, name] of names.entries()) {
    if (!eventNames.some((known) => known === name)) {
      const got = JSON.stringify(name).slice(0, 100)
      notes.bad(`webhook.events[${index}]`, `must be one of ${eventNames.join(', ')}, got ${got}`)
    }
  }
  const wants = (name: JobEventName): boolean => names.length === 0 || names.includes(name)
  return {
    started: wants('started'),
    page: wants('page'),
    completed: wants('completed'),
    failed: wants('failed'),
    cancelled: wants('cancelled'),
  }
}

/**
 * Translates the webhook of a job.
 * @param given of any type.
 * @returns null if none exists, or when it has problems.
 */
export function readWebhook(given: unknown, notes: Translation): WireWebhook | null {
  if (given === undefined || given === null) return null
  if (typeof given === 'string') {
    notes.name('/webhook/url', 'webhook')
    return { receiver: { url: given }, events: readEvents(undefined, notes) }
  }
  if (!isObject(given)) {
    notes.bad('webhook', 'must be a URL, or an object with a `url`')
    return null
  }
  for (const name of Object.keys(given)) {
    if (!knownFields.has(name)) notes.bad(`webhook.${name}`, 'is not a known field')
  }
  if (typeof given['url'] !== 'string') notes.bad('webhook.url', 'must be a URL')
  const { url, headers, metadata } = given
  const more = { headers, metadata }
  const present = Object.entries(more).filter(([, value]) => value !== undefined && value !== null)
  return { receiver: { url, ...Object.fromEntries(present) }, events: readEvents(given['events'], notes) }
}

/**
 * Returns the input of a job whose webhook is sent in the wire form of the Firecrawl API.
 * @param events the events that the receiver gets; null without a webhook.
 */
export function withWireWebhook<Input extends JobInput>(input: Input, events: WebhookPlan | null): Input {
  const { notify, notifyPlan } = input
  const webhook = notify?.webhook ?? null
  if (events === null || webhook === null || notify === undefined || notifyPlan === undefined) return input
  return {
    ...input,
    notify: { ...notify, webhook: { ...webhook, form: 'firecrawl', events } },
    notifyPlan: { ...notifyPlan, webhook: events },
  }
}
