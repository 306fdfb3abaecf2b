/**
 * Finds secrets in a text, in plain form and in up to two nested encodings, in one pass; linear in the length of the
 * text.
 */
import { Automaton } from './automaton.ts'
import { escapeStarts, type Encoding } from './decoders.ts'
import { RangeList } from './range-list.ts'
import { DecodedReading } from './readings.ts'

export class Scanner {
  readonly automaton: Automaton
  readonly #readings: readonly DecodedReading[]
  /** By the low byte of a unit: 1 where a form or an escape may begin with it. */
  readonly #heeded: Uint8Array
  /** By ASCII unit: 1 where an escape may begin. */
  readonly #starts = new Uint8Array(128)

  /** @param forms none of them is empty. */
  constructor(forms: readonly string[]) {
    this.automaton = new Automaton(forms)
    const encodings: Encoding[] = ['percent', 'json', 'html']
    // The encoding in which a plus is a space matters only for forms that contain one.
    if (forms.some((form) => form.includes(' '))) encodings.push('form')
    this.#readings = encodings.map((encoding) => new DecodedReading(encoding, this.automaton))
    this.#heeded = this.automaton.heads.slice()
    for (const start of encodings.flatMap((encoding) => escapeStarts[encoding])) {
      this.#starts[start] = 1
      this.#heeded[start] = 1
    }
  }

  /** Number of steps for all texts so far, for tests of the run time. */
  get work(): number {
    return this.#readings.reduce((sum, { allWork }) => sum + allWork, this.automaton.work)
  }

  /**
   * Finds secrets.
   * @param cutTailMin for a truncated text: so many units or more at its end that begin a form count as one; Infinity
   *   for a complete text.
   */
  find(text: string, cutTailMin = Infinity): RangeList {
    const { automaton } = this
    const { ends } = automaton
    const readings = this.#readings
    const heeded = this.#heeded
    const starts = this.#starts
    const found = new RangeList()
    const origin = { state: 0, at: 0, startOf: (unitsAgo: number): number => origin.at - unitsAgo }
    let state = 0
    let awake = 0
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at)
      if (state === 0 && awake === 0 && heeded[unit & 255] === 0) continue
      if (unit < 128 && starts[unit] === 1) {
        origin.state = state
        origin.at = at
        for (const each of readings) {
          if (each.isAwake || !each.isStart(unit)) continue
          each.wake(origin, found, readings)
          awake += 1
        }
      }
      state = automaton.step(state, unit)
      const length = ends[state]!
      if (length > 0) found.add(at + 1 - length, at + 1)
      if (awake === 0) continue
      for (const each of readings) if (each.isAwake) each.push(unit, at, at + 1)
      for (const each of readings) {
        if (!each.isAwake) continue
        each.sleepAt(state, readings)
        if (!each.isAwake) awake -= 1
      }
    }
    for (const each of readings) if (each.isAwake) each.end()
    if (cutTailMin !== Infinity) {
      const tail = (units: number, start: number): void => {
        if (units >= cutTailMin) found.add(start, text.length)
      }
      const depth = automaton.depths[state]!
      if (depth > 0) tail(depth, text.length - depth)
      for (const each of readings) if (each.isAwake) each.tails(tail)
    }
    for (const each of readings) each.reset()
    return found
  }
}
