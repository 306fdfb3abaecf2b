/** Decides whether one more process of test files may begin: always up to a number, beyond it while the machine is idle. */
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { stackLimits } from '../checkout/stack-limits.ts'

export interface Gate {
  /** Whether one more may begin beside those that run. One beyond the usual number uses up the idle moment. */
  isOpen(running: number): boolean
  /** Waits until the answer may have changed without the end of a process. */
  changes(): Promise<void>
}

/** Time that all processors together have spent, milliseconds. */
interface CpuTimes {
  idleMs: number
  totalMs: number
}

function readCpuTimes(): CpuTimes {
  let [idleMs, totalMs] = [0, 0]
  for (const { times } of cpus()) {
    idleMs += times.idle
    totalMs += times.user + times.nice + times.sys + times.irq + times.idle
  }
  return { idleMs, totalMs }
}

/**
 * Creates the gate of one run.
 * @param read and the rest replace the machine in tests.
 */
export function createGate(
  { concurrency, concurrencyMax }: { concurrency: number; concurrencyMax: number },
  read: () => CpuTimes = readCpuTimes,
  availableBytes: () => number = () => process.availableMemory(),
  waitMs: number = stackLimits.testIdleWatchMs,
): Gate {
  let before = read()
  let isIdle = false
  let watch: Promise<void> | null = null
  const watched = async (): Promise<void> => {
    await sleep(waitMs)
    watch = null
    const now = read()
    const idleShare = (now.idleMs - before.idleMs) / Math.max(1, now.totalMs - before.totalMs)
    before = now
    isIdle = idleShare >= stackLimits.testIdleShareMin
  }
  return {
    isOpen(running) {
      if (running < concurrency) return true
      const mayBegin = isIdle && running < concurrencyMax && availableBytes() >= stackLimits.testFreeMemoryMinBytes
      isIdle = false
      return mayBegin
    },
    changes: () => (watch ??= watched()),
  }
}
