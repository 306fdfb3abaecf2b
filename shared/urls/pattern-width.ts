/** How many instructions of a pattern a text can have active at once, whatever the text is. */
import { literalOf } from './literal-matcher.ts'
import { emptyWidths, opcodes, type PatternProgram } from './pattern-program.ts'

/** Instructions that are looked at, as a multiple of those of the pattern, before all of them count as active. */
const looksPerInstruction = 4

/** Adds what an instruction leads to without a character; what it stands for and what it matches after one. */
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

/** Whether a match can begin after the beginning of a text. */
export function beginsAnywhere(program: PatternProgram): boolean {
  const { ops, start } = program
  const reached = close(program, [start], ~emptyWidths.beginText)
  return [...reached].some((pc) => ops[pc] === opcodes.match || ops[pc]! >= opcodes.rune)
}

/**
 * The greatest number of instructions that can be active at one position of a text: a search of a text costs at
 * most this times its length. For a plain text this is 1. For a pattern that may begin anywhere, or that repeats without end, this is all
 * of them; for one that is tied to the beginning, those that are as many characters away from it.
 */
export function patternWidth(program: PatternProgram): number {
  const { size, ops, outs, start } = program
  // A plain text is searched without its instructions.
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
