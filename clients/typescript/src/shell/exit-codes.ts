/** Exit codes of the command, as those of `./dev crawl`, and what an error becomes. */
import { ApiError, ConnectionError, ValidationError } from '../errors.ts'
import { UsageError } from './usage-error.ts'

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  cancelled: 130,
} as const

/** Returns the exit code for an error. */
export function exitCodeFor(error: unknown): number {
  if (error instanceof UsageError || error instanceof ValidationError) return exitCodes.usage
  if (error instanceof ConnectionError) return exitCodes.unreachable
  return error instanceof Error && error.name === 'AbortError' ? exitCodes.cancelled : exitCodes.failed
}

/** Returns an error as lines of text: what the service says, and each field that is wrong. */
export function linesOf(error: unknown): string[] {
  if (!(error instanceof ApiError)) return [error instanceof Error ? error.message : String(error)]
  const id = error.request_id === null ? '' : `, request ${error.request_id}`
  return [
    `${error.message} (${error.code}, HTTP ${error.status}${id})`,
    ...error.errors.map(({ pointer, message }) => `  ${pointer === '' ? 'request' : pointer}: ${message}`),
    ...error.attempts.map(({ index, strategy, outcome }) => `  attempt ${index}: ${strategy}, ${outcome}`),
  ]
}

/** Returns the exit code for a job that has ended. */
export function exitCodeOfJob(status: string): number {
  if (status === 'completed') return exitCodes.done
  return status === 'cancelled' ? exitCodes.cancelled : exitCodes.failed
}
