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
  { from: 'activities/slice/slice-run.ts', to: 'activities/slice/page-turns.ts', what: 'slot and turn at the host' },
  { from: 'activities/slice/slice-run.ts', to: 'activities/slice/slice-gate.ts', what: 'robots.txt' },
  { from: 'activities/slice/slice-run.ts', to: 'activities/slice/job-page.ts', what: 'with or without a session' },
  { from: 'activities/slice/job-page.ts', to: 'activities/page/scrape-page.ts', what: 'one page' },
  { from: 'activities/page/scrape-page.ts', to: 'activities/page/http-climb.ts', what: 'lane HTTP' },
  { from: 'activities/page/http-climb.ts', to: 'activities/page/http-lane.ts', what: 'an attempt' },
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
  { from: 'activities/slice/slice-run.ts', to: 'activities/segments/page-record.ts', what: 'the record' },
  {
    from: 'activities/slice/slice-run.ts',
    to: 'activities/segments/segment-writer.ts',
    what: 'stored in a segment',
  },
  { from: 'activities/slice/slice-run.ts', to: 'activities/segments/slice-result.ts', what: 'result of the slice' },
]
