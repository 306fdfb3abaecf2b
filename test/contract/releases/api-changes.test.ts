import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { apiChanges, changeText } from './api-changes.ts'
import { presentRelease } from './present-release.ts'
import type { Json } from './schema-changes.ts'

const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** A small description that has every kind of part. */
const description = () => ({
  servers: [{ url: '/' }, { url: '/v1' }],
  paths: {
    '/jobs/{id}': {
      get: {
        operationId: 'job',
        security: [{ bearer: [] as string[] }, { apiKey: [] as string[] }],
        parameters: [
          { in: 'path', name: 'id', required: true, schema: { type: 'string', pattern: '^[a-z]+$' } },
          { in: 'query', name: 'limit', required: false, schema: { type: 'integer', maximum: 100, default: 10 } },
        ],
        responses: {
          200: {
            headers: { 'X-Request-Id': {} },
            content: { 'application/json': { schema: reference('Job') } },
          },
          404: { $ref: '#/components/responses/NotFound' },
        },
      },
    },
    '/jobs': {
      post: {
        operationId: 'start',
        requestBody: { required: false, content: { 'application/json': { schema: reference('Start') } } },
        responses: { 202: { content: { 'application/json': { schema: reference('Job') } } } },
      },
    },
  } as Record<string, Json>,
  webhooks: {
    'job.ended': {
      post: { operationId: 'jobEnded', requestBody: { content: { 'application/json': { schema: reference('Job') } } } },
    },
  } as Record<string, Json>,
  components: {
    responses: { NotFound: { content: { 'application/problem+json': { schema: reference('Problem') } } } },
    securitySchemes: { bearer: {}, apiKey: {} },
    schemas: {
      Start: {
        type: 'object',
        required: ['url'],
        properties: {
          url: { type: 'string', minLength: 1, maxLength: 100 },
          depth: { type: ['integer', 'null'], minimum: 0, maximum: 9, default: null },
          speed: { type: 'number' },
          formats: { type: 'array', maxItems: 3, items: { type: 'string', enum: ['markdown', 'html'] } },
          headers: { type: 'object', additionalProperties: { type: 'string', maxLength: 50 } },
          wait: { anyOf: [{ type: 'string' }, { type: 'integer', minimum: 1 }] },
        },
      },
      Job: {
        type: 'object',
        required: ['id', 'status'],
        properties: {
          id: { type: 'string' },
          status: { anyOf: [{ const: 'running' }, { const: 'completed' }] },
          pages: { type: 'integer' },
          endedAt: { type: ['string', 'null'], format: 'date-time' },
          parent: { anyOf: [reference('Job'), { type: 'null' }] },
        },
      },
      Problem: { type: 'object', required: ['code'], properties: { code: { enum: ['not_found', 'gone'] } } },
    } as Record<string, { required?: string[]; properties: Record<string, Json> } & Json>,
  },
})

type Description = ReturnType<typeof description>

const changesOf = (change: (is: Description) => void): string[] => {
  const is = description()
  change(is)
  return apiChanges(description(), is).map((each) => changeText(each))
}

const operation = (is: Description, path: string, method: string): Record<string, Json> =>
  is.paths[path]![method] as Record<string, Json>
const parameter = (is: Description, at: number): Json =>
  (operation(is, '/jobs/{id}', 'get')['parameters'] as unknown as Json[])[at]!
const start = (is: Description) => is.components.schemas['Start']!
const job = (is: Description) => is.components.schemas['Job']!

const breaches: [string, (is: Description) => unknown, string][] = [
  ['a server', (is) => is.servers.pop(), '/v1: server removed'],
  ['a path', (is) => delete is.paths['/jobs'], 'POST /jobs: operation removed'],
  ['a method', (is) => delete is.paths['/jobs/{id}']!['get'], 'GET /jobs/{id}: operation removed'],
  [
    'the name of an operation',
    (is) => (is.paths['/jobs']!['post'] = { ...operation(is, '/jobs', 'post'), operationId: 'begin' }),
    'POST /jobs: operationId changed from start to begin',
  ],
  ['a webhook', (is) => delete is.webhooks['job.ended'], 'webhook job.ended: operation removed'],
  [
    'a way to authenticate',
    (is) => (operation(is, '/jobs/{id}', 'get')['security'] as unknown as Json[]).pop(),
    'GET /jobs/{id}: authentication {"apiKey":[]} removed',
  ],
  [
    'a call without a key',
    (is) => (operation(is, '/jobs', 'post')['security'] = [{ apiKey: [] }] as unknown as Json),
    'POST /jobs: authentication newly required',
  ],
  [
    'a security scheme',
    (is) => delete (is.components.securitySchemes as Json)['apiKey'],
    'apiKey: security scheme removed',
  ],
  [
    'a parameter',
    (is) => (operation(is, '/jobs/{id}', 'get')['parameters'] as unknown as Json[]).pop(),
    'GET /jobs/{id} query limit: parameter removed',
  ],
  [
    'a parameter that becomes required',
    (is) => (parameter(is, 1)['required'] = true),
    'GET /jobs/{id} query limit: parameter newly required',
  ],
  [
    'a new parameter that is required',
    (is) =>
      (operation(is, '/jobs/{id}', 'get')['parameters'] as unknown as Json[]).push({
        in: 'query',
        name: 'view',
        required: true,
      }),
    'GET /jobs/{id} query view: parameter newly required',
  ],
  [
    'the maximum of a parameter',
    (is) => ((parameter(is, 1)['schema'] as Json)['maximum'] = 50),
    'GET /jobs/{id} query limit: maximum 100 is now 50',
  ],
  [
    'the default of a parameter',
    (is) => ((parameter(is, 1)['schema'] as Json)['default'] = 20),
    'GET /jobs/{id} query limit: default changed from 10 to 20',
  ],
  [
    'a pattern',
    (is) => ((parameter(is, 0)['schema'] as Json)['pattern'] = '^[a-f]+$'),
    'GET /jobs/{id} path id: pattern "^[a-z]+$" is now "^[a-f]+$"',
  ],
  [
    'a body that becomes required',
    (is) => (operation(is, '/jobs', 'post')['requestBody']!['required'] = true),
    'POST /jobs body: body newly required',
  ],
  [
    'a media type of a request',
    (is) => (operation(is, '/jobs', 'post')['requestBody']!['content'] = {}),
    'POST /jobs body application/json: media type removed',
  ],
  [
    'a status',
    (is) => delete operation(is, '/jobs/{id}', 'get')['responses']!['404'],
    'GET /jobs/{id} 404: status removed',
  ],
  [
    'a header of an answer',
    (is) => ((operation(is, '/jobs/{id}', 'get')['responses']!['200'] as Json)['headers'] = {}),
    'GET /jobs/{id} 200 X-Request-Id: header removed',
  ],
  ['a field of a request', (is) => delete start(is).properties['depth'], 'Start.depth: field removed'],
  ['a field that becomes required', (is) => start(is).required!.push('speed'), 'Start.speed: field newly required'],
  ['further fields of a request', (is) => (start(is)['additionalProperties'] = false), 'Start: further fields refused'],
  ['a lower maximum', (is) => (start(is).properties['depth']!['maximum'] = 5), 'Start.depth: maximum 9 is now 5'],
  ['a higher minimum', (is) => (start(is).properties['depth']!['minimum'] = 1), 'Start.depth: minimum 0 is now 1'],
  ['a shorter text', (is) => (start(is).properties['url']!['maxLength'] = 99), 'Start.url: maxLength 100 is now 99'],
  [
    'a bound where there was none',
    (is) => (start(is).properties['speed']!['exclusiveMaximum'] = 1),
    'Start.speed: exclusiveMaximum none is now 1',
  ],
  ['fewer items', (is) => (start(is).properties['formats']!['maxItems'] = 2), 'Start.formats: maxItems 3 is now 2'],
  [
    'a bound of other members',
    (is) => ((start(is).properties['headers']!['additionalProperties'] as Json)['maxLength'] = 9),
    'Start.headers.*: maxLength 50 is now 9',
  ],
  ['a default', (is) => (start(is).properties['depth']!['default'] = 3), 'Start.depth: default changed from null to 3'],
  [
    'a default where there was none',
    (is) => (start(is).properties['speed']!['default'] = 1),
    'Start.speed: default changed from none to 1',
  ],
  [
    'a value of a request',
    (is) => ((start(is).properties['formats']!['items'] as Json)['enum'] = ['markdown']),
    'Start.formats[]: value "html" removed',
  ],
  [
    'values where any were accepted',
    (is) => (start(is).properties['url']!['enum'] = ['http://a/']),
    'Start.url: values restricted',
  ],
  ['null in a request', (is) => (start(is).properties['depth']!['type'] = 'integer'), 'Start.depth: type null removed'],
  [
    'whole numbers only',
    (is) => (start(is).properties['speed']!['type'] = 'integer'),
    'Start.speed: type changed from number to integer',
  ],
  [
    'an alternative of a request',
    (is) => (start(is).properties['wait'] = { type: 'integer', minimum: 1 }),
    'Start.wait: type string removed',
  ],
  [
    'a bound of an alternative',
    (is) => ((start(is).properties['wait']!['anyOf'] as Json[])[1]!['minimum'] = 2),
    'Start.wait: minimum 1 is now 2',
  ],
  ['a field of an answer', (is) => delete job(is).properties['pages'], 'Job.pages: field removed'],
  [
    'a field of an answer that may be missing',
    (is) => (job(is).required = ['id']),
    'Job.status: field no longer always there',
  ],
  ['null in an answer', (is) => (job(is).properties['id']!['type'] = ['string', 'null']), 'Job.id: type null added'],
  [
    'another type in an answer',
    (is) => (job(is).properties['pages']!['type'] = 'number'),
    'Job.pages: type number added',
  ],
  [
    'a value of an answer',
    (is) => (job(is).properties['status'] = { enum: ['running', 'done'] }),
    'Job.status: value "completed" removed',
  ],
  [
    'values of an answer that are no longer listed',
    (is) => (job(is).properties['status'] = { type: 'string' }),
    'Job.status: values no longer listed',
  ],
  [
    'the format of an answer',
    (is) => delete job(is).properties['endedAt']!['format'],
    'Job.endedAt: format "date-time" is now none',
  ],
  [
    'a code of a problem',
    (is) => (is.components.schemas['Problem']!.properties['code'] = { enum: ['not_found'] }),
    'Problem.code: value "gone" removed',
  ],
]

describe('changes of an API that break its callers', () => {
  for (const [name, change, expected] of breaches) {
    it(`finds ${name}`, () => assert.ok(changesOf(change).includes(expected), changesOf(change).join('\n')))
  }
})

describe('changes of an API that break no caller', () => {
  const additions: [string, (is: Description) => unknown][] = [
    ['nothing', () => undefined],
    ['an operation', (is) => (is.paths['/keys'] = { get: { operationId: 'keys' } })],
    ['a field that is not required', (is) => (start(is).properties['tag'] = { type: 'string', default: '' })],
    ['wider bounds', (is) => (start(is).properties['depth']!['maximum'] = 99)],
    ['a further value in a request', (is) => (start(is).properties['wait'] = { type: ['string', 'integer', 'null'] })],
    ['numbers that need not be whole', (is) => (start(is).properties['depth']!['type'] = ['number', 'null'])],
    ['a field of an answer', (is) => (job(is).properties['tags'] = { type: 'array' })],
    ['a further value in an answer', (is) => (job(is).properties['status'] = { enum: ['running', 'completed', 'x'] })],
    ['a field that is always there now', (is) => job(is).required!.push('pages')],
    ['a description', (is) => (job(is)['description'] = 'A job.')],
    [
      'a schema that gets a name',
      (is) => {
        is.components.schemas['Status'] = job(is).properties['status'] as never
        job(is).properties['status'] = reference('Status')
      },
    ],
  ]
  for (const [name, change] of additions) it(`allows ${name}`, () => assert.deepEqual(changesOf(change), []))

  it('finds none between the present description and itself', () => {
    const { api } = presentRelease()
    assert.deepEqual(apiChanges(api, api), [])
  })
})
