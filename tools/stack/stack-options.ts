/** Options and result of `startStack`: the interface of the embedded stack for commands and tests. */
import type { StackFile } from '@seine/shared/config/stack-file.ts'
import type { ToolPaths } from '../setup/pinned-tools.ts'
import type { Part, PartCommand, PartEvent, PartName } from './part.ts'
import type { StackPorts } from './ports.ts'

/** An event of a stack, for people to read. */
export type StackEvent =
  | PartEvent
  | { subject: PartName | 'workflowBundle'; kind: 'starting' | 'ready' | 'failed'; message: string }
  | { subject: PartName; kind: 'leftover' | 'absent'; message: string }

/** Overrides how a part is run and when it counts as ready. */
export interface PartOverride {
  /** @default the part's own command */
  command?: (own: PartCommand, ports: StackPorts) => PartCommand
  /** Resolves when the part can be used; cancelled through the signal. @default the part's own readiness */
  ready?: (signal: AbortSignal, ports: StackPorts) => Promise<void>
}

export interface StackOptions {
  /** Directory used by this stack only; created when missing. */
  stateDir: string
  /** Without an engine of Chromium there is no browser worker. */
  tools: ToolPaths
  /** `preferred`: 8420, 7233 and so on, or the next free ones; `free`: any. @default 'preferred' */
  ports?: 'preferred' | 'free'
  /** @default true */
  temporalUi?: boolean
  /** Restart parts that die. @default true */
  restart?: boolean
  /** Private targets to allow, `cidr[:port]`. */
  egressAllow?: readonly string[]
  /** Additional settings of gateway and workers, `SEINE_...`; they override all others. */
  environment?: Readonly<Record<string, string>>
  onEvent?: (event: StackEvent) => void
  /** Aborting ends a stack that is still starting. */
  signal?: AbortSignal
  /** Folder of workflow bundles. @default `<stateDir>/cache` */
  bundleDirectory?: string
  /** Script that builds the workflow bundle; null: none, the worker builds it at its start. */
  bundleScript?: string | null
  /** Overrides of parts, for tests. */
  parts?: Partial<Record<PartName, PartOverride>>
}

/** The operations that a caller may perform on a single part. */
export type StackPart = Pick<Part, 'pid' | 'start' | 'stop' | 'restart' | 'kill' | 'ready'>

export interface RunningStack {
  /** Content of `stack.json`, with the current process ids. */
  readonly file: StackFile
  /** Whether the browser worker has become ready, once that is known; never rejects. */
  readonly browser: Promise<boolean>
  part(name: PartName): StackPart
  /** Shows or hides `stack.json`: new users cannot find a hidden stack. */
  publish(visible: boolean): void
  /**
   * Stops all parts, gateway first, and releases ports and state directory. Later calls wait for the first; one with
   * `now` kills immediately.
   */
  stop(options?: { now?: boolean }): Promise<void>
}

/** The state directory belongs to another running supervisor. */
export class StackAlreadyRunningError extends Error {
  override readonly name = 'StackAlreadyRunningError'
  readonly pid: number | null

  constructor(stateDir: string, pid: number | null) {
    super(`a stack is already running in ${stateDir}${pid === null ? '' : ` (process ${pid})`}`)
    this.pid = pid
  }
}
