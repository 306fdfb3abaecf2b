/**
 * The program that RE2 compiles a pattern to, in a compact form.
 *
 * re2js parses, simplifies and compiles; `PatternMatcher` runs the result, because re2js can neither count the cost of
 * a match nor interrupt one. Only this file depends on the program layout of re2js.
 */
import type { RE2JS } from 're2js'

/** Kinds of instructions. The numbers are those of re2js. */
export const opcodes = {
  alt: 1,
  altMatch: 2,
  capture: 3,
  emptyWidth: 4,
  fail: 5,
  match: 6,
  nop: 7,
  rune: 8,
  rune1: 9,
  runeAny: 10,
  runeAnyNotNewline: 11,
} as const

/** Conditions of an `emptyWidth` instruction, as bits of its `arg`. The numbers are those of re2js. */
export const emptyWidths = {
  beginLine: 1,
  endLine: 2,
  beginText: 4,
  endText: 8,
  wordBoundary: 16,
  noWordBoundary: 32,
} as const

/** An instruction as re2js represents it. */
interface SourceInstruction {
  op: number
  out: number
  arg: number
  runes: Int32Array
  matchRune(rune: number): boolean
}

/** Returns true when an instruction matches a code point. */
export type RuneTest = (rune: number) => boolean

/** A compiled pattern. */
export interface PatternProgram {
  /** Number of instructions. Instruction 0 always fails. */
  readonly size: number
  readonly start: number
  readonly ops: Uint8Array
  /** Index of the next instruction. */
  readonly outs: Int32Array
  /** Second branch of an `alt`, conditions of an `emptyWidth`, code point of a `rune1`. */
  readonly args: Int32Array
  /** Tests of `rune` instructions; undefined for other instructions. */
  readonly runeTests: readonly (RuneTest | undefined)[]
  /** Union of the conditions of all `emptyWidth` instructions. */
  readonly conditions: number
}

const known = new Set<number>(Object.values(opcodes))

/** Returns a test for sorted ranges, given as pairs of first and last code point. */
const inRanges = (ranges: Int32Array): RuneTest => {
  const pairs = ranges.length / 2
  return (rune) => {
    let low = 0
    let high = pairs
    while (low < high) {
      const middle = (low + high) >> 1
      if (ranges[2 * middle + 1]! < rune) low = middle + 1
      else high = middle
    }
    return low < pairs && ranges[2 * low]! <= rune
  }
}

/** Returns the tests of `rune` instructions. Copies made by a counted repeat share their ranges, and so their test. */
function testsOf(instructions: readonly SourceInstruction[]): (RuneTest | undefined)[] {
  const byRanges = new Map<Int32Array, RuneTest>()
  return instructions.map((instruction) => {
    if (instruction.op !== opcodes.rune) return undefined
    const { runes } = instruction
    // One code point with its case folded: re2js knows its case variants.
    const make = (): RuneTest => (runes.length === 1 ? (rune) => instruction.matchRune(rune) : inRanges(runes))
    const test = byRanges.get(runes) ?? make()
    byRanges.set(runes, test)
    return test
  })
}

/** Returns true for a character that `\b` treats as part of a word: an ASCII letter or digit, or `_`. */
export const isWordCharacter = (rune: number): boolean =>
  (rune >= 97 && rune <= 122) || (rune >= 65 && rune <= 90) || (rune >= 48 && rune <= 57) || rune === 95

/**
 * Reads the program of a compiled pattern.
 * @throws Error when it contains an instruction that no pattern of the dialect compiles to.
 */
export function patternProgram(compiled: RE2JS): PatternProgram {
  const { inst: instructions, start } = (
    compiled.re2() as unknown as { prog: { inst: SourceInstruction[]; start: number } }
  ).prog
  const size = instructions.length
  const ops = new Uint8Array(size)
  const outs = new Int32Array(size)
  const args = new Int32Array(size)
  let conditions = 0
  for (const [pc, { op, out, arg, runes }] of instructions.entries()) {
    if (!known.has(op)) throw new Error(`a compiled pattern has an unknown instruction: ${op}`)
    ops[pc] = op
    outs[pc] = out
    args[pc] = op === opcodes.rune1 ? runes[0]! : arg
    if (op === opcodes.emptyWidth) conditions |= arg
  }
  return { size, start, ops, outs, args, runeTests: testsOf(instructions), conditions }
}
