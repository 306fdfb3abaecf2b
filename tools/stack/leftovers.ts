/**
 * Parts keep running when their supervisor is killed. Their processes are recorded, and the next command that starts or
 * stops the stack ends them first.
 */
import { readFileSync, rmSync } from 'node:fs'
import { stackLimits } from '../checkout/stack-limits.ts'
import { isRunning, signal, type ProcessIdentity } from '../../services/cli/process/identity.ts'
import { writePrivateFile } from '../../services/cli/secrets/atomic-file.ts'
import type { PartName } from './part.ts'
import { until } from './readiness.ts'
import type { StateLayout } from './state-layout.ts'

type Processes = Partial<Record<PartName, ProcessIdentity>>

/** Records which processes currently belong to the stack. */
export function recordProcesses(layout: StateLayout, processes: Processes): void {
  writePrivateFile(layout.processes, JSON.stringify(processes))
}

function readProcesses(layout: StateLayout): [PartName, ProcessIdentity][] {
  try {
    return Object.entries(JSON.parse(readFileSync(layout.processes, 'utf8')) as Processes) as [
      PartName,
      ProcessIdentity,
    ][]
  } catch {
    return []
  }
}

/**
 * Ends recorded processes that still run: SIGTERM, and SIGKILL after a grace period. The caller makes sure that no
 * supervisor is running.
 * @returns the parts that were ended.
 */
export async function endLeftovers(layout: StateLayout): Promise<PartName[]> {
  const left = readProcesses(layout).filter(([, identity]) => isRunning(identity))
  for (const [, { pid }] of left) {
    signal(pid, 'SIGTERM', 'process')
    signal(pid, 'SIGCONT', 'process')
  }
  const allGone = async (): Promise<boolean> => left.every(([, identity]) => !isRunning(identity))
  await until(allGone, AbortSignal.timeout(stackLimits.leftoverGraceMs)).catch(() => {
    for (const [, identity] of left) if (isRunning(identity)) signal(identity.pid, 'SIGKILL', 'group')
  })
  await until(allGone, AbortSignal.timeout(stackLimits.leftoverGraceMs))
  rmSync(layout.processes, { force: true })
  return left.map(([name]) => name)
}
