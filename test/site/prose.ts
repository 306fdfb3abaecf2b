/** English prose that is the same for the same seed: a small grammar over the town's vocabulary. */
import { openings, sentences, technicalOpenings, technicalSentences, wordLists } from './words.ts'

/** A source of choices, determined by its seed. */
export interface Chooser {
  /** Integer from 0 up to but not including `below`. */
  integer(below: number): number
  pick<T>(choices: readonly T[]): T
}

/** Mulberry32 over an FNV-1a hash of the seed: small, fast, the same on every platform. */
export function chooser(seed: string): Chooser {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at += 1) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  const integer = (below: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000) * below)
  }
  return {
    integer,
    pick<T>(choices: readonly T[]): T {
      const choice = choices[integer(choices.length)]
      if (choice === undefined) throw new Error('nothing to choose from')
      return choice
    },
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Fills the slots of a pattern; no word of a list is used twice within `used`. */
function fill(pattern: string, subject: string, choose: Chooser, used: Set<string>): string {
  const filled = pattern.replaceAll(/\{(\w+)\}/g, (_, slot: string) => {
    const name = slot.toLowerCase()
    const words = wordLists[name] ?? [subject]
    const fresh = words.filter((word) => !used.has(word))
    const word = choose.pick(fresh.length > 0 ? fresh : words)
    if (name !== 'subject') used.add(word)
    return slot === name ? word : capital(word)
  })
  return capital(filled).replaceAll(/\b([Aa]) (?=[aeio])/g, '$1n ')
}

interface Voice {
  openings: readonly string[]
  sentences: readonly string[]
}

const voices = {
  town: { openings, sentences },
  technical: { openings: technicalOpenings, sentences: technicalSentences },
} satisfies Record<string, Voice>

/**
 * Returns paragraphs about a subject.
 * @param seed the same seed gives the same text.
 * @param subject a noun phrase in lower case, such as `the eel market`.
 * @param count number of paragraphs, of 3 to 6 sentences each.
 */
export function prose(seed: string, subject: string, count: number, voice: keyof typeof voices = 'town'): string[] {
  const choose = chooser(seed)
  const { openings: first, sentences: further } = voices[voice]
  let unusedOpenings = [...first]
  let unused = [...further]
  return Array.from({ length: count }, () => {
    const used = new Set<string>()
    if (unusedOpenings.length === 0) unusedOpenings = [...first]
    const opening = choose.pick(unusedOpenings)
    unusedOpenings = unusedOpenings.filter((pattern) => pattern !== opening)
    const parts = [fill(opening, subject, choose, used)]
    for (let more = 2 + choose.integer(4); more > 0; more -= 1) {
      if (unused.length === 0) unused = [...further]
      const pattern = choose.pick(unused)
      unused = unused.filter((other) => other !== pattern)
      parts.push(fill(pattern, subject, choose, used))
    }
    return parts.join(' ')
  })
}
