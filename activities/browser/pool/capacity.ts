/** How many pages a machine can hold at a time. */
import { availableParallelism, totalmem } from 'node:os'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'

export interface Machine {
  /** Cores this process may use, cgroup quota and affinity counted. */
  cores: number
  memoryBytes: number
}

/**
 * The machine as this process may use it. Node reads the limit of the control group (both versions)
 * and gives 0 or a number beyond all memory where there is none.
 */
export function readMachine(): Machine {
  const limit = process.constrainedMemory()
  const total = totalmem()
  return { cores: availableParallelism(), memoryBytes: limit > 0 ? Math.min(limit, total) : total }
}

/**
 * Slots by cores and memory, at least 1.
 * @param asked what the operator set; 0 = by the machine.
 */
export function slotCapacity(asked: number, machine: Machine = readMachine()): number {
  if (asked > 0) return Math.min(asked, poolLimits.slotsMax)
  const byCores = poolLimits.slotsPerCore * machine.cores
  const byMemory = Math.floor((machine.memoryBytes - poolLimits.memoryReserveBytes) / poolLimits.memoryPerSlotBytes)
  return Math.max(1, Math.min(byCores, byMemory, poolLimits.slotsMax))
}

/**
 * Browser processes of the default engine.
 * @param asked what the operator set; 0 = one per core.
 * @param slots more processes than slots would stand idle.
 */
export function processCount(asked: number, slots: number, machine: Machine = readMachine()): number {
  return asked > 0 ? asked : Math.max(1, Math.min(machine.cores, slots))
}
