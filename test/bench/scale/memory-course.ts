/** The memory of each process over the progress of a run, in tenths of its pages. Pure. */
import { scaleLimits } from '@seine/tools/bench-limits.ts'

/** One point of progress. */
export interface MemoryPoint {
  /** Page loads so far. */
  pages: number
  /** Time since the start of the run, milliseconds. */
  atMs: number
  /** Highest resident memory of each process since the point before, bytes by name. */
  rssBytes: Record<string, number>
}

/** Takes readings of progress. */
export class MemoryCourse {
  readonly #pages: number
  readonly #takePeaks: () => Record<string, number>
  readonly #points: MemoryPoint[] = []

  /**
   * @param pages of all jobs.
   * @param takePeaks returns the highest memory of each process since its last call, bytes by name.
   */
  constructor(pages: number, takePeaks: () => Record<string, number>) {
    this.#pages = pages
    this.#takePeaks = takePeaks
  }

  /**
   * Takes a reading: number of page loads, milliseconds since the start.
   * @returns the point that was reached; null between two points.
   */
  note(loads: number, atMs: number): MemoryPoint | null {
    const reached = Math.floor((loads * scaleLimits.memoryPoints) / this.#pages)
    return this.#points.length < Math.min(reached, scaleLimits.memoryPoints) ? this.#add(loads, atMs) : null
  }

  /** Adds the point of the end: all that came after the last page, such as the archive. @returns all points. */
  end(loads: number, atMs: number): MemoryPoint[] {
    this.#add(loads, atMs)
    return this.#points
  }

  #add(pages: number, atMs: number): MemoryPoint {
    const point = { pages, atMs, rssBytes: this.#takePeaks() }
    this.#points.push(point)
    return point
  }
}
