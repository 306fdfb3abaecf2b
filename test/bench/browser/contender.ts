/** The interface of the browser benchmark to a contender, Seine or a peer, that loads pages in a browser. */

/** One turn: a number of loads of the page. */
export interface Turn {
  /** URL of the page; `loadUrl` derives that of a load. */
  url: string
  /** Number of the first load; the others follow consecutively. */
  firstLoad: number
  pages: number
  /** Number of concurrent loads. */
  atOnce: number
}

/** One load. */
export interface PageLoad {
  ms: number
  /** Whether the result contains all script requests of the page. */
  whole: boolean
  /** Duration by phase, milliseconds; absent when the contender does not report it. */
  phases?: Record<string, number>
}

export interface TurnResult {
  wallMs: number
  loads: PageLoad[]
}

export interface Contender {
  /** `puppeteer`, `seine-network` and others. */
  readonly name: string
  /** Description with version and browser. */
  readonly title: string
  /** Starts the contender; not measured. @returns its process id, of which all its other processes are descendants. */
  begin(): Promise<number>
  /** Loads pages; this is what is measured. */
  load(turn: Turn): Promise<TurnResult>
  /** Ends everything it has started. */
  close(): Promise<void>
}
