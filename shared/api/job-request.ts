/** What the bodies of all kinds of jobs have in common: how they are read, and what becomes of it. */
import { jobLimits, requestLimits } from '../config/limits.ts'
import { isEmailAddress } from './email.ts'
import { crawlFormats, type BatchJobInput, type CrawlFormat, type CrawlJobInput } from './job-input.ts'
import { firstTooDeep } from './nesting.ts'
import type { WantedFormats } from './output-formats.ts'
import { ProblemList } from './problem-list.ts'
import type { FieldProblem } from './problems.ts'
import type { UrlPolicy } from './url-rules.ts'
import { checkWebhook } from './webhook-rules.ts'

/** What the job input holds besides the request. */
export interface JobIdentity {
  id: string
  tenant: string
  requestId: string
  /** ISO 8601. */
  createdAt: string
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One problem of the body as a whole, or of a place in it. */
export function refusal(pointer: string, rule: string, received?: unknown): FieldProblem[] {
  const list = new ProblemList()
  list.add(pointer, 'validation_failed', rule, received)
  return list.problems
}

/** Problems of a body that is nested too deep for what comes after to look at it. */
export function nestingProblems(body: Record<string, unknown>): FieldProblem[] {
  const deepest = firstTooDeep(body, requestLimits.nestingLevelsMax)
  return deepest === null
    ? []
    : refusal(deepest, `is nested too deep: ${requestLimits.nestingLevelsMax} levels are allowed`)
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
export function jobFormats(wanted: WantedFormats, whenNone: CrawlFormat): CrawlFormat[] {
  const formats = [...wanted.keys()].filter((format): format is CrawlFormat =>
    crawlFormats.some((known) => known === format),
  )
  return formats.length === 0 ? [whenNone] : formats
}

interface JobOptions {
  limit?: number
  scheduleToCloseTimeoutSecs?: number
  heartbeatTimeoutSecs?: number
}

type CommonInput = Omit<
  CrawlJobInput | BatchJobInput,
  'kind' | 'url' | 'output' | 'page' | 'requestHash'
>

/** What the inputs of all kinds of jobs are made of alike, defaults filled in. */
export const commonInput = (identity: JobIdentity, options: JobOptions): CommonInput => ({
  version: 1,
  id: identity.id,
  tenant: identity.tenant,
  requestId: identity.requestId,
  limit: options.limit ?? jobLimits.limitPagesDefault,
  scheduleToCloseTimeoutSecs: options.scheduleToCloseTimeoutSecs ?? jobLimits.scheduleToCloseTimeoutSecsDefault,
  heartbeatTimeoutSecs: options.heartbeatTimeoutSecs ?? jobLimits.heartbeatTimeoutSecsDefault,
  createdAt: identity.createdAt,
})
