/** Bounds on what goes into the history of a workflow: it is copied with every event and ends a run when it is full. */

/** The size of a value as Temporal stores it, in bytes. */
export const payloadBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

/**
 * Returns a value that fits.
 * @param what names it in the error. @param maxBytes as JSON in UTF-8.
 * @throws RangeError with name, size and bound.
 */
export function fittingPayload<T>(what: string, value: T, maxBytes: number): T {
  const bytes = payloadBytes(value)
  if (bytes > maxBytes) throw new RangeError(`${what} is ${bytes} bytes long; at most ${maxBytes} go into a history`)
  return value
}
