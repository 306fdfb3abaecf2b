/**
 * Decoded readings of a text, searched in the same pass as the text itself. A reading is inactive while it could find
 * only what its origin finds: from the point where both are at the same node of the automaton and no escape is open,
 * until the next escape. Pages with few escapes cost hardly more than one search.
 */
import type { Automaton } from './automaton.ts'
import { createDecoder, type DecodedUnits, type UnitDecoder, type Encoding } from './decoders.ts'
import type { RangeList } from './range-list.ts'

/** Encodings that are decoded, and those that are decoded inside each. */
const insides: Readonly<Record<Encoding, readonly Encoding[]>> = {
  percent: ['percent', 'json', 'html'],
  json: ['json', 'percent', 'html'],
  html: ['html', 'json', 'percent'],
  form: ['json'],
}

/** The source of a reading: another reading, or the text itself. */
interface Origin {
  state: number
  /** Returns where the unit received so many units ago begins in the text. */
  startOf(unitsAgo: number): number
}

export class DecodedReading implements DecodedUnits, Origin {
  readonly encoding: Encoding
  readonly #automaton: Automaton
  readonly #decoder: UnitDecoder
  readonly #inner: readonly DecodedReading[]
  /** Positions in the text where the last units begin; as many as the longest form has. */
  #starts: Int32Array | null = null
  readonly #mask: number
  #found: RangeList | null = null
  #count = 0
  /** Number of units since the last escape. */
  #plain = 0
  /** Number of units that must pass before it becomes inactive again, to amortise the cost of activation. */
  #owed = 0
  isAwake = false
  state = 0
  /** Number of units received or copied, for tests of the run time. */
  work = 0

  constructor(encoding: Encoding, automaton: Automaton, isInner = false) {
    this.encoding = encoding
    this.#automaton = automaton
    this.#decoder = createDecoder(encoding)
    this.#inner = isInner ? [] : insides[encoding].map((each) => new DecodedReading(each, automaton, true))
    this.#mask = 2 ** Math.ceil(Math.log2(automaton.longest + 1)) - 1
  }

  /** Work of this reading and of those inside it. */
  get allWork(): number {
    return this.#inner.reduce((sum, { work }) => sum + work, this.work)
  }

  isStart(unit: number): boolean {
    return this.#decoder.isStart(unit)
  }

  startOf(unitsAgo: number): number {
    return this.#starts![(this.#count - unitsAgo) & this.#mask]!
  }

  /** Makes the reading inactive, in any state. */
  reset(): void {
    this.isAwake = false
    this.#found = null
    for (const each of this.#inner) each.reset()
  }

  /**
   * Activates the reading at the state of its origin.
   * @param others readings of the text itself; the inner readings continue from them where they are active.
   */
  wake(origin: Origin, found: RangeList, others: readonly DecodedReading[] = []): void {
    this.#found = found
    this.#starts ??= new Int32Array(this.#mask + 1)
    this.#decoder.length = 0
    this.#decoder.taken = 0
    this.#plain = 0
    this.#copy(origin)
    for (const each of this.#inner) {
      const other = others.find((one) => one !== this && one.isAwake && one.encoding === each.encoding)
      if (other === undefined) continue
      each.#follow(other, found)
      this.#owed += each.#owed
    }
  }

  /** Receives a unit of its origin. */
  push(unit: number, start: number, end: number): void {
    this.work += 1
    this.#decoder.push(unit, start, end, this)
  }

  /** Receives a decoded unit. */
  unit(unit: number, start: number, end: number, isEscape: boolean): void {
    for (const each of this.#inner) if (!each.isAwake && each.isStart(unit)) each.wake(this, this.#found!)
    this.state = this.#automaton.step(this.state, unit)
    this.#starts![this.#count & this.#mask] = start
    this.#count += 1
    this.#plain = isEscape ? 0 : this.#plain + 1
    this.#owed -= 1
    const length = this.#automaton.ends[this.state]!
    if (length > 0) this.#found!.add(this.startOf(length), end)
    for (const each of this.#inner) {
      if (!each.isAwake) continue
      each.push(unit, start, end)
      each.sleepAt(this.state)
    }
  }

  /**
   * Makes the reading inactive when it is at the same node as its origin.
   * @param others readings of the text itself: the inner readings continue from them, and no escape is open in them
   *   now.
   */
  sleepAt(state: number, others: readonly DecodedReading[] = []): void {
    if (this.state !== state || this.#owed > 0 || this.#isHolding) return
    if (this.#plain < this.#automaton.depths[state]! || this.#inner.some(({ isAwake }) => isAwake)) return
    if (this.#inner.length > 0 && others.some((one) => one.isAwake && one.#isHolding)) return
    this.isAwake = false
  }

  get #isHolding(): boolean {
    return this.#decoder.length > 0
  }

  /** Handles the end of the text. */
  end(): void {
    this.#decoder.end(this)
    for (const each of this.#inner) if (each.isAwake) each.end()
  }

  /** Calls `tell` with the number of units at the end that begin a form, and their position. */
  tails(tell: (units: number, start: number) => void): void {
    const depth = this.#automaton.depths[this.state]!
    if (depth > 0) tell(depth, this.startOf(depth))
    for (const each of this.#inner) if (each.isAwake) each.tails(tell)
  }

  /** Continues from another reading of the same encoding. */
  #follow(other: DecodedReading, found: RangeList): void {
    this.#found = found
    this.#starts ??= new Int32Array(this.#mask + 1)
    this.#decoder.copy(other.#decoder)
    this.#plain = other.#plain
    this.#copy(other)
  }

  #copy(origin: Origin): void {
    const depth = this.#automaton.depths[origin.state]!
    for (let at = 0; at < depth; at += 1) this.#starts![at] = origin.startOf(depth - at)
    this.isAwake = true
    this.state = origin.state
    this.#count = depth
    this.#owed = depth
    this.work += depth
  }
}
