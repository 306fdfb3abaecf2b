/** A website whose pages have noise in every answer, and real changes in some runs. */
import { Draws } from './draws.ts'
import { changed, changeKinds, factsHtml, firstFacts, type PageFacts } from './facts.ts'
import { noiseClasses } from './noise.ts'

/** A change that a run must report. */
export interface MadeChange {
  path: string
  /** Kind of the change. */
  kind: string
}

interface NoisyPage {
  no: number
  path: string
  facts: PageFacts
}

export class NoisySite {
  readonly #pages: readonly NoisyPage[]
  readonly #draws: Draws
  #round = 0
  #answers = 0

  /** @param seed the same text gives the same site, changes and noise. */
  constructor(seed: string) {
    this.#draws = new Draws(seed)
    this.#pages = noiseClasses.map(({ name }, no) => ({ no, path: `/${name}`, facts: firstFacts(no) }))
  }

  get paths(): string[] {
    return this.#pages.map(({ path }) => path)
  }

  /** Goes on to the next run. Every third run has no change; the others have up to five. */
  next(): MadeChange[] {
    this.#round += 1
    if (this.#round % 3 === 0) return []
    const pages = this.#draws.shuffled(this.#pages).slice(0, 1 + this.#draws.number(5))
    return pages.map((page) => {
      const kind = this.#draws.one(changeKinds)
      page.facts = changed(page.facts, kind, this.#draws)
      return { path: page.path, kind }
    })
  }

  /** Returns the answer for a path as HTML, different each time; null: there is no such page. */
  answer(path: string): string | null {
    const page = this.#pages.find((each) => each.path === path)
    if (page === undefined) return null
    this.#answers += 1
    const { no, facts } = page
    const { name, make } = noiseClasses[no]!
    const {
      head = '',
      before = '',
      after = '',
      outside = '',
    } = make(this.#round, new Draws(`${name} ${this.#answers}`))
    const title = `Berths ${no}`
    return (
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>` +
      `<header><nav><a href="/">Home</a></nav></header><main><article><h1>${title}</h1>${before}` +
      `${factsHtml(facts, no)}${after}</article></main>${outside}</body></html>`
    )
  }
}
