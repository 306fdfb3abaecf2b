/** Compares the fields of a filled object with the expected ones: counts of correct, given and expected fields. */

/** A field is a scalar at its position in the object; null counts as missing. */
export interface FieldScore {
  right: number
  wanted: number
  given: number
}

/** Lists with more items than this are compared in order, without alignment. */
const alignedItemsMax = 200

const add = (a: FieldScore, b: FieldScore): FieldScore => ({
  right: a.right + b.right,
  wanted: a.wanted + b.wanted,
  given: a.given + b.given,
})

const none: FieldScore = { right: 0, wanted: 0, given: 0 }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function fieldsOf(value: unknown): number {
  if (value === null || value === undefined) return 0
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + fieldsOf(item), 0)
  return isRecord(value) ? Object.values(value).reduce((sum: number, each) => sum + fieldsOf(each), 0) : 1
}

/** Normalises a text for comparison: white space and Unicode form are ignored, URLs are compared in serialised form. */
function textForm(text: string): string {
  const plain = text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  return /^https?:\/\//i.test(plain) && URL.canParse(plain) ? new URL(plain).href.replace(/\/$/, '') : plain
}

const isSame = (wanted: unknown, given: unknown): boolean =>
  typeof wanted === 'string' && typeof given === 'string' ? textForm(wanted) === textForm(given) : wanted === given

/**
 * Compares a value with the expected one.
 * @returns the number of fields that are correct at their position; entries of lists are paired by similarity, in any
 *   order.
 */
export function fieldScore(wanted: unknown, given: unknown): FieldScore {
  if (Array.isArray(wanted) && Array.isArray(given)) return listScore(wanted, given)
  if (isRecord(wanted) && isRecord(given)) {
    const names = new Set([...Object.keys(wanted), ...Object.keys(given)])
    return [...names].map((name) => fieldScore(wanted[name], given[name])).reduce(add, none)
  }
  const counts = { wanted: fieldsOf(wanted), given: fieldsOf(given) }
  const isScalar = counts.wanted === 1 && counts.given === 1
  return { right: isScalar && isSame(wanted, given) ? 1 : 0, ...counts }
}

/** Pairs the most similar entries first. */
function listScore(wanted: readonly unknown[], given: readonly unknown[]): FieldScore {
  if (Math.max(wanted.length, given.length) > alignedItemsMax) {
    const length = Math.max(wanted.length, given.length)
    return Array.from({ length }, (_, at) => fieldScore(wanted[at], given[at])).reduce(add, none)
  }
  const pairs = wanted.flatMap((want, w) => given.map((give, g) => ({ w, g, score: fieldScore(want, give) })))
  pairs.sort((a, b) => b.score.right - a.score.right || Math.abs(a.w - a.g) - Math.abs(b.w - b.g))
  const [pairedWanted, pairedGiven] = [new Set<number>(), new Set<number>()]
  let sum = none
  for (const { w, g, score } of pairs) {
    if (pairedWanted.has(w) || pairedGiven.has(g)) continue
    pairedWanted.add(w)
    pairedGiven.add(g)
    sum = add(sum, score)
  }
  for (const [at, want] of wanted.entries()) if (!pairedWanted.has(at)) sum = add(sum, fieldScore(want, null))
  for (const [at, give] of given.entries()) if (!pairedGiven.has(at)) sum = add(sum, fieldScore(null, give))
  return sum
}

/** Returns the harmonic mean of precision and recall; 1 when nothing was expected and nothing was given. */
export const f1Of = ({ right, wanted, given }: FieldScore): number =>
  wanted + given === 0 ? 1 : (2 * right) / (wanted + given)

/** Sums the scores of several values. */
export const totalScore = (scores: readonly FieldScore[]): FieldScore => scores.reduce(add, none)
