/** Faults of Temporal told apart: what passes by itself, and what an operator must set right. */
import { isGrpcServiceError } from '@temporalio/client'
import { EngineRefusedError, EngineUnavailableError } from './job-engine.ts'

/** gRPC status codes that mean the deployment is wrong: namespace, search attributes, permissions. */
const refusals = new Map([
  [3, 'INVALID_ARGUMENT'],
  [5, 'NOT_FOUND'],
  [7, 'PERMISSION_DENIED'],
  [9, 'FAILED_PRECONDITION'],
  [12, 'UNIMPLEMENTED'],
  [16, 'UNAUTHENTICATED'],
])

/** The gRPC status code of an error or of what caused it. */
function grpcCode(error: unknown): number | null {
  if (isGrpcServiceError(error)) return error.code
  return error instanceof Error && error.cause !== undefined ? grpcCode(error.cause) : null
}

/** True for errors by which the client says that a namespace is unknown. */
const isNamespaceMissing = (error: unknown): boolean =>
  error instanceof Error && error.name === 'NamespaceNotFoundError'

/** Faults of our own code, which no state of Temporal explains. */
const isOurs = (error: unknown): boolean => error instanceof TypeError || error instanceof RangeError

/**
 * What a failed call means for the gateway. Apart from faults of our own everything that comes out
 * of the client counts as unavailability: a connection that cannot be made fails with plain errors.
 * @returns EngineRefusedError, EngineUnavailableError, or the error itself when Temporal is not at fault.
 */
export function engineFault(error: unknown): unknown {
  if (isOurs(error)) return error
  const code = grpcCode(error)
  const refusal = isNamespaceMissing(error) ? 'namespace not found' : refusals.get(code ?? 0)
  return refusal === undefined
    ? new EngineUnavailableError('Temporal does not answer', { cause: error })
    : new EngineRefusedError(`Temporal refuses: ${refusal}`, { cause: error })
}
