/** Classifies faults of Temporal: temporary ones, and those that an operator must resolve. */
import { isGrpcServiceError } from '@temporalio/client'

/** gRPC status codes that indicate a wrong deployment: namespace, search attributes, permissions. */
const refusals = new Map([
  [3, 'INVALID_ARGUMENT'],
  [5, 'NOT_FOUND'],
  [7, 'PERMISSION_DENIED'],
  [9, 'FAILED_PRECONDITION'],
  [12, 'UNIMPLEMENTED'],
  [16, 'UNAUTHENTICATED'],
])

/** Returns the gRPC status code of an error or of its cause; null: it has none. */
export function grpcCode(error: unknown): number | null {
  if (isGrpcServiceError(error)) return error.code
  return error instanceof Error && error.cause !== undefined ? grpcCode(error.cause) : null
}

/** Returns true for errors with which the client reports an unknown namespace. */
const isNamespaceMissing = (error: unknown): boolean =>
  error instanceof Error && error.name === 'NamespaceNotFoundError'

/** Faults of our own code, which no state of Temporal explains. */
const isOurs = (error: unknown): boolean => error instanceof TypeError || error instanceof RangeError

export type TemporalFault = { kind: 'ours' } | { kind: 'unavailable' } | { kind: 'refused'; reason: string }

/**
 * Classifies the error of a failed call. Apart from faults of our own, every other error of the client counts as
 * unavailability: a failed connection throws plain errors.
 */
export function temporalFault(error: unknown): TemporalFault {
  if (isOurs(error)) return { kind: 'ours' }
  const code = grpcCode(error)
  const reason = isNamespaceMissing(error) ? 'namespace not found' : refusals.get(code ?? 0)
  return reason === undefined ? { kind: 'unavailable' } : { kind: 'refused', reason }
}
