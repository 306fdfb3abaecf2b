/** Something that loads pages in a browser, Seine or a peer: what the benchmark asks of it. */

/** One turn: so many loads of the page. */
export interface Turn {
  /** Of the page; `loadUrl` makes that of a load. */
  url: string
  /** Number of the first load; those after it follow. */
  firstLoad: number
  pages: number
  /** Loads under way at a time. */
  atOnce: number
}

/** One load. */
export interface PageLoad {
  ms: number
  /** All calls of the page are in the result. */
  whole: boolean
  /** Where the time went, milliseconds by phase; where the contender says. */
  phases?: Record<string, number>
}

export interface TurnResult {
  wallMs: number
  loads: PageLoad[]
}

export interface Contender {
  /** `seine-network`, `puppeteer` … */
  readonly name: string
  /** What it is, with its version and browser. */
  readonly title: string
  /** Starts it; not measured. @returns its process, which has all the others below it. */
  begin(): Promise<number>
  /** Loads pages; this is what is measured. */
  load(turn: Turn): Promise<TurnResult>
  /** Ends everything it has started. */
  close(): Promise<void>
}
