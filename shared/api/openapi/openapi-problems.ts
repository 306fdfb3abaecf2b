/** Problems in the API description: the schema of their body, and the responses that return them. */
import { Type } from 'typebox'
import { problemAttemptSchema } from '../schemas/attempt-schema.ts'
import { problems, type ProblemCode } from '../schemas/problems.ts'
import type { Route } from '../routes/route.ts'
import { routes } from '../routes/routes.ts'

const codes = Object.keys(problems) as ProblemCode[]

export const fieldProblemSchema = Type.Object(
  {
    pointer: Type.String({
      description:
        'JSON pointer (RFC 6901) into the body as it was sent; `/query/NAME` for a query parameter, empty for the body as a whole and for headers.',
    }),
    code: Type.Enum(codes),
    message: Type.String({ description: 'Names field, rule and value; values that may be secret are omitted.' }),
  },
  { description: 'One thing that is wrong with a request.' },
)

const catalogue = codes
  .map((code) => `- ${problems[code].status} \`${code}\`${problems[code].retryable ? ', can succeed later' : ''}`)
  .join('\n')

/** Body of every problem (RFC 9457 with extension members). */
export const problemSchema = Type.Object(
  {
    type: Type.String({ description: 'A URI that identifies the code.' }),
    title: Type.String(),
    status: Type.Integer({ minimum: 400, maximum: 599 }),
    detail: Type.String({ description: 'What is wrong, for people.' }),
    instance: Type.String({ description: 'Path of the request.' }),
    success: Type.Literal(false),
    code: Type.Enum(codes, { description: `What is wrong, for programs:\n\n${catalogue}` }),
    message: Type.String({ description: 'The same as `detail`.' }),
    error: Type.String({ description: 'The same as `detail`.' }),
    request_id: Type.String({ description: 'Also in the X-Request-Id header and on every log line.' }),
    retryable: Type.Boolean({ description: 'The same request can succeed later.' }),
    retry_after: Type.Optional(Type.Integer({ minimum: 0, description: 'Seconds; also in the Retry-After header.' })),
    errors: Type.Optional(
      Type.Array(fieldProblemSchema, { description: 'For status 422: everything that is wrong with the request.' }),
    ),
    attempts: Type.Optional(
      Type.Array(problemAttemptSchema, {
        description:
          'The attempts at the requested page, when no attempt succeeded. Attempts of a capture also list their calls.',
      }),
    ),
  },
  { description: 'A problem (RFC 9457).' },
)

/** Problems caused by misuse of HTTP and not by the request itself: every route can return them. */
export const protocolProblems = [
  'malformed_request',
  'method_not_allowed',
  'request_timeout',
  'expectation_failed',
  'headers_too_large',
] as const satisfies readonly ProblemCode[]

/** Returns every problem that a route can return, except those of HTTP itself. */
export const problemsOf = (route: Route): ProblemCode[] => [
  ...(route.auth ? (['unauthorized', 'rate_limited'] as const) : []),
  ...route.problems,
  'internal_error',
]

const header = (name: string) => ({ $ref: `#/components/headers/${name}` })

/**
 * Returns the headers that every answer of a route has.
 * @param counted whether the answer carries rate-limit headers: requests of the route are counted once their key is
 * accepted.
 */
export const commonHeaders = (counted: boolean): Record<string, unknown> => ({
  'X-Request-Id': header('X-Request-Id'),
  ...(counted
    ? Object.fromEntries(
        ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].map((name) => [name, header(name)]),
      )
    : {}),
})

/** Headers shared by several answers. */
export const sharedHeaders = {
  'X-Request-Id': {
    description: 'Id of the request: the one in the request header if it has 1 to 128 visible ASCII characters.',
    required: true,
    schema: { type: 'string' },
  },
  'RateLimit-Limit': {
    description: 'Requests of this kind that the key may send per minute.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: { type: 'integer' } },
  'RateLimit-Reset': { description: 'Seconds until the count restarts.', schema: { type: 'integer' } },
  'Retry-After': { description: 'Seconds to wait; sent with temporary problems.', schema: { type: 'integer' } },
}

/** Builds one response for all problem codes of a status. */
function problemResponse(status: number, sameStatus: readonly ProblemCode[], keyed: boolean): Record<string, unknown> {
  const retry = status === 429 || status === 503 ? { 'Retry-After': header('Retry-After') } : {}
  return {
    description: sameStatus.map((code) => `\`${code}\``).join(', '),
    headers: { ...commonHeaders(keyed && status !== 401), ...retry },
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
}

/** Converts `job_not_found` to `JobNotFound`. */
const componentName = (code: ProblemCode): string =>
  code.replaceAll(/(?:^|_)([a-z])/g, (_found, letter: string) => letter.toUpperCase())

/** Problem responses with a single code, which are the same on every route that needs a key. */
export const sharedResponses: Record<string, unknown> = Object.fromEntries(
  Object.values<Route>(routes)
    .filter(({ auth }) => auth)
    .flatMap((route) => [...codesByStatus(route)])
    .flatMap(([status, [only, ...others]]) =>
      only === undefined || others.length > 0 ? [] : [[componentName(only), problemResponse(status, [only], true)]],
    ),
)

function codesByStatus(route: Route): Map<number, ProblemCode[]> {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of problemsOf(route)) {
    const { status } = problems[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return byStatus
}

/** Returns the problem responses of a route by status; several codes can share one status. */
export const problemResponses = (route: Route): Record<string, unknown> =>
  Object.fromEntries(
    [...codesByStatus(route)].map(([status, sameStatus]) => {
      const [only, ...others] = sameStatus
      const shared = route.auth && only !== undefined && others.length === 0
      return [
        String(status),
        shared
          ? { $ref: `#/components/responses/${componentName(only)}` }
          : problemResponse(status, sameStatus, route.auth),
      ]
    }),
  )
