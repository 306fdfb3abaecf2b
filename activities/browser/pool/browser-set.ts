/**
 * The browsers of one engine: starts more when all are busy, ends idle ones, chooses the least busy one, replaces those
 * that are due (starting the successor first) and restarts those that end.
 */
import type { EngineName } from '@seine/shared/tasks/browser-page.ts'
import type { Logger } from '@seine/shared/observability/logger.ts'
import { untilAborted } from '@seine/shared/lifecycle/until-aborted.ts'
import type { BrowserProcess } from './browser-process.ts'
import { openContext } from './context-lease.ts'
import { type ContextLease } from './contract.ts'
import { EngineUnavailableError } from '../chromium-process/engine-unavailable.ts'
import { PacedLauncher } from './paced-launcher.ts'
import { whyReplace, type ReplacementRules } from './replacement.ts'

export interface BrowserSetRules extends ReplacementRules {
  idleEngineMs: number
  memoryCheckIntervalMs: number
}

export interface BrowserSetOptions {
  engine: EngineName
  /** Number of browsers to keep running; 0: they are started by the first `open`. */
  kept: number
  /** Largest number of browsers; those above `kept` are started when all are busy and ended when idle. */
  max: number
  launch: () => Promise<BrowserProcess>
  log: Pick<Logger, 'info' | 'warn'>
  rules: BrowserSetRules
  /** Pause after this many failures in a row, milliseconds. @default relaunchPauseMs */
  pauseMs?: (failuresInARow: number) => number
}

interface Member {
  process: BrowserProcess
  launchedAtMs: number
  /** One token for each context that is open or being opened. */
  readonly leases: Set<object>
  contexts: number
  memoryBytes: number | null
  crashedAtMs: number[]
  idleSinceMs: number
  /** Gets no new contexts and is closed after its last one. */
  retiring: boolean
}

/** A place for one context in a browser. */
interface Seat {
  member: Member
  token: object
}

export class BrowserSet {
  readonly #options: BrowserSetOptions
  readonly #members = new Set<Member>()
  /** Every process that may still run, including retired ones. */
  readonly #processes = new Set<BrowserProcess>()
  readonly #launches = new Set<Promise<Member>>()
  /** Launches of browsers that serve a single context. */
  readonly #loneLaunches = new Set<Promise<Member>>()
  readonly #closing = new AbortController()
  readonly #timer: NodeJS.Timeout
  readonly #launcher: PacedLauncher
  #replacing = false

  constructor(options: BrowserSetOptions) {
    this.#options = options
    const { engine, launch, log, pauseMs } = options
    this.#launcher = new PacedLauncher({
      launch,
      pauseMs,
      closing: this.#closing.signal,
      onFailure: (reason, failures) => log.warn({ engine, failures, reason }, 'no browser started'),
    })
    this.#timer = setInterval(() => void this.#inspect(), options.rules.memoryCheckIntervalMs).unref()
  }

  /**
   * Starts the browsers; settles when the first one runs.
   * @throws EngineUnavailableError when it does not start.
   */
  async start(): Promise<void> {
    this.#fill()
    await this.#oneLaunched()
  }

  /**
   * Opens a context in the least busy browser. When that browser fails to open it, another browser is tried once.
   * @throws EngineUnavailableError; the abort reason of `signal`.
   */
  async open(proxyServer: string, signal: AbortSignal): Promise<ContextLease> {
    let reason = ''
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const seat = await this.#takeSeat(signal)
      try {
        return await this.#openIn(seat, proxyServer, signal)
      } catch (error) {
        signal.throwIfAborted()
        reason = (error as Error).message
        this.#note('a browser failed to open a context', reason, seat.member)
        this.#retire(seat.member)
      }
    }
    throw this.#cannotOpen(reason)
  }

  /**
   * Opens a context in a browser that is started for it, serves no other and ends with it: for a page that may crash
   * its browser.
   * @throws EngineUnavailableError; the abort reason of `signal`.
   */
  async openAlone(proxyServer: string, signal: AbortSignal): Promise<ContextLease> {
    signal.throwIfAborted()
    const unavailable = this.#launcher.whyNotWait()
    if (unavailable !== null) throw new EngineUnavailableError(unavailable)
    const launch = this.#launchOne({ retiring: true })
    this.#loneLaunches.add(launch)
    const forget = (): boolean => this.#loneLaunches.delete(launch)
    launch.then(forget, forget)
    let member: Member
    try {
      member = await untilAborted(signal, launch)
    } catch (error) {
      // The browser may still start; it is ended then, because its caller has gone.
      launch.then((late) => this.#endIfDrained(late)).catch(() => {})
      throw error
    }
    const token = {}
    member.leases.add(token)
    try {
      return await this.#openIn({ member, token }, proxyServer, signal)
    } catch (error) {
      signal.throwIfAborted()
      throw this.#cannotOpen((error as Error).message)
    }
  }

  #cannotOpen(reason: string): EngineUnavailableError {
    return new EngineUnavailableError(`${this.#options.engine} cannot open contexts: ${reason}`)
  }

  /** Ends every browser; open contexts are lost. */
  async close(): Promise<void> {
    this.#closing.abort(new EngineUnavailableError('the pool of browsers is closed'))
    clearInterval(this.#timer)
    await Promise.allSettled([...this.#launches, ...this.#loneLaunches])
    await Promise.all([...this.#processes].map((process) => process.close()))
  }

  async #openIn({ member, token }: Seat, proxyServer: string, signal: AbortSignal): Promise<ContextLease> {
    const letGo = (): void => {
      member.leases.delete(token)
      member.idleSinceMs = performance.now()
      this.#endIfDrained(member)
    }
    try {
      const lease = await openContext(member.process, {
        proxyServer,
        signal,
        onReleased: letGo,
        onCrash: () => {
          member.crashedAtMs.push(performance.now())
          this.#replaceDue()
        },
        onStuck: () => this.#distrust(member),
      })
      member.contexts += 1
      this.#launcher.worked()
      this.#replaceDue()
      return lease
    } catch (error) {
      letGo()
      throw error
    }
  }

  /** Takes a place in the least busy browser; starts one if none exists. */
  async #takeSeat(signal: AbortSignal): Promise<Seat> {
    for (;;) {
      signal.throwIfAborted()
      this.#closing.signal.throwIfAborted()
      const member = this.#serving().toSorted((one, other) => one.leases.size - other.leases.size)[0]
      if (member !== undefined) {
        // Taken in the same turn as the choice; otherwise simultaneous callers would all choose the same browser.
        const token = {}
        if (member.leases.size > 0) this.#grow()
        member.leases.add(token)
        return { member, token }
      }
      const unavailable = this.#launcher.whyNotWait()
      if (unavailable !== null) throw new EngineUnavailableError(unavailable)
      if (this.#launches.size === 0) void this.#launch()
      await untilAborted(signal, this.#oneLaunched())
    }
  }

  /**
   * Settles when one of the launching browsers runs.
   * @throws EngineUnavailableError when none does.
   */
  async #oneLaunched(): Promise<void> {
    await Promise.any(this.#launches).catch((error: AggregateError) => {
      throw error.errors[0] as Error
    })
  }

  #serving(): Member[] {
    return [...this.#members].filter((member) => !member.retiring && !member.process.lost.aborted)
  }

  /** Starts browsers up to the number to keep. */
  #fill(): void {
    while (!this.#closing.signal.aborted && this.#serving().length + this.#launches.size < this.#options.kept)
      void this.#launch()
  }

  /** Starts another browser for later contexts, unless there are enough or one is starting. */
  #grow(): void {
    if (this.#launches.size > 0 || this.#serving().length >= this.#options.max) return
    if (this.#launcher.whyNotWait() === null) void this.#launch()
  }

  #launch(): Promise<Member> {
    const launch = this.#launchOne()
    this.#launches.add(launch)
    const settled = (): void => {
      this.#launches.delete(launch)
      this.#fill()
    }
    launch.then(settled, settled)
    return launch
  }

  /** @param retiring true: the browser serves only the caller that started it. */
  async #launchOne({ retiring } = { retiring: false }): Promise<Member> {
    const process = await this.#launcher.launch()
    this.#processes.add(process)
    this.#closing.signal.throwIfAborted()
    const nowMs = performance.now()
    const member: Member = {
      process,
      launchedAtMs: nowMs,
      leases: new Set(),
      contexts: 0,
      memoryBytes: null,
      crashedAtMs: [],
      idleSinceMs: nowMs,
      retiring,
    }
    this.#members.add(member)
    process.lost.addEventListener('abort', () => this.#onLost(member), { once: true })
    if (process.lost.aborted) this.#onLost(member)
    return member
  }

  #onLost(member: Member): void {
    if (!this.#members.delete(member)) return
    const reason = (member.process.lost.reason as Error).message
    this.#end(member.process, () => member.process.kill())
    if (member.retiring || this.#closing.signal.aborted) return
    this.#note('a browser was lost', reason, member)
    // A browser that never opened a context counts as a failed start.
    if (member.contexts === 0) this.#launcher.failed(reason)
    this.#fill()
  }

  /** Ends a process and removes it from the list when it has ended completely. */
  #end(process: BrowserProcess, how: () => Promise<void>): void {
    void how().then(() => this.#processes.delete(process))
  }

  #endIfDrained(member: Member): void {
    if (!member.retiring || member.leases.size > 0 || !this.#members.has(member)) return
    this.#members.delete(member)
    this.#end(member.process, () => member.process.close())
  }

  #dueReason(member: Member): string | null {
    const nowMs = performance.now()
    return whyReplace(
      {
        contexts: member.contexts,
        ageMs: nowMs - member.launchedAtMs,
        memoryBytes: member.memoryBytes,
        crashesAgoMs: member.crashedAtMs.map((atMs) => nowMs - atMs),
      },
      this.#options.rules,
    )
  }

  /** Replaces browsers that are due, one after another, so that there is at most one more than needed. */
  #replaceDue(): void {
    if (this.#replacing || this.#closing.signal.aborted) return
    const due = this.#serving().find((member) => this.#dueReason(member) !== null)
    if (due === undefined) return
    this.#replacing = true
    const replaced = this.#replace(due).then(
      () => true,
      () => false,
    )
    // After a failed start the old browser goes on serving until the next inspection.
    void replaced.then((done) => {
      this.#replacing = false
      if (done) this.#replaceDue()
    })
  }

  async #replace(member: Member): Promise<void> {
    if (this.#options.kept > 0) await this.#launch()
    this.#note('a browser is replaced', this.#dueReason(member) ?? '', member)
    this.#retire(member)
  }

  #retire(member: Member): void {
    member.retiring = true
    this.#endIfDrained(member)
    this.#fill()
  }

  /**
   * The last step of the teardown ladder: a browser that is stuck is killed and another one started. When it has
   * other open contexts and still answers (the machine may only be slow), those contexts end first.
   */
  #distrust(member: Member): void {
    this.#note('a browser is stuck', 'a context did not open or close in time', member)
    this.#retire(member)
    if (member.leases.size <= 1) {
      void member.process.kill()
      return
    }
    void member.process.answers().then((alive) => (alive ? undefined : member.process.kill()))
  }

  async #inspect(): Promise<void> {
    for (const member of this.#serving()) {
      member.memoryBytes = await member.process.memoryBytes().catch(() => member.memoryBytes)
      const idleMs = performance.now() - member.idleSinceMs
      const idle = member.leases.size === 0 && idleMs >= this.#options.rules.idleEngineMs
      if (idle && this.#serving().length > this.#options.kept) this.#retire(member)
    }
    this.#replaceDue()
  }

  #note(what: string, reason: string, member: Member): void {
    const { engine, log } = this.#options
    log.info({ engine, pid: member.process.pid, contexts: member.contexts, open: member.leases.size, reason }, what)
  }
}
