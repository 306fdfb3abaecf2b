/** The interface of the benchmark to a crawler under measurement, Seine or a peer. */
import type { PeerName, WorkClass } from '@seine/tools/bench-arguments.ts'

export type CrawlerName = 'seine' | PeerName

/** A crawl, the same for every crawler. */
export interface CrawlTask {
  /** Start page; every page of the site can be reached from it. */
  url: string
  /** Number of pages of the site, also used as the limit if the crawler has one. */
  pages: number
  workClass: WorkClass
  /** Empty directory for results on disk. */
  directory: string
}

export interface Crawler {
  readonly name: CrawlerName
  /** Description, including the tool that makes the results: `Scrapy 2.19.0 + html2text`. */
  readonly title: string
  /**
   * Prepares the crawler; not measured.
   * @returns its processes by display name.
   */
  begin(task: CrawlTask): Promise<Record<string, number>>
  /** Crawls; resolves when the results are available. This is what is measured. */
  crawl(task: CrawlTask): Promise<void>
  /** Returns the results page by page as the crawler made them; not measured. */
  results(task: CrawlTask): Promise<string[]>
  /** Called after every crawl; not measured. */
  end(): Promise<void>
  /** Ends everything it has started. */
  close(): Promise<void>
}
