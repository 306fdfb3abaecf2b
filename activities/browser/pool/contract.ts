/** Types of the browser pool: slots, and one fresh browser context per attempt. */
import type { SlotState } from '@seine/shared/observability/metrics.ts'
import type { Browser, BrowserContext } from 'puppeteer'
import type { EngineName } from '@seine/shared/tasks/browser-page.ts'
import type { TargetHub } from '../recorder/contract.ts'

/** Paths of the engines' executables. */
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
  /** Aborts when the browser process has ended; the abort reason is a `BrowserLostError`. */
  readonly lost: AbortSignal
  /** Full version of the browser, `156.0.8078.79`. */
  readonly version: string
  /** Reports that a page of the context crashed, which counts against its browser. */
  noteCrash(): void
  /** Closes the context by the teardown ladder. Never throws, may be called twice. */
  release(): Promise<void>
}

/** `message_too_large`: the browser was ended because of a message over the size limit, from any of its pages. */
export type BrowserLostCode = 'gone' | 'message_too_large'

/** The browser process of a context ended while the context was in use. */
export class BrowserLostError extends Error {
  override readonly name = 'BrowserLostError'
  readonly code: BrowserLostCode

  constructor(message: string, code: BrowserLostCode = 'gone') {
    super(message)
    this.code = code
  }
}

/** Every slot is taken and the queue is full, or no slot became free in time. */
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

/** Kinds of users of slots: synchronous calls are refused when all slots are taken, jobs wait. */
export type SlotUser = 'call' | 'job'

export interface Slots {
  /**
   * Takes a slot.
   * @param waitMaxMs longest wait in the queue, milliseconds; a job waits without a limit.
   * @param tenant tenant of the user; tenants get slots in turn. @default one for all
   * @param isBack true when the user had a slot and gave it back: the limit of the queue does not apply. @default false
   * @returns a function that gives the slot back; may be called twice.
   * @throws NoSlotError; the abort reason of `signal`.
   */
  take(user: SlotUser, waitMaxMs: number, signal: AbortSignal, tenant?: string, isBack?: boolean): Promise<() => void>
  state(): SlotState
}

export interface BrowserPool {
  readonly slots: Slots
  /** Engines with an installed executable. */
  readonly engines: readonly EngineName[]
  /**
   * Opens a context in a browser of the engine; starts the browser when necessary.
   * @param proxyServer `http://127.0.0.1:<port>`, the proxy of only this context.
   * @param alone true: in a separate browser, which ends with the context. @default false
   * @throws EngineUnavailableError; the abort reason of `signal`.
   */
  open(engine: EngineName, proxyServer: string, signal: AbortSignal, alone?: boolean): Promise<ContextLease>
  /**
   * Checks that a context can be opened now.
   * @throws EngineUnavailableError when it cannot.
   */
  check(): Promise<void>
  close(): Promise<void>
}
