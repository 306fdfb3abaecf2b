/** How the gateway refuses a request (RFC 9457 problem details), and how that is shown to people. */

/** One entry of `errors[]`: what is wrong at a place of the request body. */
export interface ApiProblem {
  /** JSON pointer, RFC 6901. */
  pointer: string
  message: string
}

/** The gateway answered and said no; trying again changes nothing. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly problems: readonly ApiProblem[]

  constructor(status: number, code: string, message: string, problems: readonly ApiProblem[]) {
    super(message)
    this.status = status
    this.code = code
    this.problems = problems
  }
}

/** Nobody answered for so long that waiting on makes no sense. */
export class ServiceUnreachableError extends Error {
  override readonly name = 'ServiceUnreachableError'
}

const textOf = (value: unknown, fallback: string): string =>
  typeof value === 'string' && value !== '' ? value : fallback

function problemOf(entry: unknown): ApiProblem {
  const raw = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>
  return { pointer: textOf(raw['pointer'], '/'), message: textOf(raw['message'], textOf(raw['code'], 'invalid')) }
}

/** An error from the status and the parsed body of an answer; `body` may be anything. */
export function apiErrorOf(status: number, body: unknown): ApiError {
  const raw = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const message = textOf(raw['detail'], textOf(raw['message'], `HTTP ${status} without an explanation`))
  const problems = Array.isArray(raw['errors']) ? raw['errors'].map(problemOf) : []
  return new ApiError(status, textOf(raw['code'], `http_${status}`), message, problems)
}

/** The error as lines: what was refused, then one line per problem. */
export function describeApiError(error: ApiError): string[] {
  return [
    `the gateway refused the request: ${error.message} (${error.code}, HTTP ${error.status})`,
    ...error.problems.map((problem) => `  ${problem.pointer}: ${problem.message}`),
  ]
}
