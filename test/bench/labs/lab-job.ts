/** Runs a crawl of a lab's website to its end. */
import { benchLimits } from '@seine/tools/bench-limits.ts'
import { download, type Archive, type Body } from '../../stack/api-client.ts'
import type { BenchStack } from '../seine/bench-stack.ts'
import type { LabRequest, LabSite } from './lab-site.ts'

export interface LabJob {
  id: string
  final: Body
  /** Null when the job returned no page. */
  archive: Archive | null
  /** From the start request to the archive link, milliseconds. */
  wallMs: number
}

/** Starts a crawl of a site with the given request fields. @returns its id. */
export async function startLabJob(bench: BenchStack, site: LabSite, body: object = {}): Promise<string> {
  await bench.allow(site.url)
  return await bench.api.start({ url: site.url, output: ['markdown'], ...body })
}

/**
 * Waits for the end of a job. Counters that violate the rules of the API are an error.
 * @param onRead called with every status that is read, the last one included.
 */
export async function endLabJob(
  { api }: BenchStack,
  id: string,
  startedMs: number,
  onRead: (body: Body) => void = () => {},
): Promise<LabJob> {
  const ended = (body: Body): boolean => {
    onRead(body)
    return body['completedAt'] !== undefined && body['completedAt'] !== null
  }
  const final = await api.watch(id, ended, benchLimits.labJobTimeoutMs)
  const wallMs = performance.now() - startedMs
  const link = final.s3PresignedUrls?.['markdown'] ?? final.partialS3PresignedUrls?.['markdown']
  return { id, final, archive: link === undefined ? null : await download(link), wallMs }
}

export async function runLabJob(bench: BenchStack, site: LabSite, body: object = {}): Promise<LabJob> {
  const startedMs = performance.now()
  return await endLabJob(bench, await startLabJob(bench, site, body), startedMs)
}

/** Returns the Markdown archive that a finished job links to; null if none exists. */
export async function markdownOf({ s3PresignedUrls }: Body): Promise<Archive | null> {
  const link = s3PresignedUrls?.['markdown']
  return link === undefined ? null : await download(link)
}

/** Returns path and query of a URL. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/**
 * Returns how many of these pages the archive contains, each counted once.
 * @param nameOf returns the page that a path stands for when several do.
 */
export function resultsAmong(
  archive: Archive | null,
  pages: ReadonlySet<string>,
  nameOf: (path: string) => string = (path) => path,
): number {
  const paths = (archive?.manifest.pages ?? []).map(({ url }) => nameOf(pathOf(url)))
  return new Set(paths.filter((path) => pages.has(path))).size
}

/** Returns the requests for pages, without those for robots.txt and similar files. */
export const pageRequests = (requests: readonly LabRequest[]): LabRequest[] =>
  requests.filter(({ path }) => !/^\/(robots\.txt|[^/]*sitemap[^/]*|feed|rss(\.xml)?|atom(\.xml)?)$/i.test(path))
