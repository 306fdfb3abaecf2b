/** The stack for one command: the running one, or one that runs as long as it has users. */
import { randomUUID } from 'node:crypto'
import type { StackFile } from '@seine/shared/config/stack-file.ts'
import { stackLimits } from '../checkout/stack-limits.ts'
import { isRunning } from '../../services/cli/process/identity.ts'
import { lockHolder } from '../../services/cli/process/lock.ts'
import type { Progress } from '../checkout/progress.ts'
import type { ToolPaths } from '../setup/pinned-tools.ts'
import { allowTarget, withdrawTarget } from './egress-allow.ts'
import { obtainStack } from './obtain-stack.ts'
import { until } from './readiness.ts'
import { hasUsers, registerUser } from './stack-users.ts'
import { stateLayout, type StateLayout } from './state-layout.ts'

export interface EnsuredStack {
  stack: StackFile
  /** Whether it was running already; otherwise it ends with its last user. */
  staysUp: boolean
  /** Allows the stack to fetch a URL; a private one is allowed because a user asked for it. */
  allow: (url: string) => Promise<void>
  /** Revokes what `allow` of this command has allowed. Call it when the job has ended. */
  disallow: () => Promise<void>
  /**
   * Stops using the stack, immediately and even when the result is not awaited; resolves when a stack that was started
   * for this command has ended, unless it has other users by then.
   */
  stop: () => Promise<void>
}

/**
 * Makes sure that a stack is running.
 * @param interrupt ends the wait.
 */
export type EnsureStack = (interrupt?: AbortSignal) => Promise<EnsuredStack>

export interface EnsureOptions {
  stateDir: string
  tools: ToolPaths
  progress: Progress
  /** Arguments of Node.js that run a supervisor, for tests. */
  supervisor?: readonly string[]
}

/** Waits for the end of the current supervisor, as long as its stack has no users. */
async function waitForEnd(layout: StateLayout): Promise<void> {
  const supervisor = lockHolder(layout.lock)
  if (supervisor === null) return
  const over = async (): Promise<boolean> => !isRunning(supervisor) || hasUsers(layout)
  await until(over, AbortSignal.timeout(stackLimits.downTimeoutMs)).catch(() => {})
}

/** Creates `ensureStack` for one state directory. */
export function createEnsureStack(options: EnsureOptions): EnsureStack {
  const layout = stateLayout(options.stateDir)
  return async (interrupt) => {
    const leave = registerUser(layout)
    let step: ReturnType<Progress['begin']> | undefined
    try {
      const { file, started } = await obtainStack({
        ...options,
        whileUsed: true,
        onWait: () => {
          step = options.progress.begin('local stack', 'starting Temporal, the S3 store, gateway and worker')
        },
        ...(interrupt === undefined ? {} : { signal: interrupt }),
      })
      step?.done()
      const owner = `${process.pid}-${randomUUID()}`
      return {
        stack: file,
        staysUp: !started,
        allow: async (url) => await allowTarget(file.egressAllowFile, owner, url),
        disallow: async () => await withdrawTarget(file.egressAllowFile, owner),
        async stop() {
          leave()
          if (started) await waitForEnd(layout)
        },
      }
    } catch (error) {
      step?.fail()
      leave()
      if (interrupt?.aborted === true) await waitForEnd(layout)
      throw error
    }
  }
}
