/** CPU of the threads of a process by their names, as the kernel knows them. Linux only. */
import { readdirSync } from 'node:fs'
import { readProc } from '../processes/proc-files.ts'
import { parseSchedstat } from '../processes/thread-cpu.ts'

/** CPU milliseconds so far, by name. */
export type ThreadTimes = Readonly<Record<string, number>>

/** The thread that runs the event loop of a Node.js process. */
const mainThread = 'main thread'

/**
 * Returns the name under which threads are counted together: numbers at its end only distinguish threads of a pool.
 * @param isMain whether the thread is the first of its process.
 */
export function threadGroup(name: string, isMain: boolean): string {
  if (isMain) return mainThread
  return name.trim().replace(/[-_:# ]*\d+$/, '') || 'unnamed'
}

/** Returns the CPU of the living threads of a process. */
export function threadTimes(pid: number): ThreadTimes {
  const times: Record<string, number> = {}
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const name = readProc(pid, `task/${thread}/comm`)
    const stat = readProc(pid, `task/${thread}/schedstat`)
    if (name === null || stat === null) continue
    const group = threadGroup(name, Number(thread) === pid)
    times[group] = (times[group] ?? 0) + parseSchedstat(stat)
  }
  return times
}

/** Returns what was used between two readings; threads that have ended in between are missing. */
export function timesBetween(before: ThreadTimes, now: ThreadTimes): ThreadTimes {
  return Object.fromEntries(Object.entries(now).map(([name, ms]) => [name, Math.max(0, ms - (before[name] ?? 0))]))
}
