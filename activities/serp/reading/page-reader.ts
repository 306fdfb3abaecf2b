/**
 * Reads result pages on a separate thread. Their content is untrusted, and reading the most expensive pages takes long
 * enough to block everything else in the process.
 */
import { serpReadingLimits } from '../limits/serp-reading-limits.ts'
import { KillableThread } from '../../threads/killable-thread.ts'
import type { LossReason } from '../../threads/perform-task.ts'
import type { ResultPageReading } from './read-page.ts'
import type { PageToRead, ReadingAnswer } from './reading-protocol.ts'

export interface PageReaderOptions {
  /** Script of the thread; tests pass a misbehaving one. */
  threadUrl?: URL
  /** CPU time limit for one page, milliseconds. @default serpReadingLimits.pageBudgetMs */
  pageBudgetMs?: number
}

const lossTexts: Readonly<Record<LossReason, string>> = {
  time_budget: 'reading the page takes too long',
  memory_budget: 'the page cannot be read',
  thread_crash: 'the page cannot be read',
}

/** Keeps a thread while there are pages to read and for a short time after; does not keep the process alive. */
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
   * Reads a page, after all earlier ones.
   * @returns the reading; `unreadable` for a page that takes too long or ends the thread.
   * @throws Error when no thread can be started.
   */
  async read(page: PageToRead): Promise<ResultPageReading> {
    const end = await this.#thread.run(page)
    return end.kind === 'answered' ? end.answer.reading : { kind: 'unreadable', detail: lossTexts[end.reason] }
  }
}
