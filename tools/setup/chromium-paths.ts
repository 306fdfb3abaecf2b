/** Where the two engines of Chromium are. Types only. */

/** Path of each engine, null for one that is not here. */
export interface ChromiumPaths {
  shell: string | null
  chrome: string | null
}
