/** Word-level F1, as the data set's own scorer counts it: multisets of words, averaged over pages. */

/** The words of a text and how often each occurs. */
export function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** F1 of some words against those wanted; 1 where both are empty. */
export function wordF1(words: readonly string[], wanted: readonly string[]): number {
  if (words.length === 0 || wanted.length === 0) return words.length === wanted.length ? 1 : 0
  const left = countWords(wanted)
  let right = 0
  for (const word of words) {
    const count = left.get(word) ?? 0
    if (count === 0) continue
    right++
    left.set(word, count - 1)
  }
  return (2 * right) / (words.length + wanted.length)
}

/** Mean values by type, and of all. */
export class ScoreTable {
  readonly #sums = new Map<string, { pages: number; sum: number }>()

  add(type: string, value: number): void {
    for (const key of [type, 'all']) {
      const entry = this.#sums.get(key) ?? { pages: 0, sum: 0 }
      this.#sums.set(key, { pages: entry.pages + 1, sum: entry.sum + value })
    }
  }

  /** One line: the mean of each type. */
  line(): string {
    const keys = [...this.#sums.keys()].filter((key) => key !== 'all').toSorted()
    return [...keys, 'all'].map((key) => `${key} ${this.mean(key).toFixed(4)}`).join('  ')
  }

  mean(type = 'all'): number {
    const { pages, sum } = this.#sums.get(type) ?? { pages: 0, sum: 0 }
    return pages === 0 ? 0 : sum / pages
  }
}
