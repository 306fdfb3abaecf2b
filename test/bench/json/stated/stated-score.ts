/** Scores a filled value against a statement. */
import type { Statement } from './stated-values.ts'
import { isSameValue, listsNames, type StatedScalar } from './value-forms.ts'
import type { ShownPage } from './shown-values.ts'

/** Counts of one property; values for which the page states nothing are not judged. */
export interface StatedCounts {
  /** Stated values. */
  stated: number
  /** Stated values that the page shows elsewhere, or that were found. */
  shown: number
  given: number
  right: number
}

/** Scores one property of one page. */
export function scoreProperty(
  { kind, values }: Statement,
  property: string,
  given: unknown,
  page: ShownPage,
): StatedCounts | null {
  const stated = values[property]
  const asked = kind.properties[property]
  if (stated === undefined || asked === undefined) return null
  const { form, isList } = asked
  const isShown = (value: StatedScalar): boolean => page.shows(form, value)
  if (isList !== true) {
    const isRight =
      stated.some((value) => isSameValue(form, value, given)) || (form === 'name' && listsNames(stated, given))
    const isGiven = given !== undefined && given !== null
    return { stated: 1, shown: Number(isRight || stated.some(isShown)), given: Number(isGiven), right: Number(isRight) }
  }
  const left: unknown[] = Array.isArray(given) ? [...(given as unknown[])] : []
  const counts = { stated: stated.length, shown: 0, given: left.length, right: 0 }
  for (const value of stated) {
    const at = left.findIndex((each) => isSameValue(form, value, each))
    if (at >= 0) {
      left.splice(at, 1)
      counts.right += 1
    }
    if (at >= 0 || isShown(value)) counts.shown += 1
  }
  return counts
}

export const noCounts: StatedCounts = { stated: 0, shown: 0, given: 0, right: 0 }

export const sumOfCounts = (all: readonly StatedCounts[]): StatedCounts =>
  all.reduce(
    (sum, { stated, shown, given, right }) => ({
      stated: sum.stated + stated,
      shown: sum.shown + shown,
      given: sum.given + given,
      right: sum.right + right,
    }),
    noCounts,
  )

/** Precision, recall over the values that the page shows, recall over all stated values, F1 of the first two. */
export function figuresOfCounts({
  stated,
  shown,
  given,
  right,
}: StatedCounts): Record<'p' | 'r' | 'rAll' | 'f1', number> {
  const share = (part: number, of: number): number => (of === 0 ? 1 : part / of)
  const f1 = given + shown === 0 ? 1 : (2 * right) / (given + shown)
  return { p: share(right, given), r: share(right, shown), rAll: share(right, stated), f1 }
}
