/**
 * The warnings of a job in bounded space: warnings of a kind that may concern thousands of hosts or pages are counted
 * with a few examples; others are kept as texts, up to a maximum number.
 */
import { warningLimits } from '../limits/discovery-limits.ts'

/** Kinds of warnings that are counted, each with the text that precedes the examples when there are several. */
const kinds = {
  unresolved_host: (count: number) => `${count} hosts could not be resolved and were given up`,
  refusing_host: (count: number) => `${count} hosts were given up: they asked for pauses for too long`,
  unread_robots: (count: number) =>
    `${count} pages were not fetched because robots.txt of their site could not be read`,
  links_dropped: (count: number) => `${count} pages have links beyond those that are followed`,
  lost_result: (count: number) => `the results of ${count} slices were lost and taken from their segments`,
} as const

export type WarningKind = keyof typeof kinds

/** Subject of a counted warning. */
export interface Counted {
  kind: WarningKind
  /** Host, URL or number. */
  of: string
}

/** Number of warnings of a kind, with the subjects of the first few. */
interface Tally {
  count: number
  /** Full text of the first warning, used while it is the only one. */
  first: string
  examples: string[]
}

/** A warning book as stored in snapshots. */
export interface StoredWarnings {
  texts: string[]
  textsDropped: number
  tallies: Partial<Record<WarningKind, Tally>>
}

const clipped = (text: string): string =>
  text.length <= warningLimits.textMaxCharacters ? text : `${text.slice(0, warningLimits.textMaxCharacters - 1)}…`

export class WarningBook {
  #texts: string[] = []
  #textsDropped = 0
  readonly #tallies = new Map<WarningKind, Tally>()

  /** True when this text is among the kept texts. */
  has(text: string): boolean {
    return this.#texts.includes(clipped(text))
  }

  /**
   * Adds a warning. A text that is already kept is ignored.
   * @param text the warning as it reads on its own.
   * @param counted subject of a warning whose kind is counted: each call counts once more. null: not counted.
   */
  add(text: string, counted: Counted | null = null): void {
    if (counted !== null && counted.kind in kinds) this.#count(clipped(text), counted)
    else if (this.has(text)) return
    else if (this.#texts.length < warningLimits.textsMax) this.#texts.push(clipped(text))
    else this.#textsDropped += 1
  }

  /** Returns the warnings as texts, bounded in number and length. */
  texts(): string[] {
    const counted = [...this.#tallies].map(([kind, tally]) => textOfTally(kind, tally))
    const more = this.#textsDropped === 0 ? [] : [`${this.#textsDropped} more warnings`]
    return [...this.#texts, ...counted, ...more]
  }

  snapshot(): StoredWarnings {
    return {
      texts: [...this.#texts],
      textsDropped: this.#textsDropped,
      tallies: Object.fromEntries(this.#tallies),
    }
  }

  /** Restores the contents of a snapshot into a book that is still empty. */
  restore({ texts, textsDropped, tallies }: StoredWarnings): void {
    this.#texts = [...texts]
    this.#textsDropped = textsDropped
    for (const [kind, tally] of Object.entries(tallies)) {
      if (kind in kinds) this.#tallies.set(kind as WarningKind, { ...tally, examples: [...tally.examples] })
    }
  }

  #count(text: string, { kind, of }: Counted): void {
    const tally = this.#tallies.get(kind) ?? { count: 0, first: text, examples: [] }
    tally.count += 1
    if (tally.examples.length < warningLimits.examplesMax) {
      tally.examples.push(of.slice(0, warningLimits.exampleMaxCharacters))
    }
    this.#tallies.set(kind, tally)
  }
}

function textOfTally(kind: WarningKind, { count, first, examples }: Tally): string {
  if (count === 1) return first
  const more = count > examples.length ? `, … and ${count - examples.length} more` : ''
  return `${kinds[kind](count)}: ${examples.join(', ')}${more}`
}

/**
 * Returns the warnings as stored in the history of a workflow run and in its memo; each generation stores a copy.
 * @returns as many of the first warnings as fit, and the number of the others.
 */
export function warningsForHistory(texts: readonly string[]): string[] {
  let left: number = warningLimits.historyMaxBytes
  const kept = texts.filter((text) => (left -= Buffer.byteLength(text)) >= 0)
  const more = texts.length - kept.length
  return more === 0 ? kept : [...kept, `${more} more warnings; the record of the ended job has them`]
}
