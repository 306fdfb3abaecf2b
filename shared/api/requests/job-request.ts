/** Shared parts of the bodies of all kinds of jobs: reading them, and converting them to the job input. */
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
  type JsonOptions,
  type PageOptions,
} from '../../tasks/job-input.ts'
import { loadingOptions } from './render-mode.ts'
import { isObject } from '../rules/json-object.ts'
import { firstTooDeep } from '../rules/nesting.ts'
import type { WantedFormats } from '../rules/output-formats.ts'
import { ProblemList } from '../rules/problem-list.ts'
import type { FieldProblem } from '../schemas/problems.ts'
import type { NotifyPlan, WebhookPlan } from '../../temporal/shapes.ts'
import type { UrlPolicy } from '../rules/url-rules.ts'
import { webhookEventNames, type WebhookEventName } from '../schemas/webhook-event.ts'
import { checkWebhook } from '../rules/webhook-rules.ts'

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

export type BodyResult = { ok: true; body: Record<string, unknown> } | { ok: false; errors: FieldProblem[] }

/**
 * Returns the body as an object, and checks that its nesting is shallow enough for recursive processing.
 * @param given the parsed JSON, of any type.
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

/** Checks the receivers of notifications about the job: e-mail address and webhook. */
export function checkReceivers(body: Record<string, unknown>, policy: UrlPolicy, list: ProblemList): void {
  const { email, webhook } = body
  if (typeof email === 'string' && !list.touches('/email') && !isEmailAddress(email)) {
    list.add('/email', 'validation_failed', 'must be one e-mail address', email)
  }
  if (isObject(webhook)) checkWebhook(webhook, policy, list)
}

/** Returns the job formats among the wanted formats, in the requested order; `whenNone` when there are none. */
export function formatsOf(wanted: WantedFormats, whenNone: JobFormat): JobFormat[] {
  const formats = [...wanted.keys()].filter((format): format is JobFormat =>
    jobFormats.some((known) => known === format),
  )
  return formats.length === 0 ? [whenNone] : formats
}

/** Returns the labels of a job as a list. */
export function tagsOf(tag: string | string[] | undefined): string[] {
  if (tag === undefined) return []
  return typeof tag === 'string' ? [tag] : tag
}

interface PageFields extends GivenBrowserOptions, GivenContentOptions {
  js_render?: boolean
  max_age?: number
  /** A JSON object that passed validation. */
  schema?: object
  prompt?: string
  session_id?: string
}

/**
 * Returns the options that apply to every page, with defaults filled in.
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
  ...loadingOptions(fields, wanted, request.method),
  maxAgeSecs: fields.max_age ?? 0,
  json: wanted.has('json') ? jsonWish(fields) : null,
  sessionId: fields.session_id ?? null,
})

const jsonWish = ({ schema, prompt }: PageFields): JsonOptions => ({
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
  createdAt: identity.createdAt,
  ...notifyInput(fields),
})
