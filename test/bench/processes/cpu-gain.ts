/**
 * CPU used by a tree of processes between two samples. The time of a process that has ended is added to the parent that
 * waited for it; Chromium does not wait for all of its processes, so time that no parent received must not be lost.
 */
import { treeOf, type ProcessStat } from './proc-stat.ts'

/** The processes of a tree in the previous sample. */
export type Members = ReadonlyMap<number, ProcessStat>

/**
 * Returns the current members of a tree: everything below its root, and previous members that now have another parent.
 * @param all processes of the machine.
 */
export function membersOf(root: number, before: Members, all: readonly ProcessStat[]): Members {
  const roots = [root, ...before.keys()]
  return new Map(roots.flatMap((pid) => treeOf(pid, all)).map((stat) => [stat.pid, stat]))
}

/** Returns the nearest living ancestor; undefined if none exists. */
function heirOf({ parent }: ProcessStat, before: Members, now: Members): number | undefined {
  for (let pid = parent; ;) {
    if (now.has(pid)) return pid
    const above = before.get(pid)
    if (above === undefined) return undefined
    pid = above.parent
  }
}

export interface CpuGain {
  /** CPU of the root alone, milliseconds. */
  ownMs: number
  /** CPU of everything below it, milliseconds. */
  belowMs: number
}

/** Returns the CPU used between two samples, including that of processes that began and ended between them. */
export function cpuGain(root: number, before: Members, now: Members): CpuGain {
  const inherited = new Map<number, number>()
  for (const gone of before.values()) {
    const heir = now.has(gone.pid) ? undefined : heirOf(gone, before, now)
    if (heir !== undefined) inherited.set(heir, (inherited.get(heir) ?? 0) + gone.cpuMs)
  }
  let ownMs = 0
  let belowMs = 0
  for (const stat of now.values()) {
    const earlier = before.get(stat.pid)
    const own = stat.ownCpuMs - (earlier?.ownCpuMs ?? 0)
    const fromChildren = stat.cpuMs - stat.ownCpuMs - ((earlier?.cpuMs ?? 0) - (earlier?.ownCpuMs ?? 0))
    // Subtracts the time of its children that was already counted while they were running.
    belowMs += Math.max(0, fromChildren - (inherited.get(stat.pid) ?? 0))
    if (stat.pid === root) ownMs += own
    else belowMs += own
  }
  return { ownMs, belowMs }
}
