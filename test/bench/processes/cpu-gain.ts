/**
 * CPU between two looks at a tree of processes. A process that has ended is counted to the one that
 * waited for it; Chromium does not wait for all of its own, so what nobody got must not be forgotten.
 */
import { treeOf, type ProcessStat } from './proc-stat.ts'

/** A process in a tree as it was seen last. */
export type Members = ReadonlyMap<number, ProcessStat>

/**
 * The members of a tree now: everything below its root, and what was in it before and lives on elsewhere.
 * @param all processes of the machine.
 */
export function membersOf(root: number, before: Members, all: readonly ProcessStat[]): Members {
  const roots = [root, ...before.keys()]
  return new Map(roots.flatMap((pid) => treeOf(pid, all)).map((stat) => [stat.pid, stat]))
}

/** The nearest ancestor that still lives; undefined when none does. */
function heirOf({ parent }: ProcessStat, before: Members, now: Members): number | undefined {
  for (let pid = parent; ;) {
    if (now.has(pid)) return pid
    const above = before.get(pid)
    if (above === undefined) return undefined
    pid = above.parent
  }
}

export interface CpuGain {
  /** Of the root alone, milliseconds. */
  ownMs: number
  /** Of everything below it. */
  belowMs: number
}

/** What a tree used between two looks; what was used by processes that came and went unseen is in it. */
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
    // Of what it got from its children, all that was seen of them before is counted already.
    belowMs += Math.max(0, fromChildren - (inherited.get(stat.pid) ?? 0))
    if (stat.pid === root) ownMs += own
    else belowMs += own
  }
  return { ownMs, belowMs }
}
