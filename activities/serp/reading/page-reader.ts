/**
 * Reads pages of results on a thread of their own. What engines send is written by strangers, and reading
 * the worst of it takes long enough to hold up everything else that the process does.
 */
import { serpReadingLimits } from '@seine/shared/config/serp-limits.ts'
import { KillableThread } from '../../threads/killable-thread.ts'
import type { LossReason } from '../../threads/perform-task.ts'
import type { PageReading } from './read-page.ts'
import type { PageToRead, ReadingAnswer } from './reading-protocol.ts'

export interface PageReaderOptions {
  /** Script of the thread; tests put a misbehaving one here. */
  threadUrl?: URL
  /** CPU time of one page. @default serpReadingLimits.pageBudgetMs */
  pageBudgetMs?: number
}

const lossTexts: Readonly<Record<LossReason, string>> = {
  time_budget: 'reading the page takes too long',
  memory_budget: 'the page cannot be read',
  thread_crash: 'the page cannot be read',
}

/** Has a thread while there are pages to read, and a little longer; it keeps no process alive. */
export class PageReader {
  readonly #thread: KillableThread<PageToRead, ReadingAnswer>

  constructor({ threadUrl, pageBudgetMs }: PageReaderOptions = {}) {
    this.#thread = new KillableThread({
      name: 'seine-serp',
      script: threadUrl ?? new URL('./reading-thread.ts', import.meta.url),
      budgetMs: pageBudgetMs ?? serpReadingLimits.pageBudgetMs,
      heapMaxMb: serpReadingLimits.threadHeapMaxMb,
      idleMs: serpReadingLimits.idleMs,
    })
  }

  /**
   * Reads a page, after those that came before it.
   * @returns what it is; `unreadable` for one that takes too long or ends the thread.
   * @throws Error when there is no thread to read it.
   */
  async read(page: PageToRead): Promise<PageReading> {
    const end = await this.#thread.run(page)
    return end.kind === 'answered' ? end.answer.reading : { kind: 'unreadable', detail: lossTexts[end.reason] }
  }
}
