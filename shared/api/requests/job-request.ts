/** What the bodies of all kinds of jobs have in common: how they are read, and what becomes of it. */
import type { GivenBrowserOptions } from '../rules/browser-options.ts'
import { contentOptions, type GivenContentOptions } from '../rules/content-options.ts'
import { jobLimits, requestLimits } from '../../config/limits.ts'
import { isEmailAddress } from '../rules/email.ts'
import {
  jobFormats,
  type JobFormat,
  type JobInput,
  type JobNotify,
  type JobWebhook,
  type JsonWish,
  type PageOptions,
} from '../../tasks/job-input.ts'
import { pageLoading } from './job-lane.ts'
import { isObject } from '../rules/json-object.ts'
import { firstTooDeep } from '../rules/nesting.ts'
import type { WantedFormats } from '../rules/output-formats.ts'
import { ProblemList } from '../rules/problem-list.ts'
import type { FieldProblem } from '../schemas/problems.ts'
import type { NotifyPlan, WebhookPlan } from '../../temporal/shapes.ts'
import type { UrlPolicy } from '../rules/url-rules.ts'
import { webhookEventNames, type WebhookEventName } from '../schemas/webhook-event.ts'
import { checkWebhook } from '../rules/webhook-rules.ts'

/** What the job input holds besides the request. */
export interface JobIdentity {
  id: string
  tenant: string
  /** Id of the key the caller showed. */
  keyId?: string
  requestId: string
  /** ISO 8601. */
  createdAt: string
}

export type BodyResult = { ok: true; body: Record<string, unknown> } | { ok: false; errors: FieldProblem[] }

/**
 * The body as an object, not nested too deep for what comes after to recurse into it.
 * @param given the parsed JSON, whatever it is.
 */
export function readBody(given: unknown): BodyResult {
  const list = new ProblemList()
  if (!isObject(given)) {
    list.add('', 'validation_failed', 'must be an object', given)
    return { ok: false, errors: list.problems }
  }
  const deepest = firstTooDeep(given, requestLimits.nestingLevelsMax)
  if (deepest === null) return { ok: true, body: given }
  list.add(deepest, 'validation_failed', `is nested too deep: ${requestLimits.nestingLevelsMax} levels are allowed`)
  return { ok: false, errors: list.problems }
}

/** Checks who is to be told of the job, by mail and by webhook. */
export function checkReceivers(body: Record<string, unknown>, policy: UrlPolicy, list: ProblemList): void {
  const { email, webhook } = body
  if (typeof email === 'string' && !list.touches('/email') && !isEmailAddress(email)) {
    list.add('/email', 'validation_failed', 'must be one e-mail address', email)
  }
  if (isObject(webhook)) checkWebhook(webhook, policy, list)
}

/** The formats that a job can produce, in the order they were asked for. */
export function formatsOf(wanted: WantedFormats, whenNone: JobFormat): JobFormat[] {
  const formats = [...wanted.keys()].filter((format): format is JobFormat =>
    jobFormats.some((known) => known === format),
  )
  return formats.length === 0 ? [whenNone] : formats
}

/** The labels of a job, one or many. */
export function tagsOf(tag: string | string[] | undefined): string[] {
  if (tag === undefined) return []
  return typeof tag === 'string' ? [tag] : tag
}

interface PageFields extends GivenBrowserOptions, GivenContentOptions {
  js_render?: boolean
  max_age?: number
  /** Of a JSON object, without problems. */
  schema?: object
  prompt?: string
  session_id?: string
}

/**
 * What every page is read with, defaults filled in.
 * @param fields valid page options under canonical names.
 */
export const pageOptions = (
  fields: PageFields,
  wanted: WantedFormats,
  request: Pick<PageOptions, 'method' | 'body'> = { method: 'GET', body: null },
): PageOptions => ({
  ...contentOptions(fields),
  timeoutMs: fields.timeout ?? jobLimits.pageTimeoutMsDefault,
  ...request,
  ...pageLoading(fields, wanted, request.method),
  maxAgeSecs: fields.max_age ?? 0,
  json: wanted.has('json') ? jsonWish(fields) : null,
  sessionId: fields.session_id ?? null,
})

const jsonWish = ({ schema, prompt }: PageFields): JsonWish => ({
  schema: schema === undefined ? null : (schema as Record<string, unknown>),
  prompt: prompt ?? null,
})

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
}

/** Which events a webhook wants; none named = all. */
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

/** Who is told of a job, and what workflows know of it; nothing when nobody is. */
function notifyInput(fields: JobFields): { notify?: JobNotify; notifyPlan?: NotifyPlan } {
  const email = fields.email ?? null
  const webhook = fields.webhook === undefined ? null : jobWebhook(fields.webhook)
  if (webhook === null && email === null) return {}
  return { notify: { webhook, email }, notifyPlan: { webhook: webhook?.events ?? null, email: email !== null } }
}

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
>

/** What the inputs of all kinds of jobs are made of alike, defaults filled in. */
export const commonInput = (identity: JobIdentity, fields: JobFields): CommonInput => ({
  version: 1,
  id: identity.id,
  tenant: identity.tenant,
  ...(identity.keyId === undefined ? {} : { keyId: identity.keyId }),
  requestId: identity.requestId,
  limit: fields.limit ?? jobLimits.limitPagesDefault,
  scheduleToCloseTimeoutSecs: fields.scheduleToCloseTimeoutSecs ?? jobLimits.scheduleToCloseTimeoutSecsDefault,
  heartbeatTimeoutSecs: fields.heartbeatTimeoutSecs ?? jobLimits.heartbeatTimeoutSecsDefault,
  // The usual one is left out: it means the same as none, under an idempotency key as well.
  ...(fields.priority === undefined || fields.priority === jobLimits.priorityDefault
    ? {}
    : { priority: fields.priority }),
  createdAt: identity.createdAt,
  ...notifyInput(fields),
})
