/** The way of a crawled page through the code, from the slice that has it to the record that is stored. */

/** From one file to the next. */
export interface WayStep {
  from: string
  to: string
  /** What happens, in a few words. */
  what: string
  /**
   * The file with the interface through which `from` calls `to`, where it does not import it: both import that file.
   * @default null, `from` imports `to`
   */
  port?: string | null
}

const egress = 'shared/egress/connections/contract.ts'
const extraction = 'shared/pages/extraction.ts'
const page = 'shared/pages/page.ts'

export const pageWay: readonly WayStep[] = [
  { from: 'activities/registry.ts', to: 'activities/slice/scrape-slice.ts', what: 'Temporal starts a slice' },
  { from: 'activities/slice/scrape-slice.ts', to: 'activities/segments/slice-list.ts', what: 'its pages' },
  { from: 'activities/slice/scrape-slice.ts', to: 'activities/slice/slice-run.ts', what: 'one attempt' },
  { from: 'activities/slice/slice-run.ts', to: 'activities/slice/slice-hosts.ts', what: 'pacing of its hosts' },
  { from: 'activities/slice/slice-run.ts', to: 'activities/slice/page-turns.ts', what: 'slot and turn at the host' },
  { from: 'activities/slice/slice-run.ts', to: 'activities/slice/slice-gate.ts', what: 'robots.txt' },
  { from: 'activities/slice/slice-run.ts', to: 'activities/slice/slice-request.ts', what: 'the request' },
  {
    from: 'activities/slice/slice-request.ts',
    to: 'activities/slice/caller-options.ts',
    what: 'options of the caller',
  },
  { from: 'activities/slice/slice-run.ts', to: 'activities/slice/job-page.ts', what: 'with or without a session' },
  { from: 'activities/slice/job-page.ts', to: 'activities/page/scrape-page.ts', what: 'one page' },
  { from: 'activities/page/scrape-page.ts', to: 'activities/page/cached-pages.ts', what: 'a copy in the cache' },
  { from: 'activities/page/scrape-page.ts', to: 'activities/page/host-permit.ts', what: 'a permit for the host' },
  { from: 'activities/page/scrape-page.ts', to: 'activities/page/lane-ladder.ts', what: 'which lane is next' },
  { from: 'activities/page/scrape-page.ts', to: 'activities/page/page-attempts.ts', what: 'list of attempts' },
  { from: 'activities/page/scrape-page.ts', to: 'activities/page/http-climb.ts', what: 'lane HTTP' },
  { from: 'activities/page/http-climb.ts', to: 'activities/page/http-lane.ts', what: 'an attempt' },
  { from: 'activities/page/http-lane.ts', to: 'activities/page/identity-headers.ts', what: 'headers' },
  { from: 'activities/page/http-lane.ts', to: 'activities/page/page-attempt-http.ts', what: 'its record' },
  { from: 'activities/page/http-lane.ts', to: 'shared/egress/client.ts', what: 'the request', port: egress },
  { from: 'activities/page/http-climb.ts', to: 'activities/page/load-extraction.ts', what: 'the answer' },
  { from: 'activities/page/load-extraction.ts', to: 'activities/extract/pool.ts', what: 'a thread', port: extraction },
  { from: 'activities/extract/pool.ts', to: 'activities/extract/pool-thread.ts', what: 'starts it' },
  { from: 'activities/extract/pool-thread.ts', to: 'activities/extract/extract-page.ts', what: 'in the thread' },
  { from: 'activities/extract/extract-page.ts', to: 'activities/html/parse-tree.ts', what: 'tree' },
  {
    from: 'activities/extract/extract-page.ts',
    to: 'activities/extract/response-verdict.ts',
    what: 'page, block or shell',
  },
  { from: 'activities/extract/response-verdict.ts', to: 'activities/judge/judge.ts', what: 'verdict' },
  { from: 'activities/extract/extract-page.ts', to: 'activities/content/wanted-content.ts', what: 'main content' },
  { from: 'activities/extract/extract-page.ts', to: 'activities/content/markdown/to-markdown.ts', what: 'Markdown' },
  { from: 'activities/page/scrape-page.ts', to: 'activities/page/browser-lane.ts', what: 'lane browser' },
  {
    from: 'activities/page/browser-lane.ts',
    to: 'activities/scrape/remote-browser.ts',
    what: 'a browser worker',
    port: page,
  },
  { from: 'activities/slice/slice-run.ts', to: 'activities/page/page-ending.ts', what: 'how it ended' },
  { from: 'activities/slice/slice-run.ts', to: 'activities/segments/page-record.ts', what: 'the record' },
  { from: 'activities/segments/page-record.ts', to: 'activities/segments/job-attempt.ts', what: 'its attempts' },
  { from: 'activities/slice/slice-run.ts', to: 'activities/segments/slice-progress.ts', what: 'what is done' },
  { from: 'activities/slice/slice-run.ts', to: 'activities/segments/slice-outcomes.ts', what: 'its outcome' },
  {
    from: 'activities/slice/slice-run.ts',
    to: 'activities/segments/segment-writer.ts',
    what: 'stored in a segment',
  },
  { from: 'activities/slice/slice-run.ts', to: 'activities/segments/slice-result.ts', what: 'result of the slice' },
]

/**
 * Further files of the rooms `wayRooms` that run for every page, with what they do: they serve the slice as a whole, or
 * decide that an option of the job does not apply. A test compares them with the files whose functions are called.
 */
export const besideWay: Readonly<Record<string, string>> = {
  'activities/page/model-json.ts': 'asks whether a language model fills `json`',
  'activities/page/recorded-page.ts': 'asks whether the job records what goes over the wire',
  'activities/page/revisited-page.ts': 'asks whether a watch has stored the page',
  'activities/page/trace-page.ts': 'span of the trace',
  'activities/segments/bitmap.ts': 'set of finished pages in heartbeats',
  'activities/segments/restored-pages.ts': 'asks for pages of earlier attempts at the slice',
  'activities/segments/segment-runs.ts': 'finished segments in heartbeats',
  'activities/slice/bounded-beats.ts': 'caps heartbeats',
  'activities/slice/heartbeat-silence.ts': 'asks whether a heartbeat is due',
  'activities/slice/idle-slices.ts': 'metric of slices without progress',
  'activities/slice/page-slots.ts': 'page slots of the process',
  'activities/slice/revisits.ts': 'asks whether a watch has stored pages',
  'activities/slice/slice-beats.ts': 'heartbeats',
  'activities/slice/slice-resources.ts': 'shares of the slices of a process',
  'activities/slice/slice-stalls.ts': 'loads without data',
  'activities/slice/slice-time.ts': 'time of the slice',
  'activities/slice/slice-wire.ts': 'asks whether the job records what goes over the wire',
}

/** Rooms of which every file that runs for a page is named; others are entered through the file that is named. */
export const wayRooms = ['activities/slice', 'activities/page', 'activities/segments'] as const

/** The files of the way, each once. */
export const wayFiles = (): string[] => [...new Set(pageWay.flatMap(({ from, to }) => [from, to]))]
