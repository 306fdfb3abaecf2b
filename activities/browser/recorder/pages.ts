/** Records the documents of the main frame: when they began, were parsed and loaded. */
import type { CDPSession } from 'puppeteer'
import { captureLimits } from '@seine/shared/config/browser-limits.ts'
import type { CaptureClock } from './capture-clock.ts'
import type { RecordedEntry } from './entry.ts'
import type { KeptHeads } from './messages/kept-heads.ts'
import type { RecordedPage } from './messages/model.ts'
import type { RequestLog } from './request-log.ts'
import { isTraffic } from './messages/resource-types.ts'

export class Pages {
  readonly list: RecordedPage[] = []
  readonly #clock: CaptureClock
  readonly #entries: ReadonlyMap<string, RecordedEntry>
  readonly #heads: KeptHeads
  #session: CDPSession | null = null

  constructor(clock: CaptureClock, { entries, heads }: Pick<RequestLog, 'entries' | 'heads'>) {
    this.#clock = clock
    this.#entries = entries
    this.#heads = heads
  }

  /**
   * Follows a page whose events are enabled.
   * @returns a function that ends that.
   */
  watch(session: CDPSession): () => void {
    this.#session = session
    const onNavigated = ({ frame }: { frame: { parentId?: string; loaderId: string; url: string } }): void => {
      if (frame.parentId !== undefined || !isTraffic(frame.url)) return
      const startedAtMs = this.#entries.get(frame.loaderId)?.record.hops[0]?.startedAtMs ?? Date.now()
      const url = this.#heads.shared(frame.url)
      const page = { url, title: null, startedAtMs, contentLoadedMs: null, loadedMs: null }
      if (this.list.length >= captureLimits.pagesKeptMax) this.list.pop()
      this.list.push(page)
    }
    const onParsed = ({ timestamp }: { timestamp: number }): void => this.#mark('contentLoadedMs', timestamp)
    const onLoaded = ({ timestamp }: { timestamp: number }): void => this.#mark('loadedMs', timestamp)
    session.on('Page.frameNavigated', onNavigated)
    session.on('Page.domContentEventFired', onParsed)
    session.on('Page.loadEventFired', onLoaded)
    return () => {
      session.off('Page.frameNavigated', onNavigated)
      session.off('Page.domContentEventFired', onParsed)
      session.off('Page.loadEventFired', onLoaded)
    }
  }

  /**
   * Reads the title of the last document from the browser, not from the page.
   * @param timeoutMs longest wait, milliseconds.
   */
  async readTitle(timeoutMs: number): Promise<void> {
    const last = this.list.at(-1)
    if (this.#session === null || last === undefined) return
    try {
      const { targetInfo } = await this.#session.send('Target.getTargetInfo', undefined, { timeout: timeoutMs })
      last.title = targetInfo.title
    } catch {
      // The page is closed, so there is no title.
    }
  }

  #mark(what: 'contentLoadedMs' | 'loadedMs', timestamp: number): void {
    const page = this.list.at(-1)
    if (page === undefined) return
    page[what] ??= Math.round(Math.max(0, this.#clock.epochMs(timestamp) - page.startedAtMs) * 1000) / 1000
  }
}
