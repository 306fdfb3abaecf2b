/** The paths of the two engines of Chromium. Types only. */

/** Path of each engine; null for one that is not installed. */
export interface ChromiumPaths {
  shell: string | null
  chrome: string | null
}
