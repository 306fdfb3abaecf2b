/** How the load of a page tells whether it waits for its site, so that a silent one can be cut and made again. */

/** A time in which a load waits for the site. */
export interface SiteWait {
  /** Something has come. */
  heard(): void
  /** The load does not wait any more: it has its answer, has failed, or does work of its own. */
  over(): void
}

/** Watches one load of a page. */
export interface LoadWatch {
  /** The load waits for the site from now on. */
  waiting(): SiteWait
}

/** The loads of one page. */
export interface PageStalls {
  /** Time that loads which were cut have taken, milliseconds: the page has so much more. */
  readonly lostMs: number
  /** Loads that were cut. */
  readonly count: number
  /**
   * Makes a load, and makes it again at once each time it is cut.
   * @param load is to end, by whatever error, when its signal aborts.
   * @throws what the last load throws.
   */
  run<T>(signal: AbortSignal, load: (signal: AbortSignal, watch: LoadWatch) => Promise<T>): Promise<T>
}

const nothing: SiteWait = { heard: () => undefined, over: () => undefined }

/** A watch that nothing comes of. */
export const unwatched: LoadWatch = { waiting: () => nothing }

/** Makes a load that may be cut, where there is somebody to cut it. */
export const loadWith = async <T>(
  stalls: PageStalls | null | undefined,
  signal: AbortSignal,
  load: (signal: AbortSignal, watch: LoadWatch) => Promise<T>,
): Promise<T> => (stalls == null ? await load(signal, unwatched) : await stalls.run(signal, load))
