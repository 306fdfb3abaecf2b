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
  cpuMsBefore: number
  peakRssBytes: number
}

export class ProcessMeter {
  readonly #watched: Watched[]
  readonly #timer: NodeJS.Timeout
  #peakRssBytes = 0

  /** Starts measuring. @param pids process id by display name. */
  constructor(pids: Readonly<Record<string, number>>) {
    const all = allProcesses()
    this.#watched = Object.entries(pids).map(([name, pid]) => {
      for (const member of treeOf(pid, all)) forgetPeak(member.pid)
      return { name, pid, cpuMsBefore: cpuOf(pid, all), peakRssBytes: 0 }
    })
    this.#sample(all)
    this.#timer = setInterval(() => this.#sample(allProcesses()), benchLimits.memorySampleMs)
  }

  /** Returns the CPU milliseconds so far. */
  cpuMs(): number {
    const all = allProcesses()
    return this.#watched.reduce((sum, { pid, cpuMsBefore }) => sum + cpuOf(pid, all) - cpuMsBefore, 0)
  }

  /** Ends measuring; the processes must still be running, or their figures are lost. */
  stop(): Measurement {
    clearInterval(this.#timer)
    const all = allProcesses()
    this.#sample(all)
    return {
      processes: this.#watched.map(({ name, pid, cpuMsBefore, peakRssBytes }) => ({
        name,
        cpuMs: cpuOf(pid, all) - cpuMsBefore,
        // For a single process, the kernel also records the peak between two samples.
        peakRssBytes:
          treeOf(pid, all).length === 1
            ? Math.max(peakRssBytes, parseMemory(readProc(pid, 'status') ?? '', 'VmHWM'))
            : peakRssBytes,
      })),
      peakRssBytes: this.#peakRssBytes,
    }
  }

  #sample(all: readonly ProcessStat[]): void {
    let sum = 0
    for (const watched of this.#watched) {
      const bytes = treeOf(watched.pid, all)
        .map(({ pid }) => parseMemory(readProc(pid, 'status') ?? '', 'VmRSS'))
        .reduce((total, rss) => total + rss, 0)
      watched.peakRssBytes = Math.max(watched.peakRssBytes, bytes)
      sum += bytes
    }
    this.#peakRssBytes = Math.max(this.#peakRssBytes, sum)
  }
}

function cpuOf(pid: number, all: readonly ProcessStat[]): number {
  return treeOf(pid, all).reduce((sum, { cpuMs }) => sum + cpuMs, 0)
}
