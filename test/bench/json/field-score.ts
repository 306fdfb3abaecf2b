/** Fields of an object that was filled against those it should have: right ones, given ones, wanted ones. */

/** A field is a scalar with its place; null counts as none. */
export interface FieldScore {
  right: number
  wanted: number
  given: number
}

/** Beyond so many items, lists are compared in their order. */
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

/** Texts count as equal whatever their white space and Unicode form, URLs by their serialisation. */
function textForm(text: string): string {
  const plain = text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()
  return /^https?:\/\//i.test(plain) && URL.canParse(plain) ? new URL(plain).href.replace(/\/$/, '') : plain
}

const isSame = (wanted: unknown, given: unknown): boolean =>
  typeof wanted === 'string' && typeof given === 'string' ? textForm(wanted) === textForm(given) : wanted === given

/**
 * Compares a value with the one it should be.
 * @returns how many fields are right at their place; entries of lists are paired by what they have in
 *   common, in whatever order they come.
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

/** Pairs the most alike first. */
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

/** The harmonic mean of precision and recall; 1 where there was nothing to find and nothing was given. */
export const f1Of = ({ right, wanted, given }: FieldScore): number =>
  wanted + given === 0 ? 1 : (2 * right) / (wanted + given)

/** All fields of several values together. */
export const totalScore = (scores: readonly FieldScore[]): FieldScore => scores.reduce(add, none)
