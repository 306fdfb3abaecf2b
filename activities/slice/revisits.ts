/** The pages of a watch that a slice may find unchanged. */
import { recordsWire, type JobInput } from '@seine/shared/tasks/job-input.ts'
import { isScreenshotFormat } from '@seine/shared/tasks/formats.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import type { PageScrape } from '@seine/shared/pages/page.ts'
import type { SlicePage, StoredHead } from '@seine/shared/pages/slice-shapes.ts'
import type { Revisit, StoredIndex, StoredVersion } from '@seine/shared/pages/stored-page.ts'
import type { Lane } from '@seine/shared/temporal/names.ts'
import { hasConditions } from '../page/revisited-page.ts'
import { StoredPages } from '../segments/stored-pages.ts'
import type { SliceDeps } from './slice-deps.ts'

/** A page that is about to be requested. */
export interface RevisitedPage {
  revisit: Revisit
  stored: { page: StoredVersion; head: StoredHead } | null
}

/**
 * Whether equal answers mean equal pages: not for what a browser shows, for requests that do more than read, and in
 * sessions, whose state and secrets change. Nor for archives of what went over the wire, which need every answer.
 */
const mayRevisit = (input: JobInput, lane: Lane): boolean => !recordsWire(input) && readsAlike(input, lane)

const readsAlike = ({ page, output }: JobInput, lane: Lane): boolean =>
  lane === 'http' &&
  page.render !== 'always' &&
  page.method === 'GET' &&
  page.body === null &&
  page.sessionId == null &&
  page.browser.actions.length === 0 &&
  !hasConditions(page.browser.headers) &&
  !output.some(isScreenshotFormat)

export class Revisits {
  readonly #pages: Pick<StoredPages, 'page'>
  readonly #index: StoredIndex | null
  readonly #isPlain: boolean

  private constructor(pages: Pick<StoredPages, 'page'>, index: StoredIndex | null, isPlain: boolean) {
    this.#pages = pages
    this.#index = index
    this.#isPlain = isPlain
  }

  /** Returns the revisits of a slice; null when its job is no run of a watch, or its pages are always extracted. */
  static of(input: JobInput, lane: Lane, deps: Pick<SliceDeps, 'store' | 'storedPages'>): Revisits | null {
    const { watch } = input
    if (watch === undefined || !mayRevisit(input, lane)) return null
    const { id: watchId, createdAt, base, buckets, isPlain } = watch
    const index = base === null ? null : { tenant: input.tenant, watchId, createdAt, run: base, buckets }
    return new Revisits(deps.storedPages ?? new StoredPages(deps.store), index, isPlain)
  }

  /** Returns how to request a page; null: as a page of any other job. */
  async page({ url, linksOnly }: SlicePage): Promise<RevisitedPage | null> {
    if (linksOnly) return null
    const stored = this.#index === null ? null : await this.#pages.page(this.#index, url)
    return { revisit: { stored: stored?.page ?? null, isConditional: !this.#isPlain }, stored }
  }
}

/** Counts the answer for a revisited page. */
export function countRevisit({ print, unchanged, escalation }: PageScrape): void {
  if (escalation !== null) return
  metrics.watchFetches.inc({ answer: unchanged ?? (print === undefined ? 'other' : 'fetched') })
}
