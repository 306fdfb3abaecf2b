/** Classes of ASCII characters: characters that no instruction of a pattern distinguishes share a class. */
import { emptyWidths, isWordCharacter, opcodes, type PatternProgram, type RuneTest } from './pattern-program.ts'

const asciiSize = 128
const newline = 10

/** The class number of every ASCII character, from 0 on, and the number of classes. */
export interface AsciiClasses {
  readonly of: Uint8Array
  readonly count: number
}

/** Returns every test by which a program distinguishes characters. */
function distinctions({ size, ops, args, runeTests, conditions }: PatternProgram): Set<RuneTest> {
  const tests = new Set<RuneTest>()
  const singles = new Set<number>()
  for (let pc = 0; pc < size; pc += 1) {
    const test = runeTests[pc]
    if (test !== undefined) tests.add(test)
    if (ops[pc] === opcodes.rune1) singles.add(args[pc]!)
    if (ops[pc] === opcodes.runeAnyNotNewline) singles.add(newline)
  }
  if ((conditions & (emptyWidths.beginLine | emptyWidths.endLine)) !== 0) singles.add(newline)
  if ((conditions & (emptyWidths.wordBoundary | emptyWidths.noWordBoundary)) !== 0) tests.add(isWordCharacter)
  for (const single of singles) if (single < asciiSize) tests.add((rune) => rune === single)
  return tests
}

/** Partitions the ASCII characters into classes. */
export function asciiClasses(program: PatternProgram): AsciiClasses {
  const classes = new Uint8Array(asciiSize)
  let count = 1
  for (const test of distinctions(program)) {
    if (count === asciiSize) break
    // Each test splits every existing class in two: the characters that pass it, and the others.
    const taken = Array.from(classes, (_, rune) => test(rune))
    const outside = new Set(classes.filter((_, rune) => taken[rune] !== true))
    const halves = new Map<number, number>()
    for (let rune = 0; rune < asciiSize; rune += 1) {
      const whole = classes[rune]!
      if (taken[rune] !== true || !outside.has(whole)) continue
      const half = halves.get(whole) ?? count++
      halves.set(whole, half)
      classes[rune] = half
    }
  }
  return { of: classes, count }
}
