/**
 * Idempotency keys: a request repeated under the same key refers to the same job. The job id is derived from tenant and
 * key, so that no table of keys is needed and concurrent requests get the same id.
 */
import { createHash } from 'node:crypto'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import type { FieldProblem } from '@seine/shared/api/schemas/problems.ts'
import { requestLimits } from '@seine/shared/config/api-limits.ts'
import { jobIdOf, type JobKind } from '@seine/shared/temporal/names.ts'
import { SealError, type Sealing } from '@seine/shared/storage/sealing.ts'
import { uuidOf } from '@seine/shared/values/uuid-of.ts'
import type { Request } from 'express'
import { ApiError } from './api-error.ts'

const visibleAscii = new RegExp(`^[\\x21-\\x7e]{1,${requestLimits.idempotencyKeyMaxCharacters}}$`)

/** `key` is null when the request has none. The problem's pointer refers to the whole body. */
export type KeyResult = { ok: true; key: string | null } | { ok: false; problem: FieldProblem }

const refused = (rule: string): KeyResult => ({
  ok: false,
  problem: { pointer: '', code: 'validation_failed', message: rule },
})

/** Reads `Idempotency-Key` or its alias `X-Idempotency-Key`. */
export function idempotencyKeyOf(req: Pick<Request, 'get'>): KeyResult {
  const plain = req.get('idempotency-key')
  const alias = req.get('x-idempotency-key')
  if (plain !== undefined && alias !== undefined && plain !== alias) {
    return refused('the headers `Idempotency-Key` and `X-Idempotency-Key` differ: send one of them')
  }
  const key = plain ?? alias ?? null
  if (key === null || visibleAscii.test(key)) return { ok: true, key }
  const name = plain === undefined ? 'X-Idempotency-Key' : 'Idempotency-Key'
  return refused(
    `the header \`${name}\` must have 1 to ${requestLimits.idempotencyKeyMaxCharacters} visible ASCII characters`,
  )
}

/** Returns the id of the job of a kind that a tenant starts under a key. */
export const jobIdOfKey = (kind: JobKind, tenant: string, key: string): string => jobIdOf(kind, uuidOf(tenant, key))

/** Returns the SHA-256 (hex) of a request's meaning: equal for equivalent bodies, under any key of the tenant. */
export function requestHashOf(input: JobInput): string {
  const { id: _id, tenant: _tenant, keyId: _keyId, requestId: _requestId, createdAt: _createdAt, ...fields } = input
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex')
}

/** Seals the hash of the request of a job. @param jobId the job it is sealed for. */
export const sealRequestHash = (sealing: Sealing, requestHash: string, jobId: string): string =>
  sealing.seal(requestHash, hashContextOf(jobId))

/** Opens such a hash. @returns null when it cannot be opened. */
export function openRequestHash(sealing: Sealing | null, sealed: string, jobId: string): string | null {
  try {
    return sealing?.open(sealed, hashContextOf(jobId)) ?? null
  } catch (error) {
    if (error instanceof SealError) return null
    throw error
  }
}

const hashContextOf = (jobId: string): string => `request of ${jobId}`

/**
 * Checks that a key was used for the same request.
 * @param known hash of the request that it was used for; undefined: none was stored; null: it cannot be opened.
 * @throws ApiError when it was used for another one, or may have been.
 */
export function checkSameRequest(known: string | null | undefined, requestHash: string | undefined): void {
  if (known === null) {
    const message = 'this idempotency key was used for a request that was sealed with a key that the service lost'
    throw new ApiError('idempotency_key_reused', message)
  }
  if (known !== undefined && known !== requestHash) {
    throw new ApiError('idempotency_key_reused', 'this idempotency key was used for another request')
  }
}
