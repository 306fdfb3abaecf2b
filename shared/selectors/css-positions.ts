/** CSS pseudo-classes that test the position of an element among its siblings or in the document. */
import type { CssTest } from './css-selector.ts'
import { InvalidSelectorError } from './parse-text.ts'

type Position = CssTest & { kind: 'nth' }

const outermost = (ofType: boolean, fromEnd: boolean): Position => ({
  kind: 'nth',
  step: 0,
  offset: 1,
  ofType,
  fromEnd,
})

/** Pseudo-classes without an argument, and the conditions they stand for. */
export const childPositions: ReadonlyMap<string, readonly CssTest[]> = new Map<string, readonly CssTest[]>([
  ['first-child', [outermost(false, false)]],
  ['last-child', [outermost(false, true)]],
  ['only-child', [outermost(false, false), outermost(false, true)]],
  ['first-of-type', [outermost(true, false)]],
  ['last-of-type', [outermost(true, true)]],
  ['only-of-type', [outermost(true, false), outermost(true, true)]],
  ['empty', [{ kind: 'empty' }]],
  ['root', [{ kind: 'root' }]],
  ['scope', [{ kind: 'root' }]],
])

/**
 * Reads a pseudo-class with a position formula: `odd`, `even`, `3`, `2n+1`.
 * @param name name of the pseudo-class, in lower case.
 * @param formula text between its parentheses (CSS Syntax Level 3, section 6).
 * @returns the condition; null when the name is not an `:nth-` pseudo-class.
 * @throws InvalidSelectorError when the formula is invalid.
 */
export function positionOf(name: string, formula: string): CssTest | null {
  const parts = /^nth-(last-)?(child|of-type)$/.exec(name)
  if (parts === null) return null
  return { kind: 'nth', ...stepOf(formula), ofType: parts[2] === 'of-type', fromEnd: parts[1] !== undefined }
}

function stepOf(formula: string): { step: number; offset: number } {
  const text = formula.trim().toLowerCase()
  if (text === 'odd') return { step: 2, offset: 1 }
  if (text === 'even') return { step: 2, offset: 0 }
  const [, step, offset, alone] = /^(?:([+-]?\d{0,6})n(?:\s*([+-]\s*\d{1,6}))?|([+-]?\d{1,6}))$/.exec(text) ?? []
  if (alone !== undefined) return { step: 0, offset: Number(alone) }
  if (step === undefined)
    throw new InvalidSelectorError(`${JSON.stringify(text.slice(0, 40))} is not a position such as odd, 3 or 2n+1`)
  return {
    step: /\d/.test(step) ? Number(step) : Number(`${step}1`),
    offset: Number((offset ?? '0').replaceAll(/\s/g, '')),
  }
}
