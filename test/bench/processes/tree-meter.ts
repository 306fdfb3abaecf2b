/**
 * CPU and memory of one process and its descendants, including short-lived browsers. Linux only. Memory is the
 * proportional set size: pages shared by processes are counted once.
 */
import { benchLimits } from '@seine/tools/bench-limits.ts'
import { cpuGain, membersOf, type Members } from './cpu-gain.ts'
import { parseMemory } from './proc-stat.ts'
import { allProcesses, readProc } from './proc-files.ts'

export interface TreeFigures {
  /** CPU of the process itself, milliseconds. */
  ownCpuMs: number
  /** CPU of all its descendants, milliseconds. */
  belowCpuMs: number
  peakPssBytes: number
}

const pssOf = (members: Members): number =>
  [...members.keys()].reduce((sum, pid) => sum + parseMemory(readProc(pid, 'smaps_rollup') ?? '', 'Pss'), 0)

export class TreeMeter {
  readonly #root: number
  readonly #cpuTimer: NodeJS.Timeout
  readonly #memoryTimer: NodeJS.Timeout
  readonly #figures: TreeFigures = { ownCpuMs: 0, belowCpuMs: 0, peakPssBytes: 0 }
  #members: Members

  /** Starts measuring. */
  constructor(pid: number) {
    this.#root = pid
    this.#members = membersOf(pid, new Map(), allProcesses())
    this.#cpuTimer = setInterval(() => this.#look(), benchLimits.treeSampleMs)
    // Reading it is slow in the kernel and delays the measured process.
    this.#memoryTimer = setInterval(() => this.#weigh(), benchLimits.pssSampleMs)
  }

  /** Ends measuring; the process must still be running. */
  stop(): TreeFigures {
    clearInterval(this.#cpuTimer)
    clearInterval(this.#memoryTimer)
    this.#look()
    this.#weigh()
    return this.#figures
  }

  #look(): void {
    const now = membersOf(this.#root, this.#members, allProcesses())
    const { ownMs, belowMs } = cpuGain(this.#root, this.#members, now)
    this.#figures.ownCpuMs += ownMs
    this.#figures.belowCpuMs += belowMs
    this.#members = now
  }

  #weigh(): void {
    this.#figures.peakPssBytes = Math.max(this.#figures.peakPssBytes, pssOf(this.#members))
  }
}
