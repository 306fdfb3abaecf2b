/** A crawl of a lab's website to its end. */
import { benchLimits } from '@seine/shared/config/tool-limits.ts'
import { download, type Archive, type Body } from '../../stack/api-client.ts'
import type { BenchStack } from '../seine/bench-stack.ts'
import type { LabRequest, LabSite } from './lab-site.ts'

export interface LabJob {
  id: string
  final: Body
  /** Null when the job brought no page. */
  archive: Archive | null
  /** From the request to the link. */
  wallMs: number
}

/** Starts a crawl of a site, the rest of the request as given. @returns its id. */
export async function startLabJob(bench: BenchStack, site: LabSite, body: object = {}): Promise<string> {
  await bench.allow(site.url)
  return await bench.api.start({ url: site.url, output: ['markdown'], ...body })
}

/**
 * Waits for the end of a job. Counters that break the rules of the API on the way are an error.
 * @param onRead gets every status that is read, the last one included.
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

/** The archive of Markdown that a finished job links; null when it links none. */
export async function markdownOf({ s3PresignedUrls }: Body): Promise<Archive | null> {
  const link = s3PresignedUrls?.['markdown']
  return link === undefined ? null : await download(link)
}

/** Path and query of a URL. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/**
 * How many of these pages the archive has, each counted once.
 * @param nameOf the page that a path stands for, where several do.
 */
export function resultsAmong(
  archive: Archive | null,
  pages: ReadonlySet<string>,
  nameOf: (path: string) => string = (path) => path,
): number {
  const paths = (archive?.manifest.pages ?? []).map(({ url }) => nameOf(pathOf(url)))
  return new Set(paths.filter((path) => pages.has(path))).size
}

/** Requests for pages: all but those for files that tell a crawler about a site. */
export const pageRequests = (requests: readonly LabRequest[]): LabRequest[] =>
  requests.filter(({ path }) => !/^\/(robots\.txt|[^/]*sitemap[^/]*|feed|rss(\.xml)?|atom(\.xml)?)$/i.test(path))
