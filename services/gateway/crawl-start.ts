/** `POST /crawl`: validate, write the input object, start the lifecycle workflow, in this order. */
import { randomUUID } from 'node:crypto'
import { readCrawlRequest } from '@seine/shared/api/crawl-request.ts'
import type { JobAccepted } from '@seine/shared/api/job-schema.ts'
import type { UrlPolicy } from '@seine/shared/api/url-rules.ts'
import { inputKey } from '@seine/shared/storage/object-keys.ts'
import { jobIdOf } from '@seine/shared/temporal/names.ts'
import { invalidRequest } from './api-error.ts'
import type { JobEngine } from './job-engine.ts'
import type { ResultStore } from './result-store.ts'

export interface StartPorts {
  engine: JobEngine
  store: ResultStore
  policy: UrlPolicy
}

/**
 * Starts a crawl job.
 * An input object whose workflow never starts is harmless and expires; the reverse is not.
 * @param body the parsed JSON of the request.
 * @throws ApiError when the request is invalid, EngineUnavailableError, EngineRefusedError,
 *   StoreUnavailableError.
 */
export async function startCrawl(
  body: unknown,
  caller: { tenant: string; requestId: string },
  { engine, store, policy }: StartPorts,
): Promise<JobAccepted> {
  const id = jobIdOf('crawl', randomUUID())
  const result = readCrawlRequest(body, { id, ...caller, createdAt: new Date().toISOString() }, policy)
  if (!result.ok) throw invalidRequest(result.errors)
  await store.put(inputKey(id), JSON.stringify(result.input))
  const { runId } = await engine.start(result.input)
  return { success: true, id, url: `/crawl/${id}`, workflowId: id, runId, request_id: caller.requestId }
}
