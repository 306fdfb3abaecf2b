/** Reads fields of a Word document (ECMA-376 part 1, 17.16); only links affect the text. */

interface Field {
  instruction: string
  isInstruction: boolean
  href: string | null
}

const instructionMaxCharacters = 4_096
const fieldsMax = 256

/** Tracks the fields that contain the current run. */
export class FieldStack {
  readonly #fields: Field[] = []
  /** Number of open fields beyond the limit. */
  #uncounted = 0

  /** Target of the link that contains the current text, or null. */
  get href(): string | null {
    return this.#fields.at(-1)?.href ?? null
  }

  /** @param type `begin`, `separate` or `end`. */
  mark(type: string | undefined): void {
    if (type === 'begin') this.#begin()
    else if (type === 'separate') this.#separate()
    else if (type === 'end' && this.#uncounted > 0) this.#uncounted--
    else if (type === 'end') this.#fields.pop()
  }

  instruction(text: string): void {
    const field = this.#fields.at(-1)
    if (field?.isInstruction === true && field.instruction.length < instructionMaxCharacters) field.instruction += text
  }

  #begin(): void {
    if (this.#fields.length >= fieldsMax) this.#uncounted++
    else this.#fields.push({ instruction: '', isInstruction: true, href: this.href })
  }

  #separate(): void {
    const field = this.#fields.at(-1)
    if (field?.isInstruction !== true || this.#uncounted > 0) return
    field.isInstruction = false
    field.href = linkOfInstruction(field.instruction) ?? field.href
  }
}

/** Returns the target of a HYPERLINK instruction, or null. */
export function linkOfInstruction(instruction: string): string | null {
  const words = instruction.slice(0, instructionMaxCharacters).match(/"[^"]*"|[^\s"]+/g) ?? []
  if (words[0]?.toUpperCase() !== 'HYPERLINK') return null
  let target = ''
  let anchor = ''
  for (let i = 1; i < words.length; i++) {
    const word = words[i] ?? ''
    if (word === '\\l') anchor = unquoted(words[++i])
    else if (word.startsWith('\\')) i += takesValue.has(word) ? 1 : 0
    else if (target === '') target = unquoted(word)
  }
  return target === '' && anchor === '' ? null : target + (anchor === '' ? '' : `#${anchor}`)
}

/** Switches with a value: screen tip and target window. */
const takesValue = new Set(['\\o', '\\t'])

const unquoted = (word = ''): string => word.replaceAll('"', '')
