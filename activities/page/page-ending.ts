/** How a scrape of a page ended, as retries and hosts are judged by it. */
import { hash } from 'node:crypto'
import type { PageMethod } from '@seine/shared/tasks/job-input.ts'
import type { PageScrape } from '@seine/shared/pages/page.ts'
import type { PageEnding } from '@seine/shared/pages/page-faults.ts'
import type { SlicePage } from '@seine/shared/pages/slice-shapes.ts'

/** Summarizes all attempts of a scrape. */
export function pageEndingOf(
  { answer, fault, redirects }: PageScrape,
  page: Pick<SlicePage, 'url'>,
  method: PageMethod,
): PageEnding {
  const endUrl = answer?.finalUrl ?? redirects.at(-1)?.location ?? page.url
  return {
    method,
    fault,
    status: answer?.status ?? null,
    headers: answer?.headers ?? {},
    redirected: redirects.length > 0,
    elsewhere: URL.parse(endUrl)?.host !== new URL(page.url).host,
  }
}

/** Jitter from 0 to 1, always the same for the same attempt at a page. */
export const jitterOf = ({ url, attempt }: SlicePage): number =>
  hash('md5', `${attempt} ${url}`, 'buffer').readUInt8(0) / 255
