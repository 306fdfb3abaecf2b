/** Alarm for result pages that can no longer be read because their layout has changed or was never known. */
import type { SerpEngine } from '@seine/shared/tasks/scrape-task.ts'
import { metrics } from '@seine/shared/observability/metrics.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'

export class DriftAlarm {
  readonly #logger: Pick<Logger, 'error'>
  readonly #counts = new Map<string, number>()

  constructor(logger: Pick<Logger, 'error'>) {
    this.#logger = logger
  }

  /** Number of pages of an engine on which a version of its selector set found no result. */
  count(engine: SerpEngine, version: number): number {
    return this.#counts.get(`${engine}/${version}`) ?? 0
  }

  /** Raises the alarm. The page is not kept, because it reveals what a user searched for. */
  raise(engine: SerpEngine, version: number): void {
    metrics.searchDrift.inc({ engine })
    const pages = this.count(engine, version) + 1
    this.#counts.set(`${engine}/${version}`, pages)
    this.#logger.error(
      { event: 'serp_layout_drift', engine, selectorSet: version, pages },
      'the selector set finds no result on a page of results',
    )
  }
}
