/**
 * Searches texts for a pattern that is a plain text: in linear time whatever both are (Knuth, Morris and Pratt,
 * "Fast Pattern Matching in Strings").
 */
import type { PatternBudget } from './pattern-budget.ts'
import { opcodes, type PatternProgram } from './pattern-program.ts'

/** Steps a character takes. */
const stepsPerCharacter = 2

const isSurrogate = (rune: number): boolean => rune >= 0xd8_00 && rune <= 0xdf_ff

/** The text that a program looks for when it is nothing but that; null for every other program. */
export function literalOf({ ops, outs, args, start }: PatternProgram): string | null {
  const runes: number[] = []
  for (let pc = start; ; pc = outs[pc]!) {
    const op = ops[pc]
    if (op === opcodes.match) return runes.length === 0 ? null : String.fromCodePoint(...runes)
    if (op === opcodes.capture || op === opcodes.nop) continue
    // Half of a pair is a character of its own to RE2, and part of one in a text.
    if (op !== opcodes.rune1 || isSurrogate(args[pc]!)) return null
    runes.push(args[pc]!)
  }
}

/** One text to look for. */
export class LiteralMatcher {
  readonly #wanted: string
  /** How much of the wanted text stands at the end of each of its beginnings as well. */
  readonly #borders: Int32Array

  /** @param wanted not empty. */
  constructor(wanted: string) {
    this.#wanted = wanted
    this.#borders = new Int32Array(wanted.length)
    for (let at = 1, border = 0; at < wanted.length; at += 1) {
      while (border > 0 && wanted.charCodeAt(at) !== wanted.charCodeAt(border)) border = this.#borders[border - 1]!
      if (wanted.charCodeAt(at) === wanted.charCodeAt(border)) border += 1
      this.#borders[at] = border
    }
  }

  /** @throws PatternTooCostlyError when the budget is used up. */
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
