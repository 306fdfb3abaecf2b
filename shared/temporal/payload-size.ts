/**
 * Size limits of values in the history of a workflow. The history stores every event with its values, and the server
 * ends a run whose history is full.
 */

/** Returns the size of a value as Temporal stores it, in bytes. Also for workflows, which have no `Buffer`. */
export const payloadBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value) ?? '').length

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

/** The last warning of a memo that has not all of them. */
export const furtherWarnings = 'there are further warnings; the record of the ended job has them'

/**
 * Returns a memo with as many of its first warnings as fit, and a last one that says that there are others.
 * @param maxBytes as JSON in UTF-8; its other members need less.
 */
export function fittingMemo<Memo extends { warnings: string[] }>(memo: Memo, maxBytes: number): Memo {
  let fitting = memo
  for (let kept = memo.warnings.length - 1; kept >= 0 && payloadBytes(fitting) > maxBytes; kept -= 1) {
    fitting = { ...memo, warnings: [...memo.warnings.slice(0, kept), furtherWarnings] }
  }
  return fitting
}
