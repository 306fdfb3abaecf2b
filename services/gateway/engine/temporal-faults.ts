/** Faults of Temporal as the gateway throws them. */
import { temporalFault } from '@seine/shared/temporal/temporal-fault.ts'
import { EngineRefusedError, EngineUnavailableError } from './job-engine.ts'

/**
 * What a failed call means for the gateway.
 * @returns EngineRefusedError, EngineUnavailableError, or the error itself when Temporal is not at fault.
 */
export function engineFault(error: unknown): unknown {
  const fault = temporalFault(error)
  if (fault.kind === 'ours') return error
  return fault.kind === 'unavailable'
    ? new EngineUnavailableError('Temporal does not answer', { cause: error })
    : new EngineRefusedError(`Temporal refuses: ${fault.reason}`, { cause: error })
}
