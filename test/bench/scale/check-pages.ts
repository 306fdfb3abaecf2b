/**
 * Compares the results of simulated jobs with their websites: every page exactly once. Archives are read as streams,
 * because those of a large crawl do not fit into memory.
 */
import type { LedgerLine } from '@seine/activities/archive/ledger/ledger.ts'
import type { ManifestPage } from '@seine/activities/archive/manifest.ts'
import { entryLines, entryText, zipEntries, type LargeZipEntry, type RangedBytes } from './large-zip.ts'
import { readLoads } from './load-log.ts'
import { PageTally, type PageCount } from './page-tally.ts'
import { markdownOf, pageOfUrl, pathOf } from './simulated-web.ts'

/** Where the pages of a run were counted. */
export interface PageOccurrences {
  /** Files of the archives, by their content. */
  files: PageCount
  /** `pages` of the manifests, by URL. */
  manifest: PageCount
  /** Lines of the ledgers in state `scraped`, by URL. */
  ledger: PageCount
  /** Requests to the simulated web, in all processes. */
  loads: PageCount
}

/** Counts the pages of all jobs of a run; website and job have the same number, from 1. */
export class PageCheck {
  readonly #pages: number
  readonly #tallies: Record<keyof PageOccurrences, PageTally>

  constructor(jobs: number, pages: number) {
    this.#pages = pages
    const tally = (): PageTally => new PageTally(jobs, pages)
    this.#tallies = { files: tally(), manifest: tally(), ledger: tally(), loads: tally() }
  }

  /**
   * Reads the Markdown archive of one job.
   * @throws Error when it is damaged.
   */
  async addArchive(site: number, archive: RangedBytes): Promise<void> {
    for await (const entry of zipEntries(archive)) {
      if (entry.name === 'manifest.json') await this.#addManifest(site, entry)
      else if (entry.name === 'urls.jsonl') await this.#addLedger(site, entry)
      else this.#tallies.files.add(site, pageOfFile(entry.name, await entryText(entry)))
    }
  }

  /** Reads the file of one worker. */
  async addLoads(path: string): Promise<void> {
    for await (const { site, page } of readLoads(path)) this.#tallies.loads.add(site, page)
  }

  counts(): PageOccurrences {
    const { files, manifest, ledger, loads } = this.#tallies
    return { files: files.count(), manifest: manifest.count(), ledger: ledger.count(), loads: loads.count() }
  }

  async #addManifest(site: number, entry: LargeZipEntry): Promise<void> {
    let isPages = false
    // The manifest has one page per line.
    for await (const line of entryLines(entry)) {
      if (line.startsWith('"pages": [')) isPages = true
      else if (isPages && line.startsWith(']')) isPages = false
      else if (isPages) this.#addUrl('manifest', site, (JSON.parse(line.replace(/,$/, '')) as ManifestPage).url)
    }
  }

  async #addLedger(site: number, entry: LargeZipEntry): Promise<void> {
    for await (const line of entryLines(entry)) {
      const { url, state } = JSON.parse(line) as LedgerLine
      if (state === 'scraped') this.#addUrl('ledger', site, url)
    }
  }

  #addUrl(where: 'manifest' | 'ledger', site: number, url: string): void {
    const found = pageOfUrl(new URL(url), this.#pages)
    this.#tallies[where].add(site, found.site === site ? found.page : null)
  }
}

const numberPattern = /^# Topic (?<page>\d+)\n/

/** Returns the page whose content and name a file has; null when they belong to no page, or to different ones. */
function pageOfFile(name: string, text: string): number | null {
  const number = numberPattern.exec(text)?.groups?.['page']
  if (number === undefined) return null
  const page = Number(number)
  const words = page === 0 ? 'index' : pathOf(page).slice(1).replace('/', '-')
  return name.endsWith(`-${words}.md`) && text === markdownOf(page) ? page : null
}
