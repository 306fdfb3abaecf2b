/** Time of the newest answer of the service. A recent one makes a health poll unnecessary. */

let atMs = Number.NEGATIVE_INFINITY

/** Records the time of an answer, or of a part of one. */
export const noteAnswer = (): void => {
  atMs = performance.now()
}

/** Returns the time since the newest answer, milliseconds; `Infinity` before the first. */
export const sinceAnswerMs = (): number => performance.now() - atMs
