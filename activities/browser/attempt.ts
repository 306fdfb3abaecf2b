/**
 * One attempt at a page: opens a fresh context behind a separate proxy, drives the page through navigation, waits
 * and actions, and returns everything that was recorded, however the attempt ended.
 */
import type { CDPSession, Page } from 'puppeteer'
import { captureLimits, renderLimits } from '@seine/shared/config/browser-limits.ts'
import { sessionStateLimits } from './limits/session-state-limits.ts'
import type { ForwardProxy } from '@seine/shared/egress/connections/proxy-contract.ts'
import { startForwardProxy } from '@seine/shared/egress/forward-proxy/forward-proxy.ts'
import type { DialPolicy } from '@seine/shared/egress/connections/resolver.ts'
import { unwatched } from '@seine/shared/pages/load-watch.ts'
import { monotonicNow } from '@seine/shared/values/monotonic-now.ts'
import { blockSignal, type BlockSignal } from '../judge/block-signals.ts'
import type { ActionOutcome } from './actions/contract.ts'
import { runActions } from './actions/run.ts'
import { AttemptClock, attemptEnded } from './time/attempt-clock.ts'
import {
  blockFault,
  lossOf,
  navigationFault,
  stepFault,
  waitSelectorFault,
  type AttemptFault,
} from './attempt-fault.ts'
import type { AttemptRequest, AttemptResult, PhaseTimes } from './attempt-result.ts'
import { blockResources } from './page/blocked-resources.ts'
import { settleClientRedirects } from './page/client-redirects.ts'
import { dismissConsent } from './page/consent.ts'
import { applyIdentity, handshakeHeaders, identityFor, type Identity } from './page/identity.ts'
import { navigate, unreachableEnd } from './page/navigate.ts'
import { awaitNetworkIdle } from './page/network-idle.ts'
import { pageHtml } from './page/page-content.ts'
import { answerPopupDialogs, setUpPage } from './page/page-setup.ts'
import { takeScreenshot } from './page/screenshot.ts'
import { TimerWatch } from './page/pending-timers.ts'
import { OpeningWatch, settleContent } from './page/settle-content.ts'
import { awaitSelector } from './page/wait-selector.ts'
import type { BrowserPool, ContextLease } from './pool/contract.ts'
import type { CaptureBounds, MainDocument, Recorder } from './recorder/contract.ts'
import { correctForProxy } from './recorder/messages/behind-proxy.ts'
import type { TargetType } from './recorder/messages/model.ts'
import { createRecorder } from './recorder/recorder.ts'
import { enterSession, leaveSession, type EnteredSession } from './session-visit.ts'
import { CallsWatch } from './time/settle-calls.ts'

export interface AttemptPorts {
  pool: Pick<BrowserPool, 'open'>
  policy: DialPolicy
  bounds: CaptureBounds
}

/**
 * Makes one attempt.
 * @returns its result; faults of a page never make it throw.
 * @throws EngineUnavailableError when there is no browser; the abort reason of `signal` when it aborts.
 */
export async function attemptPage(request: AttemptRequest, ports: AttemptPorts): Promise<AttemptResult> {
  request.signal.throwIfAborted()
  const proxy: ForwardProxy = await startForwardProxy({
    policy: ports.policy,
    upstream: request.upstream,
    handshakeHeaders: (url) => attempt.handshakeHeaders(url),
  })
  const attempt = new BrowserAttempt(request, ports, proxy)
  try {
    return await attempt.run()
  } catch (error) {
    await attempt.close()
    throw error
  }
}

class BrowserAttempt {
  readonly #request: AttemptRequest
  readonly #ports: AttemptPorts
  readonly #proxy: ForwardProxy
  readonly #startedAtMs = Date.now()
  readonly #beganMs = performance.now()
  /** Ends every clock of the attempt; its abort reason is an `AttemptEndedError`. */
  readonly #over = new AbortController()
  readonly #timings: PhaseTimes = { acquire: 0, navigate: 0, wait: 0, actions: 0, settle: 0, collect: 0 }
  readonly #warnings: string[] = []
  readonly #onLost = (): void => this.#over.abort(lossOf(this.#lease?.lost.reason))
  #lease: ContextLease | null = null
  #identity: Identity | null = null
  /** Cookies of the session that the browser does not keep. */
  #refused: EnteredSession['refused'] = []
  #page: Page | null = null
  #recorder: Recorder | null = null
  #calls: CallsWatch | null = null
  #opening: OpeningWatch | null = null
  /** Null for captures, and for the browser that must look like that of a person. */
  readonly #timers: TimerWatch | null
  #fault: AttemptFault | null = null
  #document: MainDocument | null = null
  /** Whether the browser displays a document, and not only the end of a navigation without one. */
  #isLoaded = false
  #idle: AttemptResult['idle'] = null
  #actions: ActionOutcome[] = []
  #html: AttemptResult['html'] = null
  #screenshot: Uint8Array | null = null

  constructor(request: AttemptRequest, ports: AttemptPorts, proxy: ForwardProxy) {
    this.#request = request
    this.#ports = ports
    this.#proxy = proxy
    this.#timers = this.#isRendering() && request.rung.engine === 'headless_shell' ? new TimerWatch() : null
  }

  async run(): Promise<AttemptResult> {
    const { signal } = this.#request
    const onAbort = (): void => this.#over.abort(attemptEnded('aborted'))
    // The signal may have aborted while the proxy was starting.
    signal.throwIfAborted()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      const page = await this.#guarded(this.#request.budgetMs, async (clock) => {
        const opened = await this.#open(clock)
        await this.#drive(opened, clock)
        return opened
      })
      await this.#settle(page)
      if (page !== null) await this.#collect(page)
      return await this.#result()
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** Returns the headers of the caller and the session for a WebSocket handshake; null = none. */
  handshakeHeaders(url: URL): Record<string, string> | null {
    return this.#identity === null ? null : handshakeHeaders(this.#identity, url)
  }

  /** Closes the proxy first, so that no unrecorded traffic leaves, then the context. Never throws. */
  async close(): Promise<void> {
    // The browser outlives the attempt and must not keep references to what was captured.
    this.#lease?.lost.removeEventListener('abort', this.#onLost)
    void this.#recorder?.finish()
    await this.#proxy.close()
    await this.#lease?.release()
  }

  /** Measures the time of one phase. */
  async #phase<T>(name: keyof PhaseTimes, work: () => Promise<T>): Promise<T> {
    const startedMs = performance.now()
    try {
      return await work()
    } finally {
      this.#timings[name] += performance.now() - startedMs
    }
  }

  /**
   * Runs steps with their own clock. When the attempt ends meanwhile, that becomes its fault.
   * @returns null when the steps did not finish.
   */
  async #guarded<T>(budgetMs: number, steps: (clock: AttemptClock) => Promise<T>): Promise<T | null> {
    const clock = new AttemptClock(budgetMs, this.#over.signal)
    try {
      return await steps(clock)
    } catch (error) {
      this.#request.signal.throwIfAborted()
      this.#note(error)
      return null
    } finally {
      clock.clear()
    }
  }

  /**
   * Records the fault that an error of a step means for the page.
   * @throws the error when it says nothing about the page.
   */
  #note(error: unknown): void {
    const fault = stepFault(error)
    if (fault === null) throw error
    this.#fail(fault)
  }

  /** Records a fault; the first one is kept. */
  #fail(fault: AttemptFault): void {
    this.#fault ??= fault
  }

  async #open(clock: AttemptClock): Promise<Page> {
    return await this.#phase('acquire', async () => {
      const { page: options, session } = this.#request
      const lease = await clock.step(this.#openContext(clock.signal))
      lease.lost.addEventListener('abort', this.#onLost, { once: true })
      if (lease.lost.aborted) throw lossOf(lease.lost.reason)
      if (session !== null) {
        const { isStorageFilled, refused } = await enterSession(lease, session, clock)
        this.#refused = refused
        if (!isStorageFilled) this.#warnings.push('session_local_storage_not_filled')
      }
      const identity = identityFor(lease.version, options, this.#request.url, session)
      this.#identity = identity
      let cookiesSet = Promise.resolve(0)
      this.#recorder = createRecorder({
        hub: lease.hub,
        browserContextId: lease.contextId,
        bounds: this.#ports.bounds,
        bodies: this.#request.bodies,
        isWanted: this.#request.isWanted,
        proxyPort: Number(new URL(this.#proxy.url).port),
        onTarget: (target) => {
          if (this.#countsCrashOf(target.type)) this.#watchForCrash(target.session, lease)
          answerPopupDialogs(target)
          const applied = applyIdentity(target, identity)
          if (target.type === 'page') cookiesSet = applied
          this.#timers?.add(target)
          if (options.disableResources.length > 0) blockResources(target, options.disableResources)
        },
      })
      const page = await clock.step(lease.context.newPage())
      this.#page = page
      setUpPage(page)
      const refused = await clock.step(cookiesSet)
      if (refused > 0) this.#warnings.push(cookiesRefused(refused))
      return page
    })
  }

  /**
   * Whether a crash of the target ends the attempt: a capture includes everything that the page loads, while a
   * rendered page is usable without a crashed frame.
   */
  #countsCrashOf(type: TargetType): boolean {
    return type === 'page' || (!this.#isRendering() && (type === 'popup' || type === 'iframe'))
  }

  /**
   * Watches for crashes over the protocol: Puppeteer reports them only once it has returned its page, and would
   * never return a page that crashes before.
   */
  #watchForCrash(session: CDPSession, lease: ContextLease): void {
    session.once('Inspector.targetCrashed', () => {
      lease.noteCrash()
      this.#over.abort(attemptEnded('crashed'))
    })
    session.send('Inspector.enable').catch(() => {})
  }

  /** Opens the context; one that opens after the attempt has ended is closed at once. */
  async #openContext(signal: AbortSignal): Promise<ContextLease> {
    const { rung, alone = false } = this.#request
    const lease = await this.#ports.pool.open(rung.engine, this.#proxy.url, signal, alone)
    this.#lease = lease
    if (signal.aborted) void this.close()
    return lease
  }

  async #drive(page: Page, clock: AttemptClock): Promise<void> {
    const recorder = this.#recorder!
    const { page: options, url, watch = unwatched } = this.#request
    this.#calls = new CallsWatch(recorder.traffic)
    if (this.#isRendering()) this.#opening = new OpeningWatch(page, clock)
    recorder.begin()
    const standing = await this.#phase('navigate', async () => {
      const end = await navigate(page, url, { loadDom: options.loadDom, watch }, recorder.traffic, clock)
      this.#isLoaded = end.kind === 'document'
      this.#document = this.#currentDocument()
      if (end.kind === 'ended') {
        this.#fail(navigationFault(end, this.#document?.url ?? url, this.#proxy))
      }
      return end.kind === 'document'
    })
    // The headers show a challenge page: what the caller waits for is not on it.
    if (!standing || this.#blockSignal(null)?.confidence === 'high') return
    await this.#phase('wait', async () => {
      await settleClientRedirects(page, recorder.traffic, clock)
      await this.#awaitConditions(page, clock)
      // A banner may cover content that is to be read; a capture does not interfere with the page.
      if (this.#fault === null && this.#isRendering() && clock.leftMs() > 0) await dismissConsent(page, clock)
    })
    if (this.#fault !== null || options.actions.length === 0) return
    await this.#phase('actions', async () => {
      const run = await runActions(page, options.actions, clock)
      this.#actions = run.results
      if (run.failure !== null) {
        const { index, code, message } = run.failure
        const where = `action ${index} (${options.actions[index]?.action ?? ''})`
        this.#fail({ outcome: 'action_failed', code, message: `${where}: ${message}` })
      } else if (options.networkIdle) await this.#awaitIdle(recorder, clock)
    })
  }

  async #awaitConditions(page: Page, clock: AttemptClock): Promise<void> {
    const { networkIdle, waitSelector } = this.#request.page
    if (networkIdle) await this.#awaitIdle(this.#recorder!, clock)
    if (waitSelector === null) return
    try {
      await awaitSelector(page, waitSelector, clock)
    } catch (error) {
      const fault = waitSelectorFault(error)
      if (fault === null) throw error
      this.#fail(fault)
    }
  }

  /**
   * Waits for the network. When the time of the attempt ends meanwhile, a rendered page stands, and a capture has timed
   * out.
   */
  async #awaitIdle({ traffic }: Recorder, clock: AttemptClock): Promise<void> {
    this.#idle = await awaitNetworkIdle(traffic, clock)
    if (!this.#isRendering()) clock.signal.throwIfAborted()
  }

  /** Whether the page itself is wanted, and not its traffic. */
  #isRendering(): boolean {
    const { html, screenshot } = this.#request.want
    return html || screenshot !== 'none'
  }

  /** Milliseconds left in the budget of the whole call. */
  #leftMs(): number {
    return Math.max(0, this.#request.deadlineMs - monotonicNow())
  }

  /** The last wait: calls that are under way, the content they bring, and the caller's extra `wait_ms`. */
  async #settle(page: Page | null): Promise<void> {
    const calls = this.#calls
    const opening = this.#opening?.stop() ?? null
    if (calls === null || this.#fault !== null) return
    await this.#phase('settle', async () => {
      const { waitMs, actions } = this.#request.page
      await this.#guarded(this.#leftMs(), async (clock) => {
        if (page !== null && this.#isRendering()) {
          // After actions, the growth of the page does not show what its calls have brought.
          const signs = { calls, timers: this.#timers, opening: actions.length === 0 ? opening : null }
          await settleContent(page, signs, clock)
        } else await calls.settle(captureLimits, clock)
        if (waitMs > 0) await clock.sleep(waitMs)
      })
    })
  }

  async #collect(page: Page): Promise<void> {
    const { want } = this.#request
    if (this.#fault !== null || !this.#isRendering()) return
    await this.#phase('collect', async () => {
      await this.#guarded(Math.min(renderLimits.collectMs, this.#leftMs()), async (clock) => {
        if (want.html) this.#html = await pageHtml(page, clock)
        if (this.#failUnreachable()) return
        if (want.screenshot !== 'none') await this.#shoot(page, want.screenshot, clock)
      })
    })
  }

  /**
   * Takes the screenshot. Without one the page stands, because its document has been read.
   * @throws AttemptEndedError when the page or its browser was lost, or its caller has gone.
   */
  async #shoot(page: Page, kind: 'viewport' | 'full_page', clock: AttemptClock): Promise<void> {
    try {
      const { png, truncated } = await takeScreenshot(page, kind, clock)
      this.#screenshot = png
      if (truncated) this.#warnings.push('screenshot_truncated')
    } catch {
      this.#over.signal.throwIfAborted()
    }
  }

  /** Records the fault of a page that has navigated to a URL that could not be loaded. @returns whether it has. */
  #failUnreachable(): boolean {
    const document = this.#recorder?.traffic.unreachableDocument() ?? null
    if (document === null) return false
    this.#isLoaded = false
    this.#document = document
    this.#html = null
    this.#fail(navigationFault(unreachableEnd(document), document.url, this.#proxy))
    return true
  }

  /** Returns the displayed document; without one, the newest that was requested. */
  #currentDocument(): MainDocument | null {
    const traffic = this.#recorder?.traffic
    return (this.#isLoaded ? traffic?.shownDocument() : traffic?.mainDocument()) ?? null
  }

  /** Returns what the page left in its session; null without a session, or when the browser or its page was lost. */
  async #leave(recording: AttemptResult['recording']): Promise<AttemptResult['session']> {
    const { session, signal } = this.#request
    const [lease, identity] = [this.#lease, this.#identity]
    if (session === null || lease === null || identity === null || this.#over.signal.aborted) return null
    // Half of the time reserved for the teardown is available even when the call has no time left.
    const leftMs = Math.max(this.#leftMs(), renderLimits.teardownMs / 2)
    const clock = new AttemptClock(Math.min(sessionStateLimits.storageTimeoutMs, leftMs), this.#over.signal)
    try {
      const visit = { session, identity, recording, refused: this.#refused }
      return await leaveSession(lease, this.#page, visit, clock)
    } catch {
      signal.throwIfAborted()
      return null
    } finally {
      clock.clear()
    }
  }

  #blockSignal(html: string | null): BlockSignal | null {
    const document = this.#document
    if (document === null || document.status === null) return null
    return blockSignal({ status: document.status, headers: document.headers, html })
  }

  async #result(): Promise<AttemptResult> {
    const recorder = this.#recorder
    const current = this.#currentDocument()
    // A later navigation without a response leaves the previous document in place.
    if (current !== null && current.status !== null) this.#document = current
    this.#calls?.stop()
    const recording = (await recorder?.finish()) ?? emptyRecording(this.#startedAtMs)
    // From here on, traffic is not recorded and must not leave; what is read of the session needs no network.
    const disconnected = this.#proxy.close()
    correctForProxy(recording, {
      addressOf: (url) => this.#proxy.addressOf(url),
      requestsBeyond: (known) => this.#proxy.requestsBeyond(known),
      handshakeHeaders: (url) => this.handshakeHeaders(url),
    })
    const body = this.#document?.request.responseBody
    const html = this.#html?.text ?? (body?.kind === 'kept' && body.encoding === 'utf8' ? body.text : null)
    const blockedBy = this.#blockSignal(html)
    await disconnected
    const session = await this.#leave(recording)
    // The attempt may have been ended after its last step.
    this.#request.signal.throwIfAborted()
    if (this.#over.signal.aborted) this.#note(this.#over.signal.reason)
    const fault = blockFault(this.#fault, blockedBy)
    const closed = this.close()
    return {
      rung: this.#request.rung,
      browserVersion: this.#lease?.version ?? '',
      startedAtMs: this.#startedAtMs,
      elapsedMs: performance.now() - this.#beganMs,
      timings: this.#timings,
      outcome: fault?.outcome ?? 'success',
      error: fault === null ? null : { code: fault.code, message: fault.message },
      isPageCrash: fault?.isPageCrash === true,
      httpStatus: this.#document?.status ?? null,
      headers: this.#document?.headers ?? {},
      finalUrl: this.#document?.url ?? this.#request.url,
      document: this.#document?.request ?? null,
      blockedBy,
      idle: this.#idle,
      actions: this.#actions,
      recording,
      proxy: this.#proxy,
      html: this.#html,
      screenshot: this.#screenshot,
      warnings: this.#warnings,
      session,
      closed,
    }
  }
}

const cookiesRefused = (count: number): string =>
  `cookies_refused: the browser does not accept ${count} of the cookies in the header Cookie`

const emptyRecording = (startedAtMs: number): AttemptResult['recording'] => ({
  startedAtMs,
  requests: [],
  requestsDropped: 0,
  requestsUnseen: 0,
  pages: [],
})
