/** Limits of the views of watches. */
export const watchViewLimits = {
  /** Between two readings while a run is in progress, and while none is, milliseconds. */
  runningPollMs: 3_000,
  idlePollMs: 15_000,
  /** Watches per reading. */
  watchesPart: 100,
  /** All runs that a watch keeps, and the number of them that the table shows at first. */
  runsMax: 365,
  runsShown: 30,
  /** Changes per reading. */
  changesPart: 200,
  /** Characters of a text that are shown at first, and more with each request for more. */
  textStepCharacters: 64 * 1024,
  /** Operations of a JSON patch that are shown. */
  patchRowsMax: 200,
} as const
