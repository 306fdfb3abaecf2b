/** Finds telephone numbers in texts. */

const textMaxCharacters = 200
const digitsMin = 5
/** A first number with as many digits is whole: what follows a dash or slash between spaces is another one. */
const wholeDigitsMin = 7
/** Digits with the punctuation of telephone numbers, non-breaking hyphens included; not a part of a word or a URL. */
const runs = /(?<![\p{L}\d/_=#-])\+?\(?\+?\d[\d\s()+./‐‑–-]*/gu

const isDate = /^(?:19|20)\d\d-\d\d-\d\d/

const digitsIn = (text: string): number => (text.match(/\d/g) ?? []).length

/** Returns the first telephone number in a text; null for texts with fewer than five digits together. */
export function telephoneIn(text: string): string | null {
  for (const [run] of text.slice(0, textMaxCharacters).matchAll(runs)) {
    if (digitsIn(run) < digitsMin || isDate.test(run)) continue
    const [first = run] = run.split(/\s+[/–-]\s+/u)
    return trimmed(digitsIn(first) >= wholeDigitsMin ? first : run)
  }
  return null
}

/** Removes what the text behind the number begins with, and brackets that are around the number or not its own. */
function trimmed(run: string): string {
  const plain = run.replace(/[\s(+./‐‑–-]+$/u, '')
  const inner = plain.replace(/^\(([^()]*)\)$/, '$1')
  if (inner.startsWith('(') && !inner.includes(')')) return inner.slice(1)
  return inner.endsWith(')') && !inner.includes('(') ? trimmed(inner.slice(0, -1)) : inner
}
