/** Creates everything that searches need once per process, and the back-ends for each call. */
import type { SerpTask } from '@seine/shared/tasks/scrape-task.ts'
import type { SerpReply } from '@seine/shared/pages/worker-reply.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import type { PagePorts } from '@seine/shared/pages/page.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { createBraveBackend } from './backends/brave-backend.ts'
import type { SerpBackend, SerpBounds } from './results/contract.ts'
import { DriftAlarm } from './drift-alarm.ts'
import { createHtmlBackend } from './backends/html-backend.ts'
import { KeptAnswers } from './kept-answers.ts'
import { PageReader } from './reading/page-reader.ts'
import { searchEngine } from './search.ts'
import { createSearxngBackend } from './backends/searxng-backend.ts'
import { selectorSetOf } from './reading/selector-set.ts'
import type { BackendName, SerpSettings } from './settings.ts'
import { Suspensions } from './suspensions.ts'

export interface SearchEngines {
  /** @param browser browser of the call; null if none exists. @throws the reason of the signal. */
  search(task: SerpTask, bounds: SerpBounds, ports: SearchPagePorts): Promise<SerpReply>
}

/** Ports that belong to the pages of one search. */
export type SearchPagePorts = Pick<PagePorts, 'browser' | 'slot'>

export interface SearchEnginesOptions {
  settings: SerpSettings
  pages: Omit<PagePorts, 'browser'>
  logger: Pick<Logger, 'error'>
  /** @default a reader with its own thread */
  reader?: Pick<PageReader, 'read'>
  /** Epoch milliseconds, in place of both clocks. @default the clocks of the system */
  now?: () => number
}

/** Creates the search engines. */
export function createSearchEngines(options: SearchEnginesOptions): SearchEngines {
  const { settings, pages, logger, reader = new PageReader(), now = monotonicNow } = options
  const wallNow = options.now ?? Date.now
  const suspensions = new Suspensions(now)
  const kept = new KeptAnswers(settings.cacheSecs, now)
  const alarm = new DriftAlarm(logger)
  const { searxngUrl, brave, bases } = settings
  const searxng = searxngUrl === null ? null : createSearxngBackend({ baseUrl: searxngUrl, now: wallNow })
  const ofBrave = brave === null ? null : createBraveBackend({ baseUrl: brave.url, key: brave.key, now: wallNow })
  const backend = (name: BackendName, ports: SearchPagePorts): SerpBackend | null => {
    if (name === 'html')
      return createHtmlBackend({ pages: { ...pages, ...ports }, reader, setOf: selectorSetOf, bases, now, wallNow })
    return name === 'searxng' ? searxng : ofBrave
  }
  return {
    search: async (task, bounds, ports) => {
      const backends = settings.backends[task.engine].flatMap((name) => backend(name, ports) ?? [])
      return await searchEngine(task, bounds, { backends, suspensions, kept, alarm, now, wallNow })
    },
  }
}
