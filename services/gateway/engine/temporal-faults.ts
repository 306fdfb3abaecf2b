/** Converts errors of Temporal to those the gateway throws. */
import { temporalFault } from '@seine/shared/temporal/temporal-fault.ts'
import { EngineRefusedError, JobEngineUnavailableError } from './job-engine.ts'

/**
 * Classifies a failed call.
 * @returns EngineRefusedError, JobEngineUnavailableError, or the error itself when Temporal is not the cause.
 */
export function engineFault(error: unknown): unknown {
  const fault = temporalFault(error)
  if (fault.kind === 'ours') return error
  return fault.kind === 'unavailable'
    ? new JobEngineUnavailableError('Temporal does not answer', { cause: error })
    : new EngineRefusedError(`Temporal refuses: ${fault.reason}`, { cause: error })
}
