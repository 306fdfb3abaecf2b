/** Limits of what pages leave in a session; for cookies see `cookieLimits`. */
export const sessionStateLimits = {
  originsMax: 20,
  /** Storage items of one origin. */
  storageItemsMax: 1_000,
  /** Keys and values of all origins together, in characters. */
  storageMaxCharacters: 1024 * 1024,
  /** Longest time for filling in local storage, or for reading what a page left in it. */
  storageTimeoutMs: 3_000,
  /** Timeout for one frame whose storage is read. */
  frameTimeoutMs: 1_000,
  /** Frames whose storage is read. */
  framesMax: 50,
} as const
