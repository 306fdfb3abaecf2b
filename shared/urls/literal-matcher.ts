/**
 * Searches texts for a plain text, in time linear in the length of both (Knuth, Morris and Pratt, "Fast Pattern
 * Matching in Strings").
 */
import type { PatternBudget } from './pattern-budget.ts'
import { opcodes, type PatternProgram } from './pattern-program.ts'

/** Steps charged per character of the searched text. */
const stepsPerCharacter = 2

const isSurrogate = (rune: number): boolean => rune >= 0xd8_00 && rune <= 0xdf_ff

/** Returns the text that a program searches for when its pattern is a plain text; null for every other program. */
export function literalOf({ ops, outs, args, start }: PatternProgram): string | null {
  const runes: number[] = []
  for (let pc = start; ; pc = outs[pc]!) {
    const op = ops[pc]
    if (op === opcodes.match) return runes.length === 0 ? null : String.fromCodePoint(...runes)
    if (op === opcodes.capture || op === opcodes.nop) continue
    // RE2 matches a lone surrogate as a character of its own; in a text it may be half of a surrogate pair.
    if (op !== opcodes.rune1 || isSurrogate(args[pc]!)) return null
    runes.push(args[pc]!)
  }
}

/** Searches texts for one plain text. */
export class LiteralMatcher {
  readonly #wanted: string
  /** For every prefix of the wanted text, the length of its longest proper prefix that is also its suffix. */
  readonly #borders: Int32Array

  /** @param wanted text to search for; not empty. */
  constructor(wanted: string) {
    this.#wanted = wanted
    this.#borders = new Int32Array(wanted.length)
    for (let at = 1, border = 0; at < wanted.length; at += 1) {
      while (border > 0 && wanted.charCodeAt(at) !== wanted.charCodeAt(border)) border = this.#borders[border - 1]!
      if (wanted.charCodeAt(at) === wanted.charCodeAt(border)) border += 1
      this.#borders[at] = border
    }
  }

  /**
   * Returns true when the wanted text occurs in `text`.
   * @throws PatternTooCostlyError when the budget is used up.
   */
  matches(text: string, budget: PatternBudget): boolean {
    const wanted = this.#wanted
    const borders = this.#borders
    budget.spend(stepsPerCharacter * text.length)
    for (let at = 0, found = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at)
      while (found > 0 && unit !== wanted.charCodeAt(found)) found = borders[found - 1]!
      if (unit === wanted.charCodeAt(found)) found += 1
      if (found === wanted.length) return true
    }
    return false
  }
}
