/** The parts of a job input that all kinds of jobs share: identity, bounds, and who is notified. */
import { jobLimits } from '../../config/limits.ts'
import type { JobInput } from '../../tasks/job-input.ts'
import type { JobNotify, JobWebhook } from '../../tasks/receivers.ts'
import { addedArchives, type AddedArchive } from '../../tasks/formats.ts'
import type { NotifyPlan, WebhookPlan } from '../../temporal/shapes.ts'
import { isEmailAddress } from '../rules/email.ts'
import { isObject } from '../rules/json-object.ts'
import type { ProblemList } from '../rules/problem-list.ts'
import type { UrlPolicy } from '../rules/url-rules.ts'
import { checkWebhook } from '../rules/webhook-rules.ts'
import { webhookEventNames, type WebhookEventName } from '../schemas/webhook-event.ts'

/** What the job input contains in addition to the request. */
export interface JobIdentity {
  id: string
  tenant: string
  /** Id of the key that the caller presented. */
  keyId?: string
  requestId: string
  /** ISO 8601. */
  createdAt: string
}

/** Checks the receivers of notifications about the job: e-mail address and webhook. */
export function checkReceivers(body: Record<string, unknown>, policy: UrlPolicy, list: ProblemList): void {
  const { email, webhook } = body
  if (typeof email === 'string' && !list.touches('/email') && !isEmailAddress(email)) {
    list.add('/email', 'validation_failed', 'must be one e-mail address', email)
  }
  if (isObject(webhook)) checkWebhook(webhook, policy, list)
}

interface WebhookFields {
  url: string
  headers?: Record<string, string>
  metadata?: unknown
  events?: WebhookEventName[]
}

interface JobFields {
  limit?: number
  email?: string
  webhook?: WebhookFields
  scheduleToCloseTimeoutSecs?: number
  heartbeatTimeoutSecs?: number
  priority?: number
  archive?: AddedArchive[]
  deliver_to?: string[]
}

/** Returns which events a webhook receives; without a list, it receives all. */
function webhookPlan(events: readonly WebhookEventName[] = []): WebhookPlan {
  const wants = (name: WebhookEventName): boolean => events.length === 0 || events.includes(name)
  return Object.fromEntries(webhookEventNames.map((name) => [name, wants(name)])) as Record<WebhookEventName, boolean>
}

const jobWebhook = ({ url, headers = {}, metadata = null, events }: WebhookFields): JobWebhook => ({
  url,
  headers,
  metadata,
  events: webhookPlan(events),
})

/** Returns the receivers of notifications, and what the workflows need to know of them; empty without receivers. */
function notifyInput(fields: JobFields): { notify?: JobNotify; notifyPlan?: NotifyPlan } {
  const email = fields.email ?? null
  const webhook = fields.webhook === undefined ? null : jobWebhook(fields.webhook)
  if (webhook === null && email === null) return {}
  return { notify: { webhook, email }, notifyPlan: { webhook: webhook?.events ?? null, email: email !== null } }
}

/** Returns the requested archives, each once and in one order; empty if none exist. */
function archiveInput({ archive = [] }: JobFields): Pick<JobInput, 'archive'> {
  const wanted = addedArchives.filter((name) => archive.includes(name))
  return wanted.length === 0 ? {} : { archive: wanted }
}

/** Returns the distinct targets of the archives; empty without any. */
const deliveryInput = ({ deliver_to: names = [] }: JobFields): Pick<JobInput, 'deliverTo'> =>
  names.length === 0 ? {} : { deliverTo: [...new Set(names)] }

type CommonInput = Pick<
  JobInput,
  | 'version'
  | 'notify'
  | 'notifyPlan'
  | keyof JobIdentity
  | 'limit'
  | 'scheduleToCloseTimeoutSecs'
  | 'heartbeatTimeoutSecs'
  | 'priority'
  | 'archive'
  | 'deliverTo'
>

/** Returns the part of the input that all kinds of jobs share, with defaults filled in. */
export const commonInput = (identity: JobIdentity, fields: JobFields): CommonInput => ({
  version: 1,
  id: identity.id,
  tenant: identity.tenant,
  ...(identity.keyId === undefined ? {} : { keyId: identity.keyId }),
  requestId: identity.requestId,
  limit: fields.limit ?? jobLimits.limitPagesDefault,
  scheduleToCloseTimeoutSecs: fields.scheduleToCloseTimeoutSecs ?? jobLimits.scheduleToCloseTimeoutSecsDefault,
  heartbeatTimeoutSecs: fields.heartbeatTimeoutSecs ?? jobLimits.heartbeatTimeoutSecsDefault,
  // The default priority is left out, so that it equals an absent one when idempotent requests are compared, too.
  ...(fields.priority === undefined || fields.priority === jobLimits.priorityDefault
    ? {}
    : { priority: fields.priority }),
  ...archiveInput(fields),
  ...deliveryInput(fields),
  createdAt: identity.createdAt,
  ...notifyInput(fields),
})
