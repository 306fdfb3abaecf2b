/**
 * Decoders that remove one encoding from a text, one UTF-16 unit at a time. Units that may form an escape are held back
 * until they do or do not. Among the held units, only the first can begin an escape. Pure.
 */
import { characterNames, isNameStart } from './character-names.ts'

export type Encoding = 'percent' | 'form' | 'json' | 'html'

/** Receives the decoded text. */
export interface DecodedUnits {
  /**
   * @param start position in the text where the source of the unit begins; `end` where it ends.
   * @param isEscape whether it was written as an escape.
   */
  unit(unit: number, start: number, end: number, isEscape: boolean): void
}

/** The escape continues, ends with this unit, or has ended before it. */
type Step = 'more' | 'done' | 'before'

/** Longest escape, in units. */
const heldMax = 48

const percentSign = 0x25
const ampersand = 0x26
const plus = 0x2b
const backslash = 0x5c
const semicolon = 0x3b
const hash = 0x23
const openBrace = 0x7b
const closeBrace = 0x7d
const letterU = 0x75
const letterX = 0x78

/** Returns the value of a hexadecimal digit, or -1. */
function hexOf(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30
  const lower = unit | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1
}

const isDigit = (unit: number): boolean => unit >= 0x30 && unit <= 0x39

abstract class Held {
  readonly units = new Uint16Array(heldMax)
  readonly starts = new Int32Array(heldMax)
  readonly ends = new Int32Array(heldMax)
  length = 0
  /** The decoded value of the escape. */
  value = 0
  /** Number of held units that form the escape when it has ended before the current unit; 0 when they form none. */
  taken = 0

  abstract isStart(unit: number): boolean
  /** Examines the unit after the held ones. */
  abstract next(unit: number): Step

  /** Copies the state of another decoder of the same kind. */
  copy(other: Held): void {
    this.units.set(other.units.subarray(0, other.length))
    this.starts.set(other.starts.subarray(0, other.length))
    this.ends.set(other.ends.subarray(0, other.length))
    this.length = other.length
    this.value = other.value
    this.taken = other.taken
  }

  push(unit: number, start: number, end: number, out: DecodedUnits): void {
    if (this.length === 0) {
      if (this.isStart(unit)) this.#hold(unit, start, end, out)
      else out.unit(unit, start, end, false)
      return
    }
    const step: Step = this.length === heldMax ? 'before' : this.next(unit)
    if (step === 'more') this.#keep(unit, start, end)
    else if (step === 'done') this.#tell(this.starts[0]!, end, out)
    else {
      this.end(out)
      this.push(unit, start, end, out)
    }
  }

  /** Flushes the held units: the text ends, or continues with something that does not belong to them. */
  end(out: DecodedUnits): void {
    const { length, taken } = this
    if (length === 0) return
    if (taken > 0) this.#tell(this.starts[0]!, this.ends[taken - 1]!, out)
    this.length = 0
    this.taken = 0
    for (let at = taken; at < length; at += 1) out.unit(this.units[at]!, this.starts[at]!, this.ends[at]!, false)
  }

  #hold(unit: number, start: number, end: number, out: DecodedUnits): void {
    this.value = 0
    this.taken = 0
    // An escape of one unit.
    if (unit === plus) out.unit(0x20, start, end, true)
    else this.#keep(unit, start, end)
  }

  #keep(unit: number, start: number, end: number): void {
    this.units[this.length] = unit
    this.starts[this.length] = start
    this.ends[this.length] = end
    this.length += 1
  }

  #tell(start: number, end: number, out: DecodedUnits): void {
    const { value } = this
    this.length = 0
    this.taken = 0
    if (value <= 0xff_ff) {
      out.unit(value, start, end, true)
      return
    }
    out.unit(0xd7_c0 + (value >> 10), start, end, true)
    out.unit(0xdc_00 + (value & 0x3_ff), start, end, true)
  }
}

/** RFC 3986, section 2.1. Bytes become characters with the same number, as in the UTF-8 forms that are searched for. */
class Percent extends Held {
  isStart(unit: number): boolean {
    return unit === percentSign
  }

  next(unit: number): Step {
    const digit = hexOf(unit)
    if (digit === -1) return 'before'
    this.value = this.value * 16 + digit
    return this.length === 2 ? 'done' : 'more'
  }
}

/** Percent-encoding in which a plus is a space. */
class Form extends Percent {
  override isStart(unit: number): boolean {
    return unit === percentSign || unit === plus
  }
}

const jsonEscapes: Readonly<Record<number, number>> = { 0x62: 8, 0x66: 12, 0x6e: 10, 0x72: 13, 0x74: 9 }

/** Escapes of JSON and of scripts, which include the backslash escapes of Markdown. */
class Json extends Held {
  isStart(unit: number): boolean {
    return unit === backslash
  }

  next(unit: number): Step {
    if (this.length === 1) {
      if (unit === letterU || unit === letterX) return 'more'
      this.value = jsonEscapes[unit] ?? unit
      return 'done'
    }
    const isBraced = this.units[2] === openBrace && this.length > 2
    if (this.length === 2 && unit === openBrace && this.units[1] === letterU) return 'more'
    if (isBraced && unit === closeBrace) return this.length > 3 && this.value <= 0x10_ff_ff ? 'done' : 'before'
    const digit = hexOf(unit)
    if (digit === -1 || (isBraced && this.length > 8)) return 'before'
    this.value = this.value * 16 + digit
    const last = isBraced ? heldMax : this.units[1] === letterX ? 3 : 5
    return this.length === last ? 'done' : 'more'
  }
}

/** Character references of HTML, with or without the semicolon. */
class Html extends Held {
  #name = ''

  isStart(unit: number): boolean {
    return unit === ampersand
  }

  override copy(other: Held): void {
    super.copy(other)
    this.#name = String.fromCharCode(...this.units.subarray(1, this.length))
  }

  next(unit: number): Step {
    if (this.length === 1) {
      this.#name = ''
      if (unit === hash) return 'more'
    }
    if (unit === semicolon) return this.taken === this.length ? 'done' : 'before'
    return this.length > 1 && this.units[1] === hash ? this.#number(unit) : this.#letter(unit)
  }

  #number(unit: number): Step {
    const isHex = this.length > 2 && (this.units[2]! | 0x20) === letterX
    if (this.length === 2 && (unit | 0x20) === letterX) return 'more'
    const digit = isHex ? hexOf(unit) : isDigit(unit) ? unit - 0x30 : -1
    if (digit === -1) return 'before'
    this.value = Math.min(this.value * (isHex ? 16 : 10) + digit, 0x11_00_00)
    const stands = this.value > 0 && this.value <= 0x10_ff_ff
    this.taken = stands ? this.length + 1 : 0
    return 'more'
  }

  #letter(unit: number): Step {
    this.#name += String.fromCharCode(unit)
    if (!isNameStart(this.#name)) return 'before'
    const value = characterNames.get(this.#name)
    if (value !== undefined) {
      this.value = value
      this.taken = this.length + 1
    }
    return 'more'
  }
}

export type UnitDecoder = Held

const kinds = { percent: Percent, form: Form, json: Json, html: Html } as const

/** Creates a decoder at the beginning of a text. */
export const createDecoder = (encoding: Encoding): UnitDecoder => new kinds[encoding]()

/** The units with which an escape of each encoding may begin. */
export const escapeStarts = { percent: [percentSign], form: [percentSign, plus], json: [backslash], html: [ampersand] }
