/** The API description (OpenAPI 3.1), assembled from the route table. */
import { Type, type TSchema } from 'typebox'
import { pageAttemptSchema } from './attempt-schema.ts'
import { withNullableFields } from './null-fields.ts'
import { problems, type ProblemCode } from './problems.ts'
import { routes, type Route, type RouteName, type RouteResponse } from './routes.ts'

const fieldProblemSchema = Type.Object({ pointer: Type.String(), code: Type.String(), message: Type.String() })

/** Body of every problem (RFC 9457 with extension members). */
const problemSchema = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  instance: Type.String(),
  success: Type.Literal(false),
  code: Type.Enum(Object.keys(problems)),
  message: Type.String(),
  error: Type.String(),
  request_id: Type.String(),
  retryable: Type.Boolean(),
  retry_after: Type.Optional(Type.Integer({ description: 'Seconds.' })),
  errors: Type.Optional(Type.Array(fieldProblemSchema)),
  attempts: Type.Optional(
    Type.Array(pageAttemptSchema, {
      description:
        'What was tried, where a page was asked for and none came of it. Those of a capture list their calls too.',
    }),
  ),
})

const json = (schema: TSchema) => ({ 'application/json': { schema } })

/** Problem answers by status; one status can carry several codes. */
function problemResponses(codes: readonly ProblemCode[]): Record<string, unknown> {
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of codes) {
    const { status } = problems[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, sameStatus]) => [
      String(status),
      {
        description: sameStatus.map((code) => `\`${code}\``).join(', '),
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

/** Headers of an answer. */
const headersOf = (headers: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(headers).map(([header, meaning]) => [header, { description: meaning, schema: { type: 'string' } }]),
  )

const answer = ({ description, schema, otherMedia = {}, headers }: RouteResponse) => ({
  description,
  content: {
    ...json(schema),
    ...Object.fromEntries(Object.entries(otherMedia).map(([media, other]) => [media, { schema: other }])),
  },
  ...(headers === undefined ? {} : { headers: headersOf(headers) }),
})

/** The description of a parameter stands in its schema. */
const parametersIn = (place: 'path' | 'query' | 'header', schemas: Record<string, TSchema> = {}) =>
  Object.entries(schemas).map(([name, schema]) => ({ name, in: place, required: place === 'path', schema }))

function requestBody({ body, bodyMaxBytes }: Route): Record<string, unknown> {
  if (body === undefined) return {}
  const bound = bodyMaxBytes === undefined ? {} : { description: `At most ${bodyMaxBytes} bytes.` }
  return { requestBody: { ...bound, required: true, content: json(withNullableFields(body) as TSchema) } }
}

function operation(name: string, route: Route): Record<string, unknown> {
  const parameters = [
    ...parametersIn('path', route.params),
    ...parametersIn('query', route.query),
    ...parametersIn('header', route.headers),
  ]
  return {
    operationId: name,
    summary: route.summary,
    security: route.auth ? [{ bearer: [] }, { apiKey: [] }] : [],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(route),
    responses: {
      ...Object.fromEntries(Object.entries(route.responses).map(([status, response]) => [status, answer(response)])),
      ...problemResponses([...(route.auth ? (['unauthorized'] as const) : []), ...route.problems, 'internal_error']),
    },
  }
}

/**
 * The whole document.
 * @param version version of the service.
 */
export function openApiDocument(version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const name of Object.keys(routes) as RouteName[]) {
    const route = routes[name]
    paths[route.path] = { ...paths[route.path], [route.method]: operation(name, route) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Seine', version, description: 'A web scraping service to run yourself.' },
    servers: [{ url: '/' }, { url: '/v1' }],
    paths,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
      },
    },
  }
}
