/** A stack that outlives its caller: the running one, or a new one under its own supervisor, a detached process. */
import { spawn, type ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { StackFile } from '@seine/shared/config/stack-file.ts'
import { stackLimits } from '../checkout/stack-limits.ts'
import { repositoryRoot } from '../checkout/locations.ts'
import { lockHolder } from '../../services/cli/process/lock.ts'
import { engineVariables } from '../setup/chromium-engines.ts'
import type { ToolPaths } from '../setup/pinned-tools.ts'
import { lastLogEntry, logPath, rotateLog } from './log-files.ts'
import { readRunningStack } from './stack-record.ts'
import { stateLayout, type StateLayout } from './state-layout.ts'

export interface ObtainOptions {
  stateDir: string
  tools: ToolPaths
  /** End the new stack when it has no users any more. */
  whileUsed: boolean
  /** Ends the wait. */
  signal?: AbortSignal
  /** Called when there is no stack yet and the caller has to wait. */
  onWait?: () => void
  /** Arguments of Node.js that run a supervisor. @default the `supervise` command of this program */
  supervisor?: readonly string[]
}

export interface ObtainedStack {
  file: StackFile
  /** True when this call has started the stack. */
  started: boolean
}

function spawnSupervisor(options: ObtainOptions, layout: StateLayout): ChildProcess {
  mkdirSync(layout.directory, { recursive: true, mode: 0o700 })
  mkdirSync(layout.logs, { recursive: true })
  rotateLog(layout.logs, 'supervisor')
  const log = openSync(logPath(layout.logs, 'supervisor'), 'a', 0o600)
  const program = options.supervisor ?? [join(repositoryRoot, 'tools/main.ts'), 'supervise']
  const child = spawn(process.execPath, [...program, ...(options.whileUsed ? ['--while-used'] : [])], {
    cwd: repositoryRoot,
    env: {
      ...process.env,
      SEINE_DEV_STATE_DIR: options.stateDir,
      SEINE_DEV_TEMPORAL_BIN: options.tools.temporal,
      SEINE_DEV_VERSITYGW_BIN: options.tools.versitygw,
      ...engineVariables(options.tools.chromium),
    },
    stdio: ['ignore', log, log],
    detached: true,
  })
  closeSync(log)
  child.unref()
  return child
}

/** Exit code of a supervisor that found another one running (EX_TEMPFAIL of sysexits.h). */
export const lostToAnotherExitCode = 75

const hasEnded = (child: ChildProcess): boolean => child.exitCode !== null || child.signalCode !== null

/**
 * Returns the running stack of a state directory; starts a new one if none exists. Concurrent callers get the same
 * stack: one supervisor wins, the others detect that and end.
 * @throws Error with the last log lines of a supervisor that could not start its stack.
 */
export async function obtainStack(options: ObtainOptions): Promise<ObtainedStack> {
  const layout = stateLayout(options.stateDir)
  const deadlineMs = performance.now() + stackLimits.startTimeoutMs
  let supervisor: ChildProcess | null = null
  for (;;) {
    options.signal?.throwIfAborted()
    const file = await readRunningStack(options.stateDir)
    if (file !== null) return { file, started: supervisor !== null && file.pids.supervisor === supervisor.pid }
    if (performance.now() > deadlineMs) {
      throw new Error(`the stack in ${options.stateDir} did not become ready in time; its logs are in ${layout.logs}`)
    }
    if (supervisor !== null && hasEnded(supervisor)) {
      if (supervisor.exitCode !== lostToAnotherExitCode) {
        throw new Error(`the local stack could not be started: ${lastLogEntry(logPath(layout.logs, 'supervisor'))}`)
      }
      supervisor = null
    }
    if (supervisor === null && lockHolder(layout.lock) === null) {
      options.onWait?.()
      supervisor = spawnSupervisor(options, layout)
    }
    await delay(stackLimits.waitPollMs, undefined, { signal: options.signal }).catch(() => {})
  }
}
