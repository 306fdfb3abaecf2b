/**
 * Searches texts for one pattern, in steps that are counted and can be stopped.
 *
 * The method is that of RE2: the matcher follows, character by character, the set of instructions that the text so far
 * can have reached. It caches the sets that occur as the states of an automaton, with the transitions found between
 * them (Cox, "Regular Expression Matching: the Virtual Machine Approach", and "in the Wild"). A text costs at most
 * instructions times characters; with cached transitions, a character is one step. The automaton has a bounded size:
 * sets that do not fit are followed without being cached.
 */
import type { PatternBudget } from './pattern-budget.ts'
import { asciiClasses } from './pattern-classes.ts'
import { emptyWidths, isWordCharacter, opcodes, type PatternProgram } from './pattern-program.ts'
import { beginsAnywhere } from './pattern-width.ts'

/** Steps charged for work other than following a cached transition. */
const stepWeights = {
  /** An instruction that is visited. */
  instruction: 4,
  /** A character whose transition is not cached. */
  character: 24,
  /** A new state, in addition to `stateInstruction` for each of its instructions. */
  state: 250,
  stateInstruction: 4,
} as const

/** Bytes of a state in addition to its instructions and transitions: list entries and object overhead. */
const stateBytes = 160

const unknown = -1
const matched = -2
const dead = -3

/** What precedes a position, as far as conditions depend on it. */
const before = { beginning: 0, newline: 1, word: 2, other: 3 } as const
type Before = (typeof before)[keyof typeof before]

/** A set of instructions with constant-time `add` and `clear`. */
class InstructionSet {
  readonly members: Int32Array
  readonly #places: Int32Array
  size = 0

  constructor(instructions: number) {
    this.members = new Int32Array(instructions)
    this.#places = new Int32Array(instructions)
  }

  clear(): void {
    this.size = 0
  }

  /**
   * Adds an instruction.
   * @returns false when the set already contained it.
   */
  add(pc: number): boolean {
    const place = this.#places[pc]!
    if (place < this.size && this.members[place] === pc) return false
    this.#places[pc] = this.size
    this.members[this.size] = pc
    this.size += 1
    return true
  }
}

/** A state: instructions to continue with, before conditions are followed, and what precedes them in the text. */
interface State {
  pending: Int32Array
  before: Before
}

/** Searches any number of texts, one after the other, for one pattern. */
export class PatternMatcher {
  readonly #program: PatternProgram
  readonly #memoryMaxBytes: number
  /** Whether a match can begin only at the beginning of a text. */
  readonly #isAnchored: boolean
  /** The class of every ASCII character. */
  readonly #classes: Uint8Array
  /** Columns of the transition table: one for each class of ASCII characters, and one for the end of the text. */
  readonly #columns: number
  readonly #active: InstructionSet
  readonly #next: InstructionSet
  readonly #stack: Int32Array
  #states: State[] = []
  #byHash = new Map<number, number[]>()
  #table: Int32Array
  #memoryBytes = 0

  /**
   * @param program compiled pattern.
   * @param memoryMaxBytes memory limit of the automaton, bytes.
   */
  constructor(program: PatternProgram, memoryMaxBytes: number) {
    this.#program = program
    this.#memoryMaxBytes = memoryMaxBytes
    const classes = asciiClasses(program)
    this.#classes = classes.of
    this.#columns = classes.count + 1
    this.#active = new InstructionSet(program.size)
    this.#next = new InstructionSet(program.size)
    this.#stack = new Int32Array(2 * program.size + 2)
    this.#table = new Int32Array(16 * this.#columns)
    this.#isAnchored = !beginsAnywhere(program)
  }

  /**
   * Searches a text.
   * @returns true when the pattern is found anywhere in it.
   * @throws PatternTooCostlyError when the budget is used up; the matcher stays usable.
   */
  matches(text: string, budget: PatternBudget): boolean {
    if (this.#memoryBytes > this.#memoryMaxBytes) this.#forget()
    let row = this.#states.length === 0 ? this.#intern(new Int32Array(0), before.beginning, budget) : 0
    const classes = this.#classes
    const columns = this.#columns
    const end = text.length
    for (let at = 0; at < end;) {
      const table = this.#table
      const from = at
      let next = 0
      let unit = 0
      for (; at < end; at += 1) {
        unit = text.charCodeAt(at)
        if (unit >= 128) break
        next = table[row + classes[unit]!]!
        if (next < 0) break
        row = next
      }
      budget.spend(at - from)
      if (at === end) break
      if (unit < 128 && next === unknown) {
        next = this.#transition(row, unit, budget)
        if (next !== unknown) this.#table[row + classes[unit]!] = next
      }
      const rune = unit < 128 ? unit : text.codePointAt(at)!
      if (unit >= 128) next = this.#transition(row, rune, budget)
      at += rune > 0xff_ff ? 2 : 1
      if (next === matched || next === dead) return next === matched
      // There is no room for another state: the rest of the text is followed without caching.
      if (next === unknown) return this.#follow(text, at, budget)
      row = next
    }
    const last = row + columns - 1
    if (this.#table[last] === unknown) this.#table[last] = this.#transition(row, -1, budget)
    budget.spend(1)
    return this.#table[last] === matched
  }

  /**
   * Adds an instruction and all that it reaches without consuming a character.
   * @returns true when that includes a match.
   */
  #close(from: number, conditions: number): boolean {
    const { ops, outs, args } = this.#program
    const active = this.#active
    const stack = this.#stack
    let height = 0
    stack[height++] = from
    while (height > 0) {
      const pc = stack[--height]!
      if (!active.add(pc)) continue
      switch (ops[pc]) {
        case opcodes.alt:
        case opcodes.altMatch:
          stack[height++] = outs[pc]!
          stack[height++] = args[pc]!
          break
        case opcodes.capture:
        case opcodes.nop:
          stack[height++] = outs[pc]!
          break
        case opcodes.emptyWidth:
          if ((args[pc]! & ~conditions) === 0) stack[height++] = outs[pc]!
          break
        case opcodes.match:
          return true
        default:
      }
    }
    return false
  }

  /**
   * Advances by one character, from the instructions in `pending` to those it leaves in `#next`.
   * @param rune code point; -1: end of the text.
   * @returns true when there is a match before the character.
   */
  #step(pending: Int32Array, pendingSize: number, place: Before, rune: number, budget: PatternBudget): boolean {
    const { ops, outs, args, runeTests, start } = this.#program
    const active = this.#active
    const next = this.#next
    const conditions = conditionsAt(place, rune)
    active.clear()
    next.clear()
    let isMatch = false
    for (let at = 0; at < pendingSize && !isMatch; at += 1) isMatch = this.#close(pending[at]!, conditions)
    if (!isMatch && (!this.#isAnchored || place === before.beginning)) isMatch = this.#close(start, conditions)
    // Charged before the next character, so that a call exceeds the budget at most by the instructions of one pattern.
    budget.spend(stepWeights.character + stepWeights.instruction * (active.size + pendingSize))
    if (isMatch || rune < 0) return isMatch
    for (let at = 0; at < active.size; at += 1) {
      const pc = active.members[at]!
      const op = ops[pc]!
      if (op < opcodes.rune) continue
      const takes =
        op === opcodes.rune1
          ? args[pc] === rune
          : op === opcodes.rune
            ? runeTests[pc]!(rune)
            : op === opcodes.runeAny || rune !== 10
      if (takes) next.add(outs[pc]!)
    }
    return false
  }

  /**
   * Computes the transition of a state on a character.
   * @returns a table row, `matched` or `dead`; `unknown` when there is no room for the state, with its set in `#next`.
   */
  #transition(from: number, rune: number, budget: PatternBudget): number {
    const { pending, before: place } = this.#states[from / this.#columns]!
    if (this.#step(pending, pending.length, place, rune, budget)) return matched
    if (rune < 0 || (this.#next.size === 0 && this.#isAnchored)) return dead
    return this.#intern(this.#next.members.subarray(0, this.#next.size), this.#beforeNext(rune), budget)
  }

  /** Matches the rest of a text, starting with the instructions in `#next`, without caching states. */
  #follow(text: string, from: number, budget: PatternBudget): boolean {
    let pending = new Int32Array(this.#program.size)
    let place = this.#beforeNext(from === 0 ? -1 : text.codePointAt(runeStart(text, from))!)
    for (let at = from; ;) {
      const size = this.#next.size
      if (size === 0 && this.#isAnchored) return false
      pending = pending.length >= size ? pending : new Int32Array(size)
      pending.set(this.#next.members.subarray(0, size))
      const rune = at < text.length ? text.codePointAt(at)! : -1
      if (this.#step(pending, size, place, rune, budget)) return true
      if (rune < 0) return false
      place = this.#beforeNext(rune)
      at += rune > 0xff_ff ? 2 : 1
    }
  }

  /** Returns what precedes the position after a character; `other` when no condition depends on it. */
  #beforeNext(rune: number): Before {
    const { conditions } = this.#program
    if (rune === 10 && (conditions & emptyWidths.beginLine) !== 0) return before.newline
    const asksWords = (conditions & (emptyWidths.wordBoundary | emptyWidths.noWordBoundary)) !== 0
    return asksWords && isWordCharacter(rune) ? before.word : before.other
  }

  /** Returns the table row of a state, adding the state if it is new; `unknown` when there is no room for a new one. */
  #intern(members: Int32Array, place: Before, budget: PatternBudget): number {
    const pending = members.toSorted()
    let hash = place + 1
    for (const pc of pending) hash = Math.imul(hash ^ pc, 0x01_00_01_93)
    const sameHash = this.#byHash.get(hash) ?? []
    budget.spend(stepWeights.stateInstruction * pending.length * (1 + sameHash.length))
    for (const row of sameHash) if (isSame(this.#states[row / this.#columns]!, pending, place)) return row
    if (this.#memoryBytes > this.#memoryMaxBytes) return unknown
    budget.spend(stepWeights.state)
    const row = this.#states.length * this.#columns
    this.#states.push({ pending, before: place })
    this.#byHash.set(hash, [...sameHash, row])
    this.#memoryBytes += stateBytes + pending.byteLength + this.#columns * Int32Array.BYTES_PER_ELEMENT
    if (row + this.#columns > this.#table.length) {
      const larger = new Int32Array(2 * this.#table.length)
      larger.set(this.#table)
      this.#table = larger
    }
    this.#table.fill(unknown, row, row + this.#columns)
    return row
  }

  #forget(): void {
    this.#states = []
    this.#byHash = new Map()
    this.#memoryBytes = 0
  }
}

/** Returns the conditions that hold between what precedes a position and the next character (-1: end of the text). */
function conditionsAt(place: Before, rune: number): number {
  const isBoundary = (place === before.word) !== isWordCharacter(rune)
  let conditions: number = isBoundary ? emptyWidths.wordBoundary : emptyWidths.noWordBoundary
  if (place === before.beginning) conditions |= emptyWidths.beginText | emptyWidths.beginLine
  if (place === before.newline) conditions |= emptyWidths.beginLine
  if (rune < 0) conditions |= emptyWidths.endText | emptyWidths.endLine
  if (rune === 10) conditions |= emptyWidths.endLine
  return conditions
}

function isSame({ pending, before: place }: State, members: Int32Array, otherPlace: Before): boolean {
  if (place !== otherPlace || pending.length !== members.length) return false
  for (let at = 0; at < members.length; at += 1) if (pending[at] !== members[at]) return false
  return true
}

/** Returns the start of the code point that ends before a position. */
const runeStart = (text: string, end: number): number =>
  end >= 2 && text.codePointAt(end - 2)! > 0xff_ff ? end - 2 : end - 1
