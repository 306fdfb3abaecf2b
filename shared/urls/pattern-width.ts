/** Computes how many instructions of a pattern can be active at once, for any text. */
import { literalOf } from './literal-matcher.ts'
import { emptyWidths, opcodes, type PatternProgram } from './pattern-program.ts'

/** Visits per instruction of a pattern after which the computation stops and counts all instructions as active. */
const looksPerInstruction = 4

/** Returns the instructions in `from` and all that they reach without consuming a character when `conditions` hold. */
function close({ ops, outs, args }: PatternProgram, from: Iterable<number>, conditions: number): Set<number> {
  const active = new Set<number>()
  const pending = [...from]
  for (let pc = pending.pop(); pc !== undefined; pc = pending.pop()) {
    if (active.has(pc)) continue
    active.add(pc)
    const op = ops[pc]!
    if (op === opcodes.alt || op === opcodes.altMatch) pending.push(outs[pc]!, args[pc]!)
    else if (op === opcodes.capture || op === opcodes.nop) pending.push(outs[pc]!)
    else if (op === opcodes.emptyWidth && (args[pc]! & ~conditions) === 0) pending.push(outs[pc]!)
  }
  return active
}

/** Returns true when a match can begin after the beginning of a text. */
export function beginsAnywhere(program: PatternProgram): boolean {
  const { ops, start } = program
  const reached = close(program, [start], ~emptyWidths.beginText)
  return [...reached].some((pc) => ops[pc] === opcodes.match || ops[pc]! >= opcodes.rune)
}

/**
 * Returns the greatest number of instructions that can be active at one position of a text: a search costs at most
 * this number times the length of the text. For a plain text it is 1. For a pattern that may begin anywhere or that
 * repeats without bound, it is all instructions. For a pattern anchored to the beginning of a text, only instructions
 * at the same distance in characters from the beginning are active together.
 */
export function patternWidth(program: PatternProgram): number {
  const { size, ops, outs, start } = program
  // A plain text is searched without running instructions.
  if (literalOf(program) !== null) return 1
  if (beginsAnywhere(program)) return size
  let width = 0
  let looks = 0
  for (let pending = new Set([start]), place = 0; pending.size > 0; place += 1) {
    const active = close(program, pending, place === 0 ? -1 : ~emptyWidths.beginText)
    width = Math.max(width, active.size)
    looks += active.size
    if (looks > looksPerInstruction * size) return size
    pending = new Set([...active].filter((pc) => ops[pc]! >= opcodes.rune).map((pc) => outs[pc]!))
  }
  return width
}
