/** The parts of one stack together: their recorded processes, and their ordered start and stop. */
import { mkdirSync } from 'node:fs'
import type { StackFile } from '@seine/shared/config/stack-file.ts'
import { identify, type ProcessIdentity } from '../../services/cli/process/identity.ts'
import { recordProcesses } from './leftovers.ts'
import { partNames } from './part-specs.ts'
import { Part, PartStartError, type PartName, type PartSpec } from './part.ts'
import type { StackEvent, StackOptions } from './stack-options.ts'
import { removeStackFile, writeStackFile } from './stack-record.ts'
import type { StateLayout } from './state-layout.ts'

/** Process id of each part; null for one that is not running. */
export type PartPids = Record<PartName, number | null>

/** Returns true when the store ended because the file system lacks extended attributes. */
function lacksExtendedAttributes(error: unknown): boolean {
  return (
    error instanceof PartStartError &&
    error.part === 'objectStore' &&
    /xattrs? .*(failed|not supported)/.test(error.message)
  )
}

/** Manages all parts together: their processes, the record of them, and the order in which they stop. */
export class PartSet {
  readonly #layout: StateLayout
  readonly #describe: (pids: PartPids, browserIsReady: boolean) => StackFile
  readonly #parts: Record<PartName, Part>
  readonly #processes: Partial<Record<PartName, ProcessIdentity>> = {}
  readonly #emit: (event: StackEvent) => void
  #published = false
  #stopping: Promise<void> | null = null

  constructor(
    layout: StateLayout,
    options: StackOptions,
    describe: (pids: PartPids, browserIsReady: boolean) => StackFile,
    specs: Record<PartName, PartSpec>,
  ) {
    this.#layout = layout
    this.#describe = describe
    this.#emit = options.onEvent ?? (() => {})
    const part = (name: PartName): Part =>
      new Part(specs[name], {
        restart: options.restart ?? true,
        onEvent: this.#emit,
        onProcess: (pid) => this.#onProcess(name, pid),
        onReady: () => this.#keepRecord(),
      })
    this.#parts = Object.fromEntries(partNames.map((name) => [name, part(name)])) as Record<PartName, Part>
  }

  /** True from the first call of `stop` on. */
  get isStopping(): boolean {
    return this.#stopping !== null
  }

  get file(): StackFile {
    const pids = Object.fromEntries(partNames.map((name) => [name, this.#processes[name]?.pid ?? null])) as PartPids
    return this.#describe(pids, this.#parts.browserWorker.isReady)
  }

  part(name: PartName): Part {
    return this.#parts[name]
  }

  /** Shows or hides `stack.json`. */
  publish(visible: boolean): void {
    this.#published = visible
    if (visible) writeStackFile(this.#layout, this.file)
    else removeStackFile(this.#layout)
  }

  #onProcess(name: PartName, pid: number | null): void {
    const identity = pid === null ? null : identify(pid)
    if (identity === null) delete this.#processes[name]
    else this.#processes[name] = identity
    this.#keepRecord()
  }

  #keepRecord(): void {
    try {
      recordProcesses(this.#layout, this.#processes)
      if (this.#published) writeStackFile(this.#layout, this.file)
    } catch {
      // The state directory was removed under a running stack; that must not end the supervision.
    }
  }

  /**
   * Starts one part. It is tried a second time in two cases: a part that was started before the services it needs were
   * available, and a store on a file system without extended attributes.
   * @param needs settles when those services are available; the readiness of the part is not checked before.
   */
  async start(name: PartName, needs?: Promise<unknown>): Promise<void> {
    this.#emit({ subject: name, kind: 'starting', message: 'starting' })
    // Another caller may report why the services never become available.
    needs?.catch(() => {})
    try {
      await this.#parts[name].start(needs).catch(async (error: unknown) => {
        if (this.#stopping !== null) throw error
        if (lacksExtendedAttributes(error)) mkdirSync(this.#layout.objectsSidecar, { recursive: true })
        else if (needs === undefined) throw error
        await needs
        await this.#parts[name].start()
      })
    } catch (error) {
      this.#emit({ subject: name, kind: 'failed', message: 'failed' })
      throw error
    }
    this.#emit({ subject: name, kind: 'ready', message: 'ready' })
  }

  /** Stops all parts, gateway first. A second call waits for the first; with `now` it kills immediately. */
  async stop(options: { now?: boolean } = {}): Promise<void> {
    const now = options.now === true
    const earlier = this.#stopping
    this.#stopping = earlier === null || now ? this.#stopParts(now) : earlier
    await Promise.all([earlier, this.#stopping])
  }

  async #stopParts(now: boolean): Promise<void> {
    this.publish(false)
    const stop = (name: PartName): Promise<void> => this.#parts[name].stop({ now })
    if (now) {
      await Promise.all(partNames.map(stop))
      return
    }
    // Order: first nothing new comes in, then running slices flush, then the services they flush to may stop.
    await stop('gateway')
    await stop('scrapeWorker')
    await stop('browserWorker')
    await Promise.all([stop('objectStore'), stop('temporal'), stop('redis')])
  }
}
