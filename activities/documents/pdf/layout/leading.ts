/** Computes the usual distances between the lines of a paragraph. */
import { median } from './order-statistics.ts'
import type { Line } from './lines.ts'

/** Returns the median of the smaller distances, which excludes distances between paragraphs. */
const lowMedian = (all: readonly number[]): number => {
  const middle = median(all)
  return median(all.filter((drop) => drop <= middle * 1.05))
}

/** Usual line distances by font size. */
export class Leading {
  readonly #bySize = new Map<number, number>()

  /** @param flows lines of a page or a document, by column. */
  constructor(flows: readonly (readonly Line[])[]) {
    const drops = new Map<number, number[]>()
    for (const lines of flows) {
      for (const [index, line] of lines.entries()) {
        const before = lines[index - 1]
        if (before === undefined || before.size !== line.size) continue
        const drop = line.y - before.y
        if (drop < line.size * 0.8 || drop > line.size * 2.2) continue
        const size = Math.round(line.size)
        const known = drops.get(size)
        if (known === undefined) drops.set(size, [drop])
        else known.push(drop)
      }
    }
    for (const [size, all] of drops) if (all.length >= 3) this.#bySize.set(size, lowMedian(all))
  }

  /** Returns the line distance, in points, within a paragraph of this font size. */
  of(size: number): number {
    return this.#bySize.get(Math.round(size)) ?? size * 1.3
  }
}
