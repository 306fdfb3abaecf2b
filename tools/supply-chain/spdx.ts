/** Licence expressions of SPDX 2.3, annex D: parsed by a library, evaluated against an allow-list. */
import parse from 'spdx-expression-parse'

/** Longest expression that is parsed, characters; packages use a few dozen. */
const expressionMaxChars = 1_000

/** A parsed expression. */
export type LicenceExpression = ReturnType<typeof parse>

/** Parses an expression. @returns null for text that is not SPDX: free text, `SEE LICENSE IN ...`, `UNLICENSED`. */
export function readExpression(text: string): LicenceExpression | null {
  if (text.length > expressionMaxChars) return null
  try {
    return parse(text)
  } catch {
    return null
  }
}

/**
 * Returns whether an expression is allowed: for OR one side must be allowed, for AND both. `ID+` ("or later") is
 * allowed with ID. An exception changes a licence, so `ID WITH EXCEPTION` is allowed only by that name.
 */
export function isAllowed(expression: LicenceExpression, allowed: (licence: string) => boolean): boolean {
  if ('conjunction' in expression) {
    const isLeft = isAllowed(expression.left, allowed)
    const isRight = isAllowed(expression.right, allowed)
    return expression.conjunction === 'or' ? isLeft || isRight : isLeft && isRight
  }
  const { license, exception } = expression
  return allowed(exception === undefined ? license : `${license} WITH ${exception}`)
}
