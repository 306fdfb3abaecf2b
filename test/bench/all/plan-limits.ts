/** Sizes of the benchmarks in `./dev bench all`, where they differ from those of a benchmark that runs alone. */
export const planLimits = {
  /** The aims of crawls speak of the first and the third crawl of a stack. */
  crawlRoundsMin: 3,
  /** Pages on which extraction is compared with its peers, which need almost a second a page. */
  extractionPeersPages: 200,
  /** How long the gateway is watched for each view of the console, seconds. */
  consoleSeconds: 15,
  /** Numbers of jobs at once, and pages of each: more take hours, and are in docs/scaling.md. */
  scaleJobs: [1, 10],
  scalePages: 2_000,
  /** A benchmark that runs longer is ended, so that the others are measured. */
  benchMaxMs: 60 * 60_000,
} as const
