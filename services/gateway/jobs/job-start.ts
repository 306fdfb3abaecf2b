/** `POST` of a job: validates the request, stores it, starts the lifecycle workflow, in this order. */
import { randomUUID } from 'node:crypto'
import type { MailQuota } from '@seine/activities/notify/mail-quota.ts'
import { readBatchRequest } from '@seine/shared/api/requests/batch-request.ts'
import { readCrawlRequest } from '@seine/shared/api/requests/crawl-request.ts'
import type { PendingSchema } from '@seine/shared/api/output-schema/given-schema.ts'
import type { PathPatterns } from '@seine/shared/api/rules/path-patterns.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import { takeSecrets } from '@seine/shared/jobs/job-secrets.ts'
import type { JobIdentity } from '@seine/shared/api/requests/common-input.ts'
import type { JobAccepted } from '@seine/shared/api/schemas/job-schema.ts'
import type { FieldProblem } from '@seine/shared/api/schemas/problems.ts'
import type { UrlPolicy } from '@seine/shared/api/rules/url-rules.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import type { Sealing } from '@seine/shared/storage/sealing.ts'
import { jobIdOf, type JobKind } from '@seine/shared/temporal/names.ts'
import { ApiError, invalidRequest } from '../http/api-error.ts'
import { jobIdOfKey, requestHashOf, sealRequestHash, type KeyResult } from '../http/idempotency-key.ts'
import { jobPaths } from '../engine/job-kinds.ts'
import { withMailPlaces } from '../quota/mail-places.ts'
import { deliveryErrors, type DeliveryCheckPorts } from '../checks/delivery-check.ts'
import { checkPrompt, type PromptPorts } from '../checks/prompt-check.ts'
import { checkProxy, type ProxyCheckPorts } from '../checks/proxy-check.ts'
import type { JobStarter } from '../quota/running-jobs-quota.ts'
import { patternErrors } from '../checks/pattern-check.ts'
import { schemaErrors, type SchemaCheckPorts } from '../checks/schema-check.ts'
import { checkSession, type NamedUrl, type SessionCheckPorts } from '../checks/session-check.ts'
import { earlierStart, startOnce, type StartOncePorts, type StartOrder } from './start-once.ts'

export interface StartPorts
  extends StartOncePorts, PromptPorts, ProxyCheckPorts, SessionCheckPorts, SchemaCheckPorts, DeliveryCheckPorts {
  policy: UrlPolicy
  /** Largest `limit` of a crawl, pages. */
  crawlLimitMax: number
  browsers: { readonly configured: boolean }
  /** Null when no key is configured. */
  sealing: Sealing | null
  /** Whether a mail server is configured for notices of jobs. */
  mail: boolean
  /** The mail quota of tenants. */
  mails: Pick<MailQuota, 'take'>
}

/** The caller of a start, and the idempotency key of the request. */
export interface StartCaller extends JobStarter {
  requestId: string
  key: KeyResult
}

export interface StartedJob {
  accepted: JobAccepted
  /** True when the job was started by an earlier request under the same key. */
  replayed: boolean
}

type RequestResult = { schema?: PendingSchema | null; patterns?: PathPatterns | null } & (
  | { ok: true; input: JobInput; urls?: readonly string[]; list?: { json: Uint8Array } }
  | { ok: false; errors: FieldProblem[] }
)

type RequestReader = (
  body: unknown,
  identity: JobIdentity,
  policy: UrlPolicy,
  crawlLimitMax: number,
) => RequestResult | Promise<RequestResult>

const readers: Record<JobKind, RequestReader> = {
  crawl: readCrawlRequest,
  batch: readBatchRequest,
}

/**
 * Returns the input as this service can run it: without browser workers, `render: auto` becomes `never`; `always` is
 * refused.
 */
export function runnable(input: JobInput, { browsers }: Pick<StartPorts, 'browsers'>): JobInput {
  if (browsers.configured || input.page.render === 'never') return input
  if (input.page.render === 'auto') return { ...input, page: { ...input.page, render: 'never' } }
  throw new ApiError(
    'browser_unavailable',
    'the pages of this job need a browser, and this service has no browser worker',
  )
}

/** Checks the mail notice of a job. @throws ApiError when no mail server is configured to send it. */
function checkMail({ notifyPlan }: JobInput, { mail }: StartPorts): void {
  if (notifyPlan?.email !== true || mail) return
  throw new ApiError(
    'not_configured',
    'this service has no mail server: leave `email` out, or set SEINE_SMTP_URL and SEINE_MAIL_FROM',
  )
}

/** Yields the URLs that a job starts with. */
function* namedUrls({ kind, url }: JobInput, urls: readonly string[] | null): Generator<NamedUrl> {
  if (kind === 'crawl' || urls === null) yield { url, pointer: '/url' }
  else {
    for (const [at, each] of urls.entries()) yield { url: each, pointer: `/urls/${at}` }
  }
}

/**
 * Returns the input as it is stored: a job outlives its call, so the caller's secrets and the hash of the request are
 * sealed.
 */
function sealed(input: JobInput, { sealing }: StartPorts): JobInput {
  const { input: bare, secrets } = takeSecrets(input)
  if (secrets === null) return input
  if (sealing === null) {
    throw new ApiError(
      'not_configured',
      'headers, bodies, values of actions and receivers are sealed before they are stored, and this service has no key: set SEINE_SEALING_KEY',
    )
  }
  const { requestHash, ...others } = bare
  return {
    ...others,
    ...(requestHash === undefined ? {} : { sealedRequestHash: sealRequestHash(sealing, requestHash, input.id) }),
    sealed: sealing.seal(JSON.stringify(secrets), input.id),
  }
}

/**
 * Starts a job, or finds the one that was started under the same idempotency key. An input object whose workflow never
 * starts is harmless and expires; a workflow without an input object would not be.
 * @param body the parsed JSON of the request.
 * @param complete adds to the input of a valid request what its body cannot express. @default nothing
 * @throws ApiError when the request is invalid; its key was used for another request; it needs a browser, a mail
 *   server, a model or a proxy that is not configured; it has secrets that cannot be sealed; the daily mail quota of
 *   its tenant is used up; its session does not exist or belongs to another domain; or too many jobs of the caller are
 *   running; JobEngineUnavailableError, EngineRefusedError, SessionsUnavailableError, SessionsRefusedError,
 *   StoreUnavailableError.
 */
export async function startJob(
  kind: JobKind,
  body: unknown,
  caller: StartCaller,
  ports: StartPorts,
  complete: (input: JobInput) => JobInput = (input) => input,
): Promise<StartedJob> {
  const { tenant, keyId, requestId, key } = caller
  const name = key.ok ? key.key : null
  const id = name === null ? jobIdOf(kind, randomUUID()) : jobIdOfKey(kind, tenant, name)
  const identity: JobIdentity = { id, tenant, keyId, requestId, createdAt: new Date().toISOString() }
  const result = await readers[kind](body, identity, ports.policy, ports.crawlLimitMax)
  const errors = [
    ...(key.ok ? [] : [key.problem]),
    ...(result.ok ? [] : result.errors),
    ...(await patternErrors(result.patterns, tenant, ports)),
    ...(await schemaErrors(result.schema, tenant, ports)),
  ]
  const targetErrors = () => deliveryErrors(body, tenant, ports)
  if (!result.ok || errors.length > 0) throw invalidRequest([...errors, ...(await targetErrors())])

  const { input, urls = null, list } = result
  const order = { input: complete(input), urls, list: list?.json ?? null }
  return await startInput(order, caller, ports, targetErrors)
}

/**
 * Returns the identity of a job that is about to be started. @throws ApiError when the idempotency key is malformed.
 */
export function identityOf(kind: JobKind, { tenant, keyId, requestId, key }: StartCaller): JobIdentity {
  if (!key.ok) throw invalidRequest([key.problem])
  const id = key.key === null ? jobIdOf(kind, randomUUID()) : jobIdOfKey(kind, tenant, key.key)
  return { id, tenant, keyId, requestId, createdAt: new Date().toISOString() }
}

/**
 * Checks what the pages of a valid request need: a model, a proxy, a session.
 * @param urls of the pages; null: no list.
 * @throws ApiError when one of them is missing; SessionsUnavailableError, SessionsRefusedError, StoreUnavailableError.
 */
export async function checkJob(valid: JobInput, urls: readonly string[] | null, ports: StartPorts): Promise<void> {
  checkPrompt(valid.page, ports)
  await checkProxy(valid.page.browser, ports)
  const { sessionId = null } = valid.page
  if (sessionId !== null) {
    await checkSession({ tenant: valid.tenant, id: sessionId }, namedUrls(valid, urls), ports)
  }
}

/** Checks what a new job needs. @returns its input as it is stored. @throws ApiError when something is missing. */
async function ready(
  input: JobInput,
  urls: readonly string[] | null,
  ports: StartPorts,
  needErrors: () => Promise<FieldProblem[]>,
): Promise<JobInput> {
  const errors = await needErrors()
  if (errors.length > 0) throw invalidRequest(errors)
  checkMail(input, ports)
  await checkJob(input, urls, ports)
  return sealed(runnable(input, ports), ports)
}

/**
 * Starts a job whose request is valid, or finds the one that was started under the same idempotency key. What the job
 * needs is checked only for a new one: it may have become unavailable while the job of an earlier request runs.
 * @param order its input, with its secrets in place, the URLs of its pages, and their list as it is stored; null: none.
 * @param needErrors returns problems of fields that name what the service does not have. @default none
 * @throws as `startJob`, except for an invalid request.
 */
export async function startInput(
  { input: valid, urls, list }: Pick<StartOrder, 'input' | 'list'> & { urls: readonly string[] | null },
  caller: StartCaller,
  ports: StartPorts,
  needErrors: () => Promise<FieldProblem[]> = () => Promise.resolve([]),
): Promise<StartedJob> {
  const { id, kind } = valid
  const { requestId, key } = caller
  const requestHash = key.ok && key.key !== null ? requestHashOf(valid) : null
  const input = requestHash === null ? valid : { ...valid, requestHash }
  const to = valid.notify?.email ?? null
  const running = to === null ? ports.running : withMailPlaces(ports.running, ports.mails, to)
  const order = { input, requestHash, list, starter: caller }
  const oncePorts = { ...ports, running }
  const earlier = requestHash !== null ? await earlierStart(order, oncePorts) : null
  const { runId, replayed } =
    earlier ?? (await startOnce({ ...order, input: await ready(input, urls, ports, needErrors) }, oncePorts))
  if (!replayed) metrics.jobsStarted.inc({ kind })
  const url = `${jobPaths[kind]}/${id}`
  return { accepted: { success: true, id, url, workflowId: id, runId, request_id: requestId }, replayed }
}
