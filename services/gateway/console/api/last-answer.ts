/** When the service answered last: whoever has just heard from it need not ask whether it is there. */

let atMs = Number.NEGATIVE_INFINITY

/** Notes an answer, or a part of one. */
export const noteAnswer = (): void => {
  atMs = performance.now()
}

/** How long ago the last answer came, milliseconds; endless before the first. */
export const sinceAnswerMs = (): number => performance.now() - atMs
