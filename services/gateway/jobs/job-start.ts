/** `POST` of a job: validate, write what was asked for, start the lifecycle workflow, in this order. */
import { randomUUID } from 'node:crypto'
import type { MailQuota } from '@seine/activities/notify/mail-quota.ts'
import { readBatchRequest } from '@seine/shared/api/requests/batch-request.ts'
import { readCrawlRequest } from '@seine/shared/api/requests/crawl-request.ts'
import type { PendingSchema } from '@seine/shared/api/output-schema/given-schema.ts'
import type { PathPatterns } from '@seine/shared/api/rules/path-patterns.ts'
import type { BatchUrls, JobInput } from '@seine/shared/tasks/job-input.ts'
import { takeSecrets } from '@seine/shared/jobs/job-secrets.ts'
import type { JobIdentity } from '@seine/shared/api/requests/job-request.ts'
import type { JobAccepted } from '@seine/shared/api/schemas/job-schema.ts'
import type { FieldProblem } from '@seine/shared/api/schemas/problems.ts'
import type { UrlPolicy } from '@seine/shared/api/rules/url-rules.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import type { Sealing } from '@seine/shared/storage/sealing.ts'
import { jobIdOf, type JobKind } from '@seine/shared/temporal/names.ts'
import { ApiError, invalidRequest } from '../http/api-error.ts'
import { jobIdOfKey, requestHashOf, type KeyResult } from '../http/idempotency-key.ts'
import { jobPaths } from '../engine/job-kinds.ts'
import { withMailPlaces } from '../quota/mail-places.ts'
import { checkPrompt, type PromptPorts } from '../checks/prompt-check.ts'
import { checkProxy, type ProxyCheckPorts } from '../checks/proxy-check.ts'
import type { JobStarter } from '../quota/running-jobs-quota.ts'
import { patternErrors } from '../checks/pattern-check.ts'
import { schemaErrors, type SchemaCheckPorts } from '../checks/schema-check.ts'
import { checkSession, type NamedUrl, type SessionCheckPorts } from '../checks/session-check.ts'
import { startOnce, type StartOncePorts } from './start-once.ts'

export interface StartPorts extends StartOncePorts, PromptPorts, ProxyCheckPorts, SessionCheckPorts, SchemaCheckPorts {
  policy: UrlPolicy
  browsers: { readonly configured: boolean }
  /** Null when no key is configured. */
  sealing: Sealing | null
  /** Whether there is a mail server to tell of jobs by. */
  mail: boolean
  /** What a tenant may have of mails. */
  mails: Pick<MailQuota, 'take'>
}

/** Who asks, and under which idempotency key. */
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
  | { ok: true; input: JobInput; urlsJson?: string }
  | { ok: false; errors: FieldProblem[] }
)

const readers: Record<JobKind, (body: unknown, identity: JobIdentity, policy: UrlPolicy) => RequestResult> = {
  crawl: readCrawlRequest,
  batch: readBatchRequest,
}

/** The input as this service can run it: without a browser worker, pages that do not insist are fetched over HTTP. */
function runnable(input: JobInput, { browsers }: StartPorts): JobInput {
  if (browsers.configured || input.page.render === 'never') return input
  if (input.page.render === 'auto') return { ...input, page: { ...input.page, render: 'never' } }
  throw new ApiError(
    'browser_unavailable',
    'the pages of this job need a browser, and this service has no browser worker',
  )
}

/** @throws ApiError for a mail that nobody could send. */
function checkMail({ notifyPlan }: JobInput, { mail }: StartPorts): void {
  if (notifyPlan?.email !== true || mail) return
  throw new ApiError(
    'not_configured',
    'this service has no mail server: leave `email` out, or set SEINE_SMTP_URL and SEINE_MAIL_FROM',
  )
}

/** The URLs that a job begins with. */
function* namedUrls({ kind, url }: JobInput, urlsJson: string | null): Generator<NamedUrl> {
  if (kind === 'crawl' || urlsJson === null) yield { url, pointer: '/url' }
  else {
    const urls = JSON.parse(urlsJson) as BatchUrls
    for (const [at, each] of urls.entries()) yield { url: each, pointer: `/urls/${at}` }
  }
}

/** The input as it is stored: a job outlives its call, and what its caller trusts us with is sealed. */
function sealed(input: JobInput, { sealing }: StartPorts): JobInput {
  const { input: bare, secrets } = takeSecrets(input)
  if (secrets === null) return input
  if (sealing === null) {
    throw new ApiError(
      'not_configured',
      'headers, bodies, values of actions and receivers are sealed before they are stored, and this service has no key: set SEINE_SEALING_KEY',
    )
  }
  return { ...bare, sealed: sealing.seal(JSON.stringify(secrets), input.id) }
}

/**
 * Starts a job, or finds the one that was started under the same idempotency key. An input object
 * whose workflow never starts is harmless and expires; the reverse is not.
 * @param body the parsed JSON of the request.
 * @throws ApiError when the request is invalid, its key was used for another, its pages need a browser
 *   and there is none, it wants a mail, a model or a proxy and there is none, it holds secrets that cannot be sealed,
 *   the mails of its tenant are spent for today, its session is not there or belongs to another domain, or too many jobs of the caller are running;
 *   EngineUnavailableError, EngineRefusedError, SessionsUnavailableError, SessionsRefusedError,
 *   StoreUnavailableError.
 */
export async function startJob(
  kind: JobKind,
  body: unknown,
  caller: StartCaller,
  ports: StartPorts,
): Promise<StartedJob> {
  const { tenant, keyId, requestId, key } = caller
  const name = key.ok ? key.key : null
  const id = name === null ? jobIdOf(kind, randomUUID()) : jobIdOfKey(kind, tenant, name)
  const identity: JobIdentity = { id, tenant, keyId, requestId, createdAt: new Date().toISOString() }
  const result = readers[kind](body, identity, ports.policy)
  const errors = [
    ...(key.ok ? [] : [key.problem]),
    ...(result.ok ? [] : result.errors),
    ...(await patternErrors(result.patterns, tenant, ports)),
    ...(await schemaErrors(result.schema, tenant, ports)),
  ]
  if (!result.ok || errors.length > 0) throw invalidRequest(errors)

  return await startInput({ input: result.input, urlsJson: result.urlsJson ?? null }, caller, ports)
}

/** What identifies a job that is about to be started. @throws ApiError when the idempotency key is malformed. */
export function identityOf(kind: JobKind, { tenant, keyId, requestId, key }: StartCaller): JobIdentity {
  if (!key.ok) throw invalidRequest([key.problem])
  const id = key.key === null ? jobIdOf(kind, randomUUID()) : jobIdOfKey(kind, tenant, key.key)
  return { id, tenant, keyId, requestId, createdAt: new Date().toISOString() }
}

/**
 * Starts a job whose request is valid.
 * @param order its input, with its secrets in their places, and the list of pages that goes with it; null = none.
 * @throws as `startJob`, but for what is wrong with a request.
 */
export async function startInput(
  { input: valid, urlsJson }: { input: JobInput; urlsJson: string | null },
  caller: StartCaller,
  ports: StartPorts,
): Promise<StartedJob> {
  const { id, tenant, kind } = valid
  const { requestId, key } = caller
  checkMail(valid, ports)
  checkPrompt(valid.page, ports)
  await checkProxy(valid.page.browser, ports)
  const { sessionId = null } = valid.page
  if (sessionId !== null) await checkSession({ tenant, id: sessionId }, namedUrls(valid, urlsJson), ports)
  const isKeyed = key.ok && key.key !== null
  const asked = isKeyed ? { ...valid, requestHash: requestHashOf(valid) } : valid
  const input = sealed(runnable(asked, ports), ports)
  const to = valid.notify?.email ?? null
  const running = to === null ? ports.running : withMailPlaces(ports.running, ports.mails, to)
  const order = { input, urlsJson, starter: caller }
  const { runId, replayed } = await startOnce(order, { ...ports, running })
  if (!replayed) metrics.jobsStarted.inc({ kind })
  const url = `${jobPaths[kind]}/${id}`
  return { accepted: { success: true, id, url, workflowId: id, runId, request_id: requestId }, replayed }
}
