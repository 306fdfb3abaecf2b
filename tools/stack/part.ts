/**
 * One supervised process of the stack: starts it, waits until it is ready, restarts it when it dies, stops it with a
 * grace period. Every part leads its own process group, so that Ctrl-C in a terminal reaches only the supervisor, and
 * processes that a part leaves behind can be ended with it.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { stackLimits } from '../checkout/stack-limits.ts'
import { describeExit } from '../checkout/run-logged.ts'
import { signal as sendSignal } from '../../services/cli/process/identity.ts'
import { tailOfLog } from './log-files.ts'
import { until } from './readiness.ts'
import { RestartBackOff } from './restart-back-off.ts'

export type PartName = 'temporal' | 'objectStore' | 'gateway' | 'scrapeWorker' | 'browserWorker' | 'redis'

export interface PartCommand {
  file: string
  args: readonly string[]
  environment: Record<string, string>
}

export interface PartSpec {
  name: PartName
  /** Called at each start. */
  command: () => PartCommand
  cwd: string
  logFile: string
  /** Time between SIGTERM and SIGKILL, milliseconds. */
  graceMs: number
  /** Resolves once the part can be used; cancelled through the signal. */
  ready: (signal: AbortSignal) => Promise<void>
}

/** An event of a part, for people to read. */
export interface PartEvent {
  subject: PartName
  kind: 'died' | 'restarted'
  message: string
}

export interface PartHooks {
  /** Restart the part when it dies. */
  restart: boolean
  onEvent(event: PartEvent): void
  /** Called with the new process id; null when there is no process now. */
  onProcess(pid: number | null): void
  /** Called each time the part has become ready. */
  onReady(): void
}

/** A part that ended or did not become ready while it was awaited. */
export class PartStartError extends Error {
  override readonly name = 'PartStartError'
  readonly part: PartName

  constructor(part: PartName, how: string, logFile: string) {
    const tail = tailOfLog(logFile)
    super(`${part} ${how}; its log is ${logFile}${tail === '' ? '' : `, which ends:\n${tail}`}`)
    this.part = part
  }
}

interface Life {
  child: ChildProcess
  startedMs: number
  /** Resolves with a description of how the process ended. */
  gone: Promise<string>
  stopping: boolean
}

export class Part {
  readonly #spec: PartSpec
  readonly #hooks: PartHooks
  readonly #backOff = new RestartBackOff()
  #life: Life | null = null
  #supervised = false
  #ready = false
  #starting: Promise<void> | null = null
  #restartTimer: NodeJS.Timeout | undefined

  constructor(spec: PartSpec, hooks: PartHooks) {
    this.#spec = spec
    this.#hooks = hooks
  }

  /** Process id; null while there is no process. */
  get pid(): number | null {
    return this.#life?.child.pid ?? null
  }

  /** True while the part can be used. */
  get isReady(): boolean {
    return this.#ready
  }

  /**
   * Starts the part and waits until it is ready. A running part is only awaited.
   * @param needed settles when the services that the part needs are available; its readiness is not checked before.
   * @throws PartStartError when it ends first or takes too long; it is then stopped.
   */
  async start(needed: Promise<unknown> = Promise.resolve()): Promise<void> {
    if (this.#supervised) return await this.ready()
    this.#starting ??= this.#startFirst(needed).finally(() => {
      this.#starting = null
    })
    await this.#starting
  }

  /** Waits until the part is ready, across restarts. @throws PartStartError when it takes too long. */
  async ready(): Promise<void> {
    await until(async () => this.#ready, AbortSignal.timeout(stackLimits.startTimeoutMs)).catch(() => {
      throw new PartStartError(this.#spec.name, 'did not become ready in time', this.#spec.logFile)
    })
  }

  /**
   * Stops the part permanently: SIGTERM, then SIGKILL after its grace period.
   * @param options.now sends SIGKILL immediately.
   */
  async stop(options: { now?: boolean } = {}): Promise<void> {
    this.#supervised = false
    clearTimeout(this.#restartTimer)
    this.#restartTimer = undefined
    const life = this.#life
    if (life?.child.pid === undefined) return
    life.stopping = true
    const { pid } = life.child
    let deadline: NodeJS.Timeout | undefined
    if (options.now === true) {
      sendSignal(pid, 'SIGKILL', 'group')
    } else {
      sendSignal(pid, 'SIGTERM', 'process')
      // A process that a test has paused must continue to handle the signal.
      sendSignal(pid, 'SIGCONT', 'process')
      deadline = setTimeout(() => sendSignal(pid, 'SIGKILL', 'group'), this.#spec.graceMs)
    }
    await life.gone
    clearTimeout(deadline)
  }

  async restart(): Promise<void> {
    await this.stop()
    await this.start()
  }

  /**
   * Sends any signal, as an accident would: the part is still supervised. Resolves when the signal is sent; for
   * SIGKILL, when the process has ended.
   */
  async kill(name: NodeJS.Signals): Promise<void> {
    const life = this.#life
    if (life?.child.pid === undefined) return
    sendSignal(life.child.pid, name, 'group')
    if (name === 'SIGKILL') await life.gone
  }

  #spawn(): Life {
    const { cwd, logFile } = this.#spec
    const command = this.#spec.command()
    const log = openSync(logFile, 'a', 0o600)
    const child = spawn(command.file, command.args, {
      cwd,
      env: command.environment,
      stdio: ['ignore', log, log],
      detached: true,
    })
    closeSync(log)
    const ended = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(`could not be started: ${error.message}`))
      child.once('exit', (code, signal) => resolve(`ended with ${describeExit(code, signal) ?? 'exit code 0'}`))
    })
    const life: Life = {
      child,
      startedMs: performance.now(),
      stopping: false,
      gone: ended.then((how) => {
        this.#onGone(life, how)
        return how
      }),
    }
    this.#life = life
    this.#hooks.onProcess(child.pid ?? null)
    return life
  }

  async #startFirst(needed: Promise<unknown>): Promise<void> {
    const { name, logFile } = this.#spec
    const life = this.#spawn()
    const ended = life.gone.then((how) => {
      throw new PartStartError(name, how, logFile)
    })
    // Rejects eventually even when the part became ready; nothing awaits it then.
    ended.catch(() => {})
    try {
      await Promise.race([this.#waitReady(life, stackLimits.startTimeoutMs, needed), ended])
      if (life.stopping || this.#life !== life) throw new PartStartError(name, 'was stopped', logFile)
      this.#supervised = true
    } catch (error) {
      await this.stop({ now: true })
      throw error
    }
  }

  /** Resolves when this process is ready. Stops checking when it has ended or the time is over. */
  async #waitReady(life: Life, timeoutMs?: number, needed?: Promise<unknown>): Promise<void> {
    const { name, logFile, ready } = this.#spec
    const abort = new AbortController()
    const give = (): void => abort.abort()
    const timer = timeoutMs === undefined ? undefined : setTimeout(give, timeoutMs)
    void life.gone.then(give)
    try {
      await needed
      await ready(abort.signal)
    } catch (error) {
      throw abort.signal.aborted ? new PartStartError(name, 'did not become ready in time', logFile) : error
    } finally {
      clearTimeout(timer)
    }
    if (this.#life !== life) return
    this.#ready = true
    this.#hooks.onReady()
  }

  #onGone(life: Life, how: string): void {
    // The group leader has ended; its child processes must not outlive it.
    if (life.child.pid !== undefined) sendSignal(life.child.pid, 'SIGKILL', 'group')
    this.#life = null
    this.#ready = false
    this.#hooks.onProcess(null)
    if (!this.#supervised) return
    const { name: subject } = this.#spec
    if (!this.#hooks.restart) {
      this.#supervised = false
      this.#hooks.onEvent({ subject, kind: 'died', message: how })
      return
    }
    const delayMs = this.#backOff.delayAfter(performance.now() - life.startedMs)
    this.#hooks.onEvent({ subject, kind: 'died', message: `${how}, starting it again in ${delayMs / 1_000} s` })
    this.#restartTimer = setTimeout(() => void this.#startAgain(), delayMs)
  }

  async #startAgain(): Promise<void> {
    this.#restartTimer = undefined
    const life = this.#spawn()
    try {
      await this.#waitReady(life)
      if (this.#ready) this.#hooks.onEvent({ subject: this.#spec.name, kind: 'restarted', message: 'is ready again' })
    } catch {
      // It died again, which has started the next restart.
    }
  }
}
