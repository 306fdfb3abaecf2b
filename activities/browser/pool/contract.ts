/** What the pool of browsers offers: slots, and one fresh browser context per attempt. */
import type { SlotState } from '@seine/shared/observability/metrics.ts'
import type { Browser, BrowserContext } from 'puppeteer'
import type { EngineName } from '@seine/shared/tasks/browser-page.ts'
import type { TargetHub } from '../recorder/contract.ts'

/** Where an engine's executable is. */
export interface EnginePaths {
  headless_shell: string | null
  chrome: string | null
}

/** A browser context of one attempt. */
export interface ContextLease {
  readonly engine: EngineName
  readonly browser: Browser
  readonly context: BrowserContext
  /** Id of the context in the protocol. */
  readonly contextId: string
  readonly hub: TargetHub
  /** Aborts when the browser process is gone; the reason is a `BrowserLostError`. */
  readonly lost: AbortSignal
  /** Full version of the browser, `156.0.8078.79`. */
  readonly version: string
  /** A page of the context crashed: counts against its browser. */
  noteCrash(): void
  /** Closes the context by the teardown ladder. Never throws, may be called twice. */
  release(): Promise<void>
}

/** `message_too_large`: it was ended because of a message over the bound, by whichever of its pages. */
export type BrowserLostCode = 'gone' | 'message_too_large'

/** The browser process of a context went away under it. */
export class BrowserLostError extends Error {
  override readonly name = 'BrowserLostError'
  readonly code: BrowserLostCode

  constructor(message: string, code: BrowserLostCode = 'gone') {
    super(message)
    this.code = code
  }
}

/** Every slot is taken and the queue is full, or no slot came free in time. */
export class NoSlotError extends Error {
  override readonly name = 'NoSlotError'
  readonly running: number
  readonly capacity: number
  readonly queued: number

  constructor(facts: { running: number; capacity: number; queued: number }) {
    super(`all ${facts.capacity} browser slots are taken and ${facts.queued} callers wait`)
    this.running = facts.running
    this.capacity = facts.capacity
    this.queued = facts.queued
  }
}

/** Who asks for a slot: synchronous calls are refused when full, jobs wait. */
export type SlotUser = 'call' | 'job'

export interface Slots {
  /**
   * Takes a slot.
   * @param waitMaxMs longest wait in the queue; a job waits without end.
   * @param tenant for whom; tenants have slots by turns. @default one for all
   * @param isBack it had a slot and has lent it: the queue is never too long for it. @default false
   * @returns gives the slot back; may be called twice.
   * @throws NoSlotError, or the reason of `signal`.
   */
  take(user: SlotUser, waitMaxMs: number, signal: AbortSignal, tenant?: string, isBack?: boolean): Promise<() => void>
  state(): SlotState
}

export interface BrowserPool {
  readonly slots: Slots
  /** Engines there is an executable for. */
  readonly engines: readonly EngineName[]
  /**
   * Opens a context in a browser of the engine; the browser is started if need be.
   * @param proxyServer `http://127.0.0.1:<port>`, the proxy of this context alone.
   * @param alone in a browser of its own, which ends with the context. @default false
   * @throws EngineUnavailableError, or the reason of `signal`.
   */
  open(engine: EngineName, proxyServer: string, signal: AbortSignal, alone?: boolean): Promise<ContextLease>
  /** Says whether a context can be opened now. @throws EngineUnavailableError */
  check(): Promise<void>
  close(): Promise<void>
}
