/**
 * CPU of a process in nanoseconds, for costs far below the 10 ms of `/proc/<pid>/stat`: the first number of `schedstat`
 * of each of its threads (Linux kernel, Documentation/scheduler/sched-stats).
 */
import { readdirSync } from 'node:fs'
import { readProc } from './proc-files.ts'

/**
 * Returns the time on a core that a `schedstat` file states, milliseconds.
 * @throws Error when it states none.
 */
export function parseSchedstat(text: string): number {
  const [onCoreNs = ''] = text.split(' ')
  if (!/^\d+$/.test(onCoreNs)) throw new Error(`no times of a thread: ${JSON.stringify(text.slice(0, 80))}`)
  return Number(onCoreNs) / 1e6
}

/**
 * Returns the CPU of the living threads of a process so far, milliseconds. What ended threads used is not in it.
 * @throws Error when the process has ended, or the kernel does not count.
 */
export function threadCpuMs(pid: number): number {
  return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => {
    const text = readProc(pid, `task/${thread}/schedstat`)
    return sum + (text === null ? 0 : parseSchedstat(text))
  }, 0)
}
