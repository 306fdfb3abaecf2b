/** Parses the Linux process files `/proc/<pid>/stat` and `status` (proc_pid_stat(5)). */

/** Clock ticks per second in `/proc`; the kernel reports 100 to user space at any internal rate. */
const ticksPerSecond = 100

export interface ProcessStat {
  pid: number
  parent: number
  /** User and system time of its own threads, milliseconds. */
  ownCpuMs: number
  /** The same, plus that of children it has waited for, milliseconds. */
  cpuMs: number
}

/**
 * Parses the content of `/proc/<pid>/stat`.
 * @throws Error when the content is malformed.
 */
export function parseStat(text: string): ProcessStat {
  // The name is in parentheses and may itself contain blanks and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [, parent, user, system, childrenUser, childrenSystem] = [0, 1, 11, 12, 13, 14].map((at) => Number(fields[at]))
  const pid = Number.parseInt(text, 10)
  const own = (user ?? Number.NaN) + (system ?? Number.NaN)
  const ticks = own + (childrenUser ?? 0) + (childrenSystem ?? 0)
  if (!Number.isInteger(pid) || !Number.isInteger(parent) || !Number.isFinite(ticks)) {
    throw new Error(`not a process: ${JSON.stringify(text.slice(0, 80))}`)
  }
  const toMs = 1_000 / ticksPerSecond
  return { pid, parent: parent ?? 0, ownCpuMs: own * toMs, cpuMs: ticks * toMs }
}

/**
 * Returns the value of a `VmRSS` or `VmHWM` line of `/proc/<pid>/status`, or of a `Pss` line of `smaps_rollup`, in
 * bytes; 0 if none exists.
 */
export function parseMemory(text: string, field: 'VmRSS' | 'VmHWM' | 'Pss'): number {
  const kibibytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]
  return Number(kibibytes ?? 0) * 1024
}

/** Returns the process and its descendants in any order; empty when it has ended. */
export function treeOf(root: number, all: readonly ProcessStat[]): ProcessStat[] {
  const found = all.filter(({ pid }) => pid === root)
  const byParent = Map.groupBy(all, ({ parent }) => parent)
  for (const { pid } of found) found.push(...(byParent.get(pid) ?? []))
  return found
}
