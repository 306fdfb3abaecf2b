/** Mean scores of pages, by type and in total. */
export class ScoreTable {
  readonly #sums = new Map<string, { pages: number; sum: number }>()

  add(type: string, value: number): void {
    for (const key of [type, 'all']) {
      const entry = this.#sums.get(key) ?? { pages: 0, sum: 0 }
      this.#sums.set(key, { pages: entry.pages + 1, sum: entry.sum + value })
    }
  }

  /** Returns one line: the mean of each type. */
  line(): string {
    const keys = [...this.#sums.keys()].filter((key) => key !== 'all').toSorted()
    return [...keys, 'all'].map((key) => `${key} ${this.mean(key).toFixed(4)}`).join('  ')
  }

  mean(type = 'all'): number {
    const { pages, sum } = this.#sums.get(type) ?? { pages: 0, sum: 0 }
    return pages === 0 ? 0 : sum / pages
  }
}
