/** The durable segments of a slice as heartbeats encode them: runs of numbers instead of one key for each second. */
import type { SegmentRun, SliceHeartbeat } from '@seine/shared/temporal/shapes.ts'

/** Returns the key of a segment from the attempt that wrote it and its number within that attempt. */
export type SegmentNames = (attempt: number, index: number) => string

/**
 * Returns the keys of the segments that an earlier attempt reported, in order. Older workers reported the keys
 * directly.
 */
export function reportedSegments({ flushed, segments }: SliceHeartbeat, nameOf: SegmentNames): string[] {
  if (flushed === undefined) return [...(segments ?? [])]
  return flushed.flatMap(([attempt, first, count]) =>
    Array.from({ length: count }, (_, at) => nameOf(attempt, first + at)),
  )
}

/** Segments in the order in which they became durable. */
export class SegmentRuns {
  readonly #keys: string[]
  readonly #runs: SegmentRun[] = []

  /** @param keys keys of segments that are already durable. */
  constructor(keys: readonly string[]) {
    this.#keys = []
    for (const key of keys) this.add(key)
  }

  get keys(): readonly string[] {
    return this.#keys
  }

  /** Runs of segment numbers. @returns attempt, first number and length of each run. */
  get runs(): SegmentRun[] {
    return this.#runs.map(([...run]) => run)
  }

  add(key: string): void {
    this.#keys.push(key)
    const [attempt, index] = numbersOf(key)
    const last = this.#runs.at(-1)
    if (last !== undefined && last[0] === attempt && last[1] + last[2] === index) last[2] += 1
    else this.#runs.push([attempt, index, 1])
  }
}

/** Returns the attempt and number of a segment from its key. */
function numbersOf(key: string): [attempt: number, index: number] {
  const found = /-(\d+)-(\d+)\.ndjson(?:\.[a-z]+)?$/.exec(key)
  if (found === null) throw new Error(`${key} is not the key of a segment`)
  return [Number(found[1]), Number(found[2])]
}
