/** Faults of Temporal told apart: what passes by itself, and what an operator must set right. */
import { isGrpcServiceError } from '@temporalio/client'

/** gRPC status codes that mean the deployment is wrong: namespace, search attributes, permissions. */
const refusals = new Map([
  [3, 'INVALID_ARGUMENT'],
  [5, 'NOT_FOUND'],
  [7, 'PERMISSION_DENIED'],
  [9, 'FAILED_PRECONDITION'],
  [12, 'UNIMPLEMENTED'],
  [16, 'UNAUTHENTICATED'],
])

/** The gRPC status code of an error or of what caused it; null = it has none. */
export function grpcCode(error: unknown): number | null {
  if (isGrpcServiceError(error)) return error.code
  return error instanceof Error && error.cause !== undefined ? grpcCode(error.cause) : null
}

/** True for errors by which the client says that a namespace is unknown. */
const isNamespaceMissing = (error: unknown): boolean =>
  error instanceof Error && error.name === 'NamespaceNotFoundError'

/** Faults of our own code, which no state of Temporal explains. */
const isOurs = (error: unknown): boolean => error instanceof TypeError || error instanceof RangeError

export type TemporalFault = { kind: 'ours' } | { kind: 'unavailable' } | { kind: 'refused'; reason: string }

/**
 * What a failed call means. Apart from faults of our own everything that comes out of the client counts
 * as unavailability: a connection that cannot be made fails with plain errors.
 */
export function temporalFault(error: unknown): TemporalFault {
  if (isOurs(error)) return { kind: 'ours' }
  const code = grpcCode(error)
  const reason = isNamespaceMissing(error) ? 'namespace not found' : refusals.get(code ?? 0)
  return reason === undefined ? { kind: 'unavailable' } : { kind: 'refused', reason }
}
