/** Limits of the captures view: sizes of imported files, and number of items shown at once. */
export const captureViewLimits = {
  /** A HAR file larger than this is refused. */
  harMaxBytes: 128 * 1024 * 1024,
  /** Entries of a HAR file beyond this number are left out. */
  entriesMax: 10_000,
  /** Headers of one request or answer beyond this number are left out. */
  headersMax: 500,
  /** Frames and events of one call beyond this number are left out. */
  framesMax: 5_000,
  /** Longest time from the first call to a later one; later times in a file are reduced to it. */
  spanMaxMs: 24 * 60 * 60 * 1_000,
  /** Largest number of bytes that a file may state for one body. */
  sizeMaxBytes: 2 ** 50,
  /** Characters of a body that are shown at first, and more with each request for more. */
  bodyStepCharacters: 64 * 1024,
  /** Characters of a value in a table cell. */
  valueMaxCharacters: 8 * 1024,
  /** Pictures larger than this are not shown. */
  pictureMaxBytes: 10 * 1024 * 1024,
} as const
