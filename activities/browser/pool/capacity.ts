/** Determines how many pages a machine can hold at a time. */
import { availableParallelism, totalmem } from 'node:os'
import { poolLimits } from '@seine/shared/config/browser-limits.ts'

export interface Machine {
  /** Cores this process may use, with cgroup quota and affinity applied. */
  cores: number
  memoryBytes: number
}

/**
 * Returns the resources of the machine that this process may use. Node reads the memory limit of the cgroup (v1 and v2)
 * and returns 0 or a number larger than any memory if none exists.
 */
export function readMachine(): Machine {
  const limit = process.constrainedMemory()
  const total = totalmem()
  return { cores: availableParallelism(), memoryBytes: limit > 0 ? Math.min(limit, total) : total }
}

/**
 * Returns the number of slots by cores and memory, at least 1.
 * @param configured number set by the operator; 0 = by the machine.
 */
export function slotCapacity(configured: number, machine: Machine = readMachine()): number {
  if (configured > 0) return Math.min(configured, poolLimits.slotsMax)
  const byCores = poolLimits.slotsPerCore * machine.cores
  const byMemory = Math.floor((machine.memoryBytes - poolLimits.memoryReserveBytes) / poolLimits.memoryPerSlotBytes)
  return Math.max(1, Math.min(byCores, byMemory, poolLimits.slotsMax))
}

/**
 * Returns the number of browser processes of the default engine.
 * @param configured number set by the operator; 0 = one per core.
 * @param slots upper limit when `asked` is 0, because more processes than slots would be idle.
 */
export function processCount(configured: number, slots: number, machine: Machine = readMachine()): number {
  return configured > 0 ? configured : Math.max(1, Math.min(machine.cores, slots))
}
