/** A crawler under measurement, Seine or a peer: what the benchmark asks of it. */
import type { PeerName, WorkClass } from '@seine/tools/bench-arguments.ts'

export type CrawlerName = 'seine' | PeerName

/** One crawl that every crawler is given alike. */
export interface CrawlTask {
  /** Start page; every page of the site can be reached from it. */
  url: string
  /** Pages of the site, also given as limit where there is one. */
  pages: number
  workClass: WorkClass
  /** Empty directory for results on disk. */
  directory: string
}

export interface Crawler {
  readonly name: CrawlerName
  /** What it is and with what it makes the results: `Scrapy 2.19.0 + html2text`. */
  readonly title: string
  /**
   * Makes it ready to crawl; not measured.
   * @returns its processes by the name they are shown under.
   */
  begin(task: CrawlTask): Promise<Record<string, number>>
  /** Crawls; ends when the results can be had. This is what is measured. */
  crawl(task: CrawlTask): Promise<void>
  /** The results page by page as the crawler made them; not measured. */
  results(task: CrawlTask): Promise<string[]>
  /** After every crawl; not measured. */
  end(): Promise<void>
  /** Ends everything it has started. */
  close(): Promise<void>
}
