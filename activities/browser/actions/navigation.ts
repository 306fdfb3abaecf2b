/** Follows navigations of a page's main frame, by raw CDP. */
import type { CDPSession, Page } from 'puppeteer'
import { actionLimits } from '@seine/shared/config/browser-limits.ts'
import { StepTimeoutError, type AttemptClock } from '../time/attempt-clock.ts'
import { frameIdOf, sessionOf } from './world.ts'

type Phase = 'idle' | 'asked' | 'parsing'

export class NavigationWatch {
  readonly #session: CDPSession
  readonly #frameId: string
  readonly #clock: AttemptClock
  readonly #listeners: (() => void)[] = []
  readonly #waiting = new Set<() => void>()
  #phase: Phase = 'idle'
  #unreachable: string | null = null
  #done = 0

  constructor(page: Page, clock: AttemptClock) {
    const frame = page.mainFrame()
    this.#session = sessionOf(frame)
    this.#frameId = frameIdOf(frame)
    this.#clock = clock
    this.#on('Page.frameStartedNavigating', ({ frameId, navigationType }) => {
      if (/same|historySame/i.test(navigationType)) return
      if (frameId === this.#frameId) this.#enter('asked')
    })
    this.#on('Page.frameRequestedNavigation', ({ frameId, disposition }) => {
      if (frameId === this.#frameId && disposition === 'currentTab') this.#enter('asked')
    })
    this.#on('Page.frameNavigated', ({ frame: { id, parentId, unreachableUrl } }) => {
      if (parentId !== undefined || id !== this.#frameId) return
      this.#unreachable = unreachableUrl ?? null
      this.#done++
      this.#enter('parsing')
    })
    this.#on('Page.navigatedWithinDocument', ({ frameId }) => {
      if (frameId !== this.#frameId) return
      this.#unreachable = null
      this.#done++
      this.#enter(this.#phase)
    })
    this.#on('Page.domContentEventFired', () => {
      if (this.#phase === 'parsing') this.#enter('idle')
    })
    // Downloads and answers without content never become a document.
    this.#on('Page.frameStoppedLoading', ({ frameId }) => {
      if (frameId === this.#frameId) this.#enter('idle')
    })
  }

  /** Number of documents and in-page navigations so far. */
  get count(): number {
    return this.#done
  }

  /** URL that the newest navigation could not reach; null when it succeeded. */
  get unreachable(): string | null {
    return this.#unreachable
  }

  /**
   * Waits a moment for a navigation to start, then waits until its document is parsed, as long as the attempt lasts.
   */
  async settle(): Promise<void> {
    await this.#until(() => this.#phase !== 'idle', actionLimits.navigationStartMs)
    await this.#until(() => this.#phase === 'idle', Number.POSITIVE_INFINITY)
  }

  /** @returns whether a navigation after the given count happened and was parsed in time. */
  async past(count: number, capMs: number): Promise<boolean> {
    return this.#until(() => this.#done > count && this.#phase === 'idle', capMs)
  }

  /** Stops watching. */
  close(): void {
    for (const off of this.#listeners) off()
  }

  #on<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void) {
    this.#session.on(name, listener)
    this.#listeners.push(() => this.#session.off(name, listener))
  }

  #enter(phase: Phase): void {
    this.#phase = phase
    for (const look of this.#waiting) look()
  }

  async #until(holds: () => boolean, capMs: number): Promise<boolean> {
    if (holds()) return true
    const { promise, resolve } = Promise.withResolvers<void>()
    const look = (): void => {
      if (holds()) resolve()
    }
    this.#waiting.add(look)
    try {
      await this.#clock.step(promise, capMs)
      return true
    } catch (error) {
      if (error instanceof StepTimeoutError) return false
      throw error
    } finally {
      this.#waiting.delete(look)
    }
  }
}

/** The members of protocol events that are used here. */
interface Events {
  'Page.frameStartedNavigating': { frameId: string; navigationType: string }
  'Page.frameRequestedNavigation': { frameId: string; disposition: string }
  'Page.frameNavigated': { frame: { id: string; parentId?: string; unreachableUrl?: string } }
  'Page.navigatedWithinDocument': { frameId: string }
  'Page.domContentEventFired': { timestamp: number }
  'Page.frameStoppedLoading': { frameId: string }
}
