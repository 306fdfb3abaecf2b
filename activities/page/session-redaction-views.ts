/** A text as those read it who take an encoding off it, and where each part of that stands in the text. Pure. */

/** What takes one encoding off. */
export interface Decoder {
  /** Every escape, whole. */
  escapes: RegExp
  /** @returns null where it is none after all. */
  decode: (escape: string) => string | null
}

const codePoint = (code: number): string | null =>
  Number.isInteger(code) && code >= 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : null

/** Bytes stand as characters of the same number: a search for UTF-8 has them so. */
const percent = (escape: string): string => String.fromCharCode(Number.parseInt(escape.slice(1), 16))

const jsonEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

const htmlNames: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u{a0}',
}

export const decoders = {
  percent: { escapes: /%[0-9a-f]{2}/gi, decode: percent },
  form: { escapes: /%[0-9a-f]{2}|\+/gi, decode: (escape) => (escape === '+' ? ' ' : percent(escape)) },
  json: {
    escapes: /\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|u\{[0-9a-f]{1,6}\}|[^ux])/gi,
    decode(escape) {
      const kind = escape[1] ?? ''
      const digits = escape.slice(2).replace(/[{}]/g, '')
      if (digits !== '') return codePoint(Number.parseInt(digits, 16))
      return jsonEscapes[kind] ?? kind
    },
  },
  html: {
    escapes: /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|amp|lt|gt|quot|apos|nbsp);?/gi,
    decode(escape) {
      const name = escape.slice(1).replace(';', '').toLowerCase()
      if (name.startsWith('#x')) return codePoint(Number.parseInt(name.slice(2), 16))
      return name.startsWith('#') ? codePoint(Number(name.slice(1))) : (htmlNames[name] ?? null)
    },
  },
} as const satisfies Record<string, Decoder>

/** A text with an encoding taken off. */
export interface View {
  text: string
  /** Where a part of it stands in the text it was made of. */
  sourceOf(start: number, end: number): [start: number, end: number]
}

/** @returns null where there is nothing to take off. */
export function viewOf(source: string, { escapes, decode }: Decoder): View | null {
  // Of each escape: where its meaning begins here, where it begins and ends there.
  const here: number[] = []
  const there: number[] = []
  const after: number[] = []
  const widths: number[] = []
  const pieces: string[] = []
  let end = 0
  let length = 0
  for (const { 0: escape, index } of source.matchAll(escapes)) {
    const meaning = decode(escape)
    if (meaning === null) continue
    pieces.push(source.slice(end, index), meaning)
    length += index - end
    here.push(length)
    there.push(index)
    after.push(index + escape.length)
    widths.push(meaning.length)
    length += meaning.length
    end = index + escape.length
  }
  if (here.length === 0) return null
  pieces.push(source.slice(end))

  /** Number of the last escape that begins at or before a place; -1 = none. */
  const escapeAt = (place: number): number => {
    let [low, high] = [0, here.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (here[middle]! <= place) low = middle + 1
      else high = middle
    }
    return low - 1
  }
  /** Where the unit at a place begins and ends there. */
  const unitAt = (place: number): [number, number] => {
    const at = escapeAt(place)
    if (at === -1) return [place, place + 1]
    const beyond = place - here[at]! - widths[at]!
    return beyond < 0 ? [there[at]!, after[at]!] : [after[at]! + beyond, after[at]! + beyond + 1]
  }
  return { text: pieces.join(''), sourceOf: (from, to) => [unitAt(from)[0], unitAt(to - 1)[1]] }
}
