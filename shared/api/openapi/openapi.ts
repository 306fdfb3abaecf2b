/** The API description (OpenAPI 3.1), assembled from the route table. */
import type { TSchema } from 'typebox'
import { exampleOf, type RouteExample } from '../examples/examples.ts'
import { withNullableFields } from '../rules/null-fields.ts'
import { commonHeaders, problemResponses, sharedHeaders, sharedResponses } from './openapi-problems.ts'
import { references, type Refer } from './openapi-references.ts'
import { namedSchemas } from './openapi-schemas.ts'
import { generalDescription, routeTexts, tags } from './openapi-texts.ts'
import { describedWebhooks } from './openapi-webhooks.ts'
import type { Route, RouteResponse } from '../routes/route.ts'
import { routes, type RouteName } from '../routes/routes.ts'
import { codeSamples } from './samples.ts'

type Described = Record<string, unknown>

/** Returns an object with one member; empty when the value is undefined. */
const given = (name: string, value: unknown): Described => (value === undefined ? {} : { [name]: value })

/** Returns the headers that only one answer has. */
const ownHeaders = (headers: Record<string, string> = {}): Described =>
  Object.fromEntries(
    Object.entries(headers).map(([header, meaning]) => [header, { description: meaning, schema: { type: 'string' } }]),
  )

/** Builds parameters. The description is moved from the schema to the parameter, where every tool looks for it. */
function parametersIn(
  place: 'path' | 'query' | 'header',
  schemas: Record<string, TSchema> = {},
  examples: Record<string, string> = {},
  refer: Refer,
): Described[] {
  return Object.entries(schemas).map(([name, schema]) => {
    const { description, ...rest } = refer(schema) as Described
    const isList = rest['type'] === 'array'
    return {
      name,
      in: place,
      required: place === 'path',
      ...given('description', description),
      // A list is serialised with commas.
      ...(isList ? { style: 'form', explode: false } : {}),
      schema: rest,
      ...given('example', exampleValue(examples[name], rest)),
    }
  })
}

function exampleValue(text: string | undefined, schema: Described): unknown {
  if (text === undefined) return undefined
  if (schema['type'] === 'array') return text.split(',')
  return schema['type'] === 'integer' ? Number(text) : text
}

function response(answer: RouteResponse, counted: boolean, example: unknown, refer: Refer): Described {
  const { description, schema, media = 'application/json', otherMedia = {}, headers } = answer
  const described = { description, headers: { ...commonHeaders(counted), ...ownHeaders(headers) } }
  if (schema === null) return described
  const others = Object.entries(otherMedia).map(([type, other]) => [type, { schema: refer(other) }] as const)
  return {
    ...described,
    content: { [media]: { schema: refer(schema), ...given('example', example) }, ...Object.fromEntries(others) },
  }
}

const sizeInWords = (bytes: number): string =>
  bytes % 1_048_576 === 0 ? `${bytes / 1_048_576} MiB` : `${bytes / 1_024} KiB`

function requestBody({ body, bodyMaxBytes }: Route, example: unknown, refer: Refer): Described {
  if (body === undefined) return {}
  const bound = bodyMaxBytes === undefined ? {} : { description: `At most ${sizeInWords(bodyMaxBytes)}.` }
  const content = { schema: refer(withNullableFields(body)), ...given('example', example) }
  return { requestBody: { ...bound, required: true, content: { 'application/json': content } } }
}

function operation(name: RouteName, refer: Refer): Described {
  const route: Route = routes[name]
  const { tag, description } = routeTexts[name]
  const example: RouteExample = exampleOf(name) ?? { answers: {} }
  const samples = codeSamples(name)
  const parameters = [
    ...parametersIn('path', route.params, example.params, refer),
    ...parametersIn('query', route.query, example.query, refer),
    ...parametersIn('header', route.headers, {}, refer),
  ]
  const answers = Object.entries(route.responses).map(
    ([status, answer]) => [status, response(answer, route.auth, example.answers[Number(status)], refer)] as const,
  )
  return {
    operationId: name,
    tags: [tag],
    summary: route.summary,
    description,
    security: route.auth ? [{ bearer: [] }, { apiKey: [] }] : [],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(route, example.body, refer),
    responses: { ...Object.fromEntries(answers), ...problemResponses(route) },
    ...(samples.length === 0 ? {} : { 'x-codeSamples': samples }),
  }
}

/**
 * Builds the complete document.
 * @param version version of the service.
 */
export function openApiDocument(version: string): Record<string, unknown> {
  const { refer, components } = references(namedSchemas)
  const paths: Record<string, Described> = {}
  for (const name of Object.keys(routes) as RouteName[]) {
    const { path, method } = routes[name]
    paths[path] = { ...paths[path], [method]: operation(name, refer) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Seine',
      version,
      summary: 'Web scraping: crawls, batches, single pages, maps, network traffic.',
      description: generalDescription,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }, { url: '/v1' }],
    tags: [...tags],
    paths,
    webhooks: describedWebhooks(refer),
    components: {
      schemas: components,
      responses: sharedResponses,
      headers: sharedHeaders,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: '`Authorization: Bearer KEY`' },
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'The same key.' },
      },
    },
  }
}
