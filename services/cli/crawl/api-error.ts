/** Errors with which the gateway refuses a request (RFC 9457 problem details), and their presentation to users. */
import { fieldsOf, textOrNull } from '@seine/shared/values/json-fields.ts'

/** One entry of `errors[]`: what is wrong at one place of the request body. */
export interface ApiProblem {
  /** JSON pointer, RFC 6901. */
  pointer: string
  message: string
}

/** The gateway refused the request; trying again changes nothing. */
export class ApiCallError extends Error {
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

/** The gateway has not answered for so long that waiting longer makes no sense. */
export class ServiceUnreachableError extends Error {
  override readonly name = 'ServiceUnreachableError'
}

const textOr = (value: unknown, fallback: string): string => textOrNull(value) ?? fallback

function problemOf(entry: unknown): ApiProblem {
  const raw = fieldsOf(entry)
  return { pointer: textOr(raw['pointer'], '/'), message: textOr(raw['message'], textOr(raw['code'], 'invalid')) }
}

/** Builds an error from the status and the parsed body of a response; `body` may be any value. */
export function apiErrorOf(status: number, body: unknown): ApiCallError {
  const raw = fieldsOf(body)
  const message = textOr(raw['detail'], textOr(raw['message'], `HTTP ${status} without an explanation`))
  const problems = Array.isArray(raw['errors']) ? raw['errors'].map(problemOf) : []
  return new ApiCallError(status, textOr(raw['code'], `http_${status}`), message, problems)
}

/** Formats the error as lines: what was refused, then one line per problem. */
export function describeApiError(error: ApiCallError): string[] {
  return [
    `the gateway refused the request: ${error.message} (${error.code}, HTTP ${error.status})`,
    ...error.problems.map((problem) => `  ${problem.pointer}: ${problem.message}`),
  ]
}
