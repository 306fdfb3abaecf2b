/**
 * Takes the secrets of a session out of texts: as they stand, and percent-encoded, escaped for JSON, for
 * scripts or for HTML, in Base64, one encoding inside another. Time and memory are in proportion to the text.
 * Pictures stay as they are, as do secrets that a page takes apart.
 */
import type { TextFacts } from '@seine/shared/pages/redaction.ts'
import { redactedMark, redactionLimits } from '@seine/shared/config/session-limits.ts'
import { Scanner } from './scanner.ts'
import { formsOf } from './secret-forms.ts'
import type { RangeList } from './range-list.ts'

/** Takes the secrets of one session out of texts. Not for two texts at a time. */
export class Redactor {
  readonly #scanner: Scanner

  /** @param secrets of a session; those that are too short are left alone. */
  constructor(secrets: readonly string[]) {
    this.#scanner = new Scanner(formsOf(secrets))
  }

  /** What the automaton takes, bytes. */
  get bytes(): number {
    return this.#scanner.automaton.bytes
  }

  /** Steps so far, for tests: what time goes by. */
  get work(): number {
    return this.#scanner.work
  }

  /** @returns the text with `[secret]` in place of each form of a secret; the text itself where there is none. */
  text(text: string, { isBase64 = false, isCut = false }: TextFacts = {}): string {
    if (isBase64) return this.#base64(text, isCut)
    const found = this.#scanner.find(text, isCut ? redactionLimits.secretMinCharacters : Infinity)
    return found.length === 0 ? text : without(text, found)
  }

  #base64(text: string, isCut: boolean): string {
    const given = Buffer.from(text, 'base64')
    // What is called Base64 and is none is a text after all.
    if (given.toString('base64') !== text) return this.text(text, { isCut })
    const bytes = given.toString('latin1')
    const redacted = this.text(bytes, { isCut })
    return redacted === bytes ? text : Buffer.from(redacted, 'latin1').toString('base64')
  }
}

/** Pieces that are put together at a time. */
const piecesMax = 4_096

function without(text: string, found: RangeList): string {
  let made = ''
  let pieces: string[] = []
  let end = 0
  for (let at = 0; at < found.length; at += 1) {
    const from = found.startOf(at)
    const to = found.endOf(at)
    if (isInMark(text, from, to)) continue
    pieces.push(text.slice(end, from), redactedMark)
    end = to
    if (pieces.length < piecesMax) continue
    made += pieces.join('')
    pieces = []
  }
  return end === 0 ? text : made + pieces.join('') + text.slice(end)
}

/** What stands for secrets tells of none, also where it has one: a text is the same the second time. */
function isInMark(text: string, from: number, to: number): boolean {
  for (let before = redactedMark.length - (to - from); before >= 0; before -= 1) {
    if (text.startsWith(redactedMark, from - before)) return true
  }
  return false
}
