/**
 * Size limits of values in the history of a workflow. The history stores every event with its values, and the server
 * ends a run whose history is full.
 */

/** Returns the size of a value as Temporal stores it, in bytes. */
export const payloadBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '')

/**
 * Returns the value if it fits.
 * @param what names it in the error. @param maxBytes as JSON in UTF-8.
 * @throws RangeError with name, size and bound.
 */
export function fittingPayload<T>(what: string, value: T, maxBytes: number): T {
  const bytes = payloadBytes(value)
  if (bytes > maxBytes) throw new RangeError(`${what} is ${bytes} bytes long; at most ${maxBytes} go into a history`)
  return value
}
