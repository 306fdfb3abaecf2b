/** CPU time and peak memory of running processes and their descendants over a period. Linux only: reads `/proc`. */
import { writeFileSync } from 'node:fs'
import { benchLimits } from '@seine/tools/bench-limits.ts'
import { allProcesses, readProc } from './proc-files.ts'
import { parseMemory, treeOf, type ProcessStat } from './proc-stat.ts'

/** Figures of one process, its children included. */
export interface ProcessFigures {
  name: string
  cpuMs: number
  peakRssBytes: number
}

export interface Measurement {
  processes: ProcessFigures[]
  /** Highest sum over all processes at one time, bytes. */
  peakRssBytes: number
}

/** Resets the kernel's record of peak memory. */
function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5')
  } catch {
    // The process belongs to another user, or the kernel lacks the feature: the peak then covers its whole life.
  }
}

interface Watched {
  name: string
  pid: number
  /** CPU since measuring began, of all processes that have had this name. */
  cpuMs: number
  /** CPU that the process had used at the last sample. */
  cpuMsSeen: number
  peakRssBytes: number
  /** The same since the last call of `takePeaks`. */
  recentRssBytes: number
  restarts: number
}

/** Process ids by display name. */
type Pids = Readonly<Record<string, number>>

/** Measures processes by name. A process that takes the name of an ended one continues its figures. */
export class ProcessMeter {
  readonly #watched: Watched[]
  readonly #pids: () => Pids
  readonly #timer: NodeJS.Timeout
  #peakRssBytes = 0

  /**
   * Starts measuring.
   * @param pids process id by display name; a function where processes may be replaced, which leaves out a name while
   *   there is no process.
   */
  constructor(pids: Pids | (() => Pids)) {
    this.#pids = typeof pids === 'function' ? pids : () => pids
    const all = allProcesses()
    this.#watched = Object.entries(this.#pids()).map(([name, pid]) => {
      for (const member of treeOf(pid, all)) forgetPeak(member.pid)
      return { name, pid, cpuMs: 0, cpuMsSeen: cpuOf(pid, all), peakRssBytes: 0, recentRssBytes: 0, restarts: 0 }
    })
    this.#sample(all)
    this.#timer = setInterval(() => this.sample(), benchLimits.memorySampleMs)
  }

  /** Returns the CPU milliseconds so far. */
  cpuMs(): number {
    this.#readCpu(allProcesses())
    return this.#watched.reduce((sum, { cpuMs }) => sum + cpuMs, 0)
  }

  /** Takes a sample now: before a process is killed, so that its last figures are not lost. */
  sample(): void {
    this.#sample(allProcesses())
  }

  /** Returns the highest resident memory of each process in the samples since the last call, bytes by name. */
  takePeaks(): Record<string, number> {
    const peaks = Object.fromEntries(this.#watched.map(({ name, recentRssBytes }) => [name, recentRssBytes]))
    for (const watched of this.#watched) watched.recentRssBytes = 0
    this.sample()
    return peaks
  }

  /** Returns how often another process took a name, by name. */
  restarts(): Record<string, number> {
    return Object.fromEntries(this.#watched.map(({ name, restarts }) => [name, restarts]))
  }

  /** Ends measuring; the processes must still be running, or their last figures are lost. */
  stop(): Measurement {
    clearInterval(this.#timer)
    const all = allProcesses()
    this.#sample(all)
    return {
      processes: this.#watched.map((watched) => ({
        name: watched.name,
        cpuMs: watched.cpuMs,
        // For a single process, the kernel also records the peak between two samples.
        peakRssBytes:
          treeOf(watched.pid, all).length === 1
            ? Math.max(watched.peakRssBytes, parseMemory(readProc(watched.pid, 'status') ?? '', 'VmHWM'))
            : watched.peakRssBytes,
      })),
      peakRssBytes: this.#peakRssBytes,
    }
  }

  #sample(all: readonly ProcessStat[]): void {
    this.#readCpu(all)
    let sum = 0
    for (const watched of this.#watched) {
      const bytes = treeOf(watched.pid, all)
        .map(({ pid }) => parseMemory(readProc(pid, 'status') ?? '', 'VmRSS'))
        .reduce((total, rss) => total + rss, 0)
      watched.peakRssBytes = Math.max(watched.peakRssBytes, bytes)
      watched.recentRssBytes = Math.max(watched.recentRssBytes, bytes)
      sum += bytes
    }
    this.#peakRssBytes = Math.max(this.#peakRssBytes, sum)
  }

  #readCpu(all: readonly ProcessStat[]): void {
    const pids = this.#pids()
    for (const watched of this.#watched) {
      const pid = pids[watched.name] ?? watched.pid
      if (pid !== watched.pid) Object.assign(watched, { pid, cpuMsSeen: 0, restarts: watched.restarts + 1 })
      const seenMs = cpuOf(pid, all)
      // A process that has ended keeps the CPU of its last sample.
      if (seenMs === 0) continue
      watched.cpuMs += seenMs - watched.cpuMsSeen
      watched.cpuMsSeen = seenMs
    }
  }
}

function cpuOf(pid: number, all: readonly ProcessStat[]): number {
  return treeOf(pid, all).reduce((sum, { cpuMs }) => sum + cpuMs, 0)
}
