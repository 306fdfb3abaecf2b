/** Paths of jobs by their ids. */

/** The kinds of jobs, as tools name them. */
export type ToolJobKind = 'crawl' | 'batch'

/** The paths at which jobs of a kind are started. */
export const startPaths: Readonly<Record<ToolJobKind, string>> = { crawl: '/crawl', batch: '/batch/scrape' }

/** Returns the path of a job; its kind is the first part of its id. */
export const pathOfJob = (id: string): string =>
  `${startPaths[id.startsWith('batch-') ? 'batch' : 'crawl']}/${encodeURIComponent(id)}`
