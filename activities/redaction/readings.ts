/**
 * A text as those read it who take an encoding off it, searched in the same pass as the text itself. A reading
 * sleeps while it could find nothing else than the one it is made of: from where both are at the same node, by
 * units that are no escapes, to the next escape. Pages of few escapes cost hardly more than one search.
 */
import type { Automaton } from './automaton.ts'
import { createDecoder, type DecodedUnits, type UnitDecoder, type Encoding } from './decoders.ts'
import type { RangeList } from './range-list.ts'

/** Encodings that are taken off, and those that are met inside of each. */
const insides: Readonly<Record<Encoding, readonly Encoding[]>> = {
  percent: ['percent', 'json', 'html'],
  json: ['json', 'percent', 'html'],
  html: ['html', 'json', 'percent'],
  form: ['json'],
}

/** What a reading begins from: another one, or the text itself. */
interface Origin {
  state: number
  /** Where the unit that came so many units ago begins in the text. */
  startOf(unitsAgo: number): number
}

export class Reading implements DecodedUnits, Origin {
  readonly encoding: Encoding
  readonly #automaton: Automaton
  readonly #decoder: UnitDecoder
  readonly #inner: readonly Reading[]
  /** Where the last units begin in the text; as many as the longest form has. */
  #starts: Int32Array | null = null
  readonly #mask: number
  #found: RangeList | null = null
  #count = 0
  /** Units since the last escape. */
  #plain = 0
  /** Units that have to come before it sleeps again: what waking it has cost. */
  #owed = 0
  isAwake = false
  state = 0
  /** Units it was given or has copied, for tests: what time goes by. */
  work = 0

  constructor(encoding: Encoding, automaton: Automaton, isInner = false) {
    this.encoding = encoding
    this.#automaton = automaton
    this.#decoder = createDecoder(encoding)
    this.#inner = isInner ? [] : insides[encoding].map((each) => new Reading(each, automaton, true))
    this.#mask = 2 ** Math.ceil(Math.log2(automaton.longest + 1)) - 1
  }

  /** Of it and of those inside it. */
  get allWork(): number {
    return this.#inner.reduce((sum, { work }) => sum + work, this.work)
  }

  isStart(unit: number): boolean {
    return this.#decoder.isStart(unit)
  }

  startOf(unitsAgo: number): number {
    return this.#starts![(this.#count - unitsAgo) & this.#mask]!
  }

  /** Falls asleep, wherever it is. */
  reset(): void {
    this.isAwake = false
    this.#found = null
    for (const each of this.#inner) each.reset()
  }

  /**
   * Begins where its origin is.
   * @param others readings of the text itself, which those inside it go on from where they are awake.
   */
  wake(origin: Origin, found: RangeList, others: readonly Reading[] = []): void {
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

  /** Takes a unit of its origin. */
  push(unit: number, start: number, end: number): void {
    this.work += 1
    this.#decoder.push(unit, start, end, this)
  }

  /** Takes a unit without the encoding. */
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
      each.restAt(this.state)
    }
  }

  /**
   * Sleeps if it is where its origin is, at a node.
   * @param others readings of the text itself: those inside this one go on from them, and are in the middle of
   *   no escape now.
   */
  restAt(state: number, others: readonly Reading[] = []): void {
    if (this.state !== state || this.#owed > 0 || this.#isHolding) return
    if (this.#plain < this.#automaton.depths[state]! || this.#inner.some(({ isAwake }) => isAwake)) return
    if (this.#inner.length > 0 && others.some((one) => one.isAwake && one.#isHolding)) return
    this.isAwake = false
  }

  get #isHolding(): boolean {
    return this.#decoder.length > 0
  }

  /** Nothing comes any more. */
  end(): void {
    this.#decoder.end(this)
    for (const each of this.#inner) if (each.isAwake) each.end()
  }

  /** Calls with the number of units at the end that a form begins with, and where they begin. */
  tails(tell: (units: number, start: number) => void): void {
    const depth = this.#automaton.depths[this.state]!
    if (depth > 0) tell(depth, this.startOf(depth))
    for (const each of this.#inner) if (each.isAwake) each.tails(tell)
  }

  /** Goes on from another reading of the same encoding. */
  #follow(other: Reading, found: RangeList): void {
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
