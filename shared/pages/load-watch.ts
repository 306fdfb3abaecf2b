/** Reports when the load of a page waits for its site, so that a silent load can be cut and repeated. */

/** A period in which a load waits for the site. */
export interface SiteWait {
  /** Data has arrived. */
  received(): void
  /** The load no longer waits: it has its answer, has failed, or does local work. */
  over(): void
}

/** Watches one load of a page. */
export interface LoadWatch {
  /** The load waits for the site from now on. */
  waiting(): SiteWait
}

/** The loads of one page. */
export interface PageStalls {
  /** Time spent on loads that were cut, milliseconds: the page's deadline moves by this time. */
  readonly lostMs: number
  /** Number of loads that were cut. */
  readonly count: number
  /**
   * Runs a load, and runs it again immediately each time it is cut.
   * @param load has to end, with any error, when its signal aborts.
   * @throws the error of the last load.
   */
  run<T>(signal: AbortSignal, load: (signal: AbortSignal, watch: LoadWatch) => Promise<T>): Promise<T>
}

const nothing: SiteWait = { received: () => undefined, over: () => undefined }

/** A watch that ignores all reports. */
export const unwatched: LoadWatch = { waiting: () => nothing }

/** Runs a load; it may be cut when `stalls` is given. */
export const loadWith = async <T>(
  stalls: PageStalls | null | undefined,
  signal: AbortSignal,
  load: (signal: AbortSignal, watch: LoadWatch) => Promise<T>,
): Promise<T> => (stalls == null ? await load(signal, unwatched) : await stalls.run(signal, load))
