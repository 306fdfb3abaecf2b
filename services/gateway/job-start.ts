/** `POST` of a job: validate, write what was asked for, start the lifecycle workflow, in this order. */
import { randomUUID } from 'node:crypto'
import { readBatchRequest } from '@seine/shared/api/batch-request.ts'
import { readCrawlRequest } from '@seine/shared/api/crawl-request.ts'
import type { JobInput } from '@seine/shared/api/job-input.ts'
import { takeSecrets } from '@seine/shared/api/job-secrets.ts'
import type { JobIdentity } from '@seine/shared/api/job-request.ts'
import type { JobAccepted } from '@seine/shared/api/job-schema.ts'
import type { FieldProblem } from '@seine/shared/api/problems.ts'
import type { UrlPolicy } from '@seine/shared/api/url-rules.ts'
import { batchUrlsKey, inputKey, statusKey } from '@seine/shared/storage/object-keys.ts'
import { StoreUnavailableError } from '@seine/shared/storage/object-store.ts'
import type { Sealing } from '@seine/shared/storage/sealing.ts'
import { jobIdOf, type JobKind } from '@seine/shared/temporal/names.ts'
import { ApiError, invalidRequest } from './api-error.ts'
import { jobIdOfKey, requestHashOf, type KeyResult } from './idempotency-key.ts'
import type { JobEngine } from './job-engine.ts'
import { jobPaths } from './job-kinds.ts'
import type { ResultStore } from './result-store.ts'

export interface StartPorts {
  engine: JobEngine
  store: ResultStore
  policy: UrlPolicy
  browsers: { readonly configured: boolean }
  /** Null when no key is configured. */
  sealing: Sealing | null
}

/** Who asks, and under which idempotency key. */
export interface StartCaller {
  tenant: string
  requestId: string
  key: KeyResult
}

export interface StartedJob {
  accepted: JobAccepted
  /** True when the job was started by an earlier request under the same key. */
  replayed: boolean
}

/** A run of a job; empty when the workflow service has forgotten it. */
interface Started {
  runId: string
  replayed: boolean
}

type RequestResult = { ok: true; input: JobInput; urlsJson?: string } | { ok: false; errors: FieldProblem[] }

const readers: Record<JobKind, (body: unknown, identity: JobIdentity, policy: UrlPolicy) => RequestResult> = {
  crawl: readCrawlRequest,
  batch: readBatchRequest,
}

/** The input a job was first asked for with, written now unless it was before. */
async function storedInput(input: JobInput, store: ResultStore): Promise<{ input: JobInput; fresh: boolean }> {
  const key = inputKey(input.id)
  if (await store.putIfAbsent(key, JSON.stringify(input))) return { input, fresh: true }
  const stored = await store.getJson<JobInput>(key)
  // A write that collides with another is refused before the other can be read.
  if (stored === null) throw new StoreUnavailableError(`object store: ${key} is being written`)
  if (stored.requestHash !== input.requestHash) {
    throw new ApiError('idempotency_key_reused', 'this idempotency key was used for another request')
  }
  return { input: stored, fresh: false }
}

/** The run of a job that an earlier request started, or null when it died before it could. */
async function earlierRun(id: string, { engine, store }: StartPorts): Promise<Started | null> {
  const view = await engine.describe(id)
  if (view !== null) return { runId: view.runId, replayed: true }
  // A record outlives its workflow: the job is over and must not run again.
  return (await store.getJson(statusKey(id))) === null ? null : { runId: '', replayed: true }
}

async function startOnce(input: JobInput, urlsJson: string | null, ports: StartPorts): Promise<Started> {
  const stored = await storedInput(input, ports.store)
  const earlier = stored.fresh ? null : await earlierRun(input.id, ports)
  if (earlier !== null) return earlier
  // Of a repeat the list is the same, because the hash of the request covers it.
  if (urlsJson !== null) await ports.store.put(batchUrlsKey(input.id), urlsJson)
  const run = await ports.engine.start(stored.input)
  if (run !== null) return { runId: run.runId, replayed: false }
  return { runId: (await ports.engine.describe(input.id))?.runId ?? '', replayed: true }
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

/** The input as it is stored: a job outlives its call, and what its caller trusts us with is sealed. */
function sealed(input: JobInput, { sealing }: StartPorts): JobInput {
  const { input: bare, secrets } = takeSecrets(input)
  if (secrets === null) return input
  if (sealing === null) {
    throw new ApiError(
      'not_configured',
      'headers, bodies and values of actions are sealed before they are stored, and this service has no key: set SEINE_SEALING_KEY',
    )
  }
  return { ...bare, sealed: sealing.seal(JSON.stringify(secrets), input.id) }
}

/**
 * Starts a job, or finds the one that was started under the same idempotency key. An input object
 * whose workflow never starts is harmless and expires; the reverse is not.
 * @param body the parsed JSON of the request.
 * @throws ApiError when the request is invalid, its key was used for another, its pages need a browser
 *   and there is none, or it holds secrets that cannot be sealed; EngineUnavailableError,
 *   EngineRefusedError, StoreUnavailableError.
 */
export async function startJob(
  kind: JobKind,
  body: unknown,
  { tenant, requestId, key }: StartCaller,
  ports: StartPorts,
): Promise<StartedJob> {
  const name = key.ok ? key.key : null
  const id = name === null ? jobIdOf(kind, randomUUID()) : jobIdOfKey(kind, tenant, name)
  const result = readers[kind](body, { id, tenant, requestId, createdAt: new Date().toISOString() }, ports.policy)
  const errors = [...(key.ok ? [] : [key.problem]), ...(result.ok ? [] : result.errors)]
  if (!result.ok || errors.length > 0) throw invalidRequest(errors)

  const { input, urlsJson = null } = result
  const { runId, replayed } = await startOnce(
    sealed(runnable(name === null ? input : { ...input, requestHash: requestHashOf(input) }, ports), ports),
    urlsJson,
    ports,
  )
  const accepted: JobAccepted = {
    success: true,
    id,
    url: `${jobPaths[kind]}/${id}`,
    workflowId: id,
    runId,
    request_id: requestId,
  }
  return { accepted, replayed }
}
