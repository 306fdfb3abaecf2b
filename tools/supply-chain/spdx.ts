/** Licence expressions of SPDX 2.3, annex D: read by a library, judged against an allow-list. */
import parse from 'spdx-expression-parse'

/** Longest expression that is read, characters; packages state a few dozen. */
const expressionMaxChars = 1_000

/** An expression, read. */
export type LicenceExpression = ReturnType<typeof parse>

/** Reads an expression. @returns null for what SPDX does not know: free text, `SEE LICENSE IN …`, `UNLICENSED`. */
export function readExpression(text: string): LicenceExpression | null {
  if (text.length > expressionMaxChars) return null
  try {
    return parse(text)
  } catch {
    return null
  }
}

/**
 * Whether one may use what has this licence: of OR one side has to be allowed, of AND both. `ID+` ("or
 * later") is allowed with ID. An exception changes a licence, so `ID WITH EXCEPTION` is allowed only by
 * that name.
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
