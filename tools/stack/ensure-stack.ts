/** The stack for one command: the running one, or one that lives as long as somebody uses it. */
import { randomUUID } from 'node:crypto'
import type { StackFile } from '@seine/shared/config/stack-file.ts'
import { stackLimits } from '../../services/cli/command/cli-limits.ts'
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
  /** Lets the stack fetch a URL; a private one is allowed, because a person asked for it. */
  allow: (url: string) => Promise<void>
  /** Takes back what `allow` of this command has allowed. For when its job has ended. */
  disallow: () => Promise<void>
  /**
   * Leaves the stack, at once and for good even when nobody waits; resolves when a stack that was
   * started for this command has ended, unless somebody else uses it by now.
   */
  stop: () => Promise<void>
}

/**
 * Makes sure that there is a stack.
 * @param interrupt gives up waiting.
 */
export type EnsureStack = (interrupt?: AbortSignal) => Promise<EnsuredStack>

export interface EnsureOptions {
  stateDir: string
  tools: ToolPaths
  progress: Progress
  /** Arguments of Node that run a supervisor, for tests. */
  supervisor?: readonly string[]
}

/** Waits for the end of the supervisor that runs now, as long as nobody uses its stack. */
async function waitForEnd(layout: StateLayout): Promise<void> {
  const supervisor = lockHolder(layout.lock)
  if (supervisor === null) return
  const over = async (): Promise<boolean> => !isRunning(supervisor) || hasUsers(layout)
  await until(over, AbortSignal.timeout(stackLimits.downTimeoutMs)).catch(() => {})
}

/** `ensureStack` for one state directory. */
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
