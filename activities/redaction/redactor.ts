/**
 * Removes the secrets of a session from texts: in plain form, percent-encoded, escaped for JSON, for scripts or for
 * HTML, in Base64, and with one encoding inside another. Time and memory are linear in the length of the text. Pictures
 * are not changed, nor are secrets that a page splits up.
 */
import type { TextFacts } from '@seine/shared/pages/redaction.ts'
import { redactedMark, redactionLimits } from '@seine/shared/config/session-limits.ts'
import { Scanner } from './scanner.ts'
import { formsOf } from './secret-forms.ts'
import type { RangeList } from './range-list.ts'

/** Removes the secrets of one session from texts. Not reentrant. */
export class Redactor {
  readonly #scanner: Scanner

  /** @param secrets secrets of a session; those that are too short are ignored. */
  constructor(secrets: readonly string[]) {
    this.#scanner = new Scanner(formsOf(secrets))
  }

  /** Size of the automaton, bytes. */
  get bytes(): number {
    return this.#scanner.automaton.bytes
  }

  /** Number of steps so far, for tests of the run time. */
  get work(): number {
    return this.#scanner.work
  }

  /** @returns the text with `[secret]` in place of each form of a secret; the text itself if none exists. */
  text(text: string, { isBase64 = false, isCut = false }: TextFacts = {}): string {
    if (isBase64) return this.#base64(text, isCut)
    const found = this.#scanner.find(text, isCut ? redactionLimits.secretMinCharacters : Infinity)
    return found.length === 0 ? text : without(text, found)
  }

  #base64(text: string, isCut: boolean): string {
    const given = Buffer.from(text, 'base64')
    // Content labelled as Base64 that is not valid Base64 is treated as plain text.
    if (given.toString('base64') !== text) return this.text(text, { isCut })
    const bytes = given.toString('latin1')
    const redacted = this.text(bytes, { isCut })
    return redacted === bytes ? text : Buffer.from(redacted, 'latin1').toString('base64')
  }
}

/** Number of pieces joined at a time. */
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

/**
 * Whether a match lies within a redaction mark, which is kept even when a secret occurs in it: redaction is idempotent.
 */
function isInMark(text: string, from: number, to: number): boolean {
  for (let before = redactedMark.length - (to - from); before >= 0; before -= 1) {
    if (text.startsWith(redactedMark, from - before)) return true
  }
  return false
}
