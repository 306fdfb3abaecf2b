/** Requests of jobs started in this tab; the API does not return them later. */
import type { CodedRequest } from '../code/coded-request.ts'
import { atSignOut } from '../api/session.ts'

const requests = new Map<string, CodedRequest>()

atSignOut(() => requests.clear())

/** Keeps the request of a job. */
export const keepRequest = (jobId: string, request: CodedRequest): void => void requests.set(jobId, request)

/** Returns the request of a job; null when it was not started in this tab. */
export const keptRequest = (jobId: string): CodedRequest | null => requests.get(jobId) ?? null
