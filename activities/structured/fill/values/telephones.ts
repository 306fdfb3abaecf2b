/** Finds telephone numbers in texts. */
import { percentDecoded } from '@seine/shared/values/percent-decoded.ts'

const textMaxCharacters = 200
const digitsMin = 5
/** A first number with as many digits is whole: what follows a dash or slash between spaces is another one. */
const wholeDigitsMin = 7
/** A number with no more digits may lack its area code. */
const localDigitsMax = 8
/** E.164 has no longer numbers. */
const digitsMax = 15
/** Digits with the punctuation of telephone numbers, non-breaking hyphens included, and what precedes them directly. */
const runs = /([\p{L}_/=#.:&?%-]*)(\+?\(?\+?\d[\d\s()./‐‑–-]*)/gu
/** What makes digits a part of a word, a code or a URL when it precedes them directly. */
const wordBefore = /[\p{L}/_=#-]$/u
/** Labels without a space behind them, and the beginnings of numbers that cannot be those of codes: `Tel030`. */
const labelled = [
  /^(?:tel|phone|fon|fax|mobil|call|電話|电话|手机|전화)\p{L}*[/-]?\d/iu,
  /^\p{L}*[/-]?\+/u,
  /^(?:\p{L}{3,})?\/?0/u,
  /^\p{L}+\(/u,
]
/** `#1-800-555-0100`, not the number of an order. */
const grouped = /^#\d+(?:[\s().‐‑-]+\d+){2,}/u

const isDate = /^(?:19|20)\d\d-\d\d-\d\d/

const onlyDigits = (text: string): string => text.replaceAll(/\D/g, '')
const digitsIn = (text: string): number => onlyDigits(text).length

/** Returns the first telephone number in a text; null for texts with fewer than five digits together. */
export function telephoneIn(text: string): string | null {
  for (const [, before = '', run = ''] of text.slice(0, textMaxCharacters).matchAll(runs)) {
    if (digitsIn(run) < digitsMin || isDate.test(run) || isPartOfWord(before, run)) continue
    const [first = run] = run.split(/\s+[/–-]\s+/u)
    return trimmed(digitsIn(first) >= wholeDigitsMin ? first : run)
  }
  return null
}

/**
 * Returns the first telephone number in a text, or that of its link: when the text has none, or leaves out the area code.
 * @param url of the link; null without one.
 */
export function linkedTelephone(text: string, url: string | null): string | undefined {
  const shown = telephoneIn(text) ?? undefined
  const linked = url?.startsWith('tel:') === true ? percentDecoded(url.slice(4)) : undefined
  if (shown === undefined || linked === undefined) return shown ?? linked
  const [part, whole] = [onlyDigits(shown), onlyDigits(linked)]
  return part.length <= localDigitsMax && part.length < whole.length && whole.endsWith(part) ? linked : shown
}

function isPartOfWord(before: string, run: string): boolean {
  if (!wordBefore.test(before) || labelled.some((label) => label.test(before + run))) return false
  return !grouped.test(before + run) || digitsIn(run) < wholeDigitsMin || digitsIn(run) > digitsMax
}

/** Removes what the text behind the number begins with, and brackets that are around the number or not its own. */
function trimmed(run: string): string {
  const plain = run.replace(/[\s(+./‐‑–-]+$/u, '')
  const inner = plain.replace(/^\(([^()]*)\)$/, '$1')
  if (inner.startsWith('(') && !inner.includes(')')) return inner.slice(1)
  return inner.endsWith(')') && !inner.includes('(') ? trimmed(inner.slice(0, -1)) : inner
}
