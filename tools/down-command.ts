/** `./dev down`: stops the stack and any processes left behind by a killed supervisor. */
import { existsSync } from 'node:fs'
import { stackLimits } from './checkout/stack-limits.ts'
import { isRunning, signal } from '../services/cli/process/identity.ts'
import { lockHolder } from '../services/cli/process/lock.ts'
import type { Progress } from './checkout/progress.ts'
import { endLeftovers } from './stack/leftovers.ts'
import { until } from './stack/readiness.ts'
import { removeStackFile } from './stack/stack-record.ts'
import { stateLayout } from './stack/state-layout.ts'

/**
 * Stops the stack of a state directory and waits until it has ended. Does nothing without a stack.
 * @returns the exit code.
 */
export async function downCommand(stateDir: string, progress: Progress): Promise<number> {
  const layout = stateLayout(stateDir)
  const supervisor = existsSync(layout.directory) ? lockHolder(layout.lock) : null
  if (supervisor !== null) {
    const step = progress.begin('local stack', 'stopping')
    signal(supervisor.pid, 'SIGTERM', 'process')
    try {
      await until(async () => !isRunning(supervisor), AbortSignal.timeout(stackLimits.downTimeoutMs))
    } catch {
      signal(supervisor.pid, 'SIGKILL', 'process')
    }
    step.done()
  }
  const left = await endLeftovers(layout)
  removeStackFile(layout)
  if (left.length > 0) progress.note(`  ✓ stopped processes left behind by a killed supervisor: ${left.join(', ')}`)
  else if (supervisor === null) progress.note('No stack was running.')
  return 0
}
