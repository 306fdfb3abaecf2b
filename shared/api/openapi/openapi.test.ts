import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { isObject } from '../rules/json-object.ts'
import { openApiText } from './openapi-file.ts'
import { openApiDocument } from './openapi.ts'
import { routes } from '../routes/routes.ts'
import { schemaErrors } from '../testing/schema-errors.ts'

type Content = Record<string, { schema: { properties: Record<string, unknown> }; example?: unknown }>

interface Operation {
  operationId: string
  security: unknown[]
  responses: Record<string, { description: string; headers: object; content?: Content }>
  requestBody?: { description?: string; content: Content }
  parameters?: { name: string; in: string; required: boolean; schema: unknown }[]
}

const written = openApiDocument('1.2.3') as {
  openapi: string
  info: { version: string }
  webhooks: Record<string, { post: { requestBody: { content: object } } }>
  components: { schemas: Record<string, object>; responses: Record<string, object> }
}

/** Returns a node with every reference replaced by its target. */
function resolved(node: unknown): unknown {
  if (Array.isArray(node)) return node.map((each) => resolved(each))
  if (!isObject(node)) return node
  const { $ref, ...rest } = node
  if (typeof $ref !== 'string') return Object.fromEntries(Object.entries(node).map(([k, v]) => [k, resolved(v)]))
  const target = $ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], written)
  assert.ok(isObject(target), $ref)
  return { ...(resolved(target) as object), ...rest }
}

const document = resolved(written) as typeof written & { paths: Record<string, Record<string, Operation>> }

test('every route of the table is described once', () => {
  const described = Object.values(document.paths).flatMap((path) => Object.values(path).map((each) => each.operationId))
  assert.deepEqual(described.toSorted(), Object.keys(routes).toSorted())
  assert.equal(document.openapi, '3.1.0')
  assert.equal(document.info.version, '1.2.3')
})

test('a path parameter is declared for every placeholder', () => {
  for (const [path, operations] of Object.entries(document.paths)) {
    const placeholders = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
    for (const { parameters = [] } of Object.values(operations)) {
      assert.deepEqual(
        parameters.filter((each) => each.in === 'path').map(({ name }) => name),
        placeholders,
      )
    }
  }
})

test('routes without a key are marked, the others list their answers without one', () => {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    assert.equal('401' in operation.responses, operation.security.length > 0, operation.operationId)
  }
})

test('the crawl body shows both spellings of page options and all codes of a 422', () => {
  const start = document.paths['/crawl']?.['post']
  const properties = start?.requestBody?.content['application/json']?.schema.properties ?? {}
  const { anyOf } = properties['scrapeOptions'] as { anyOf: { properties: Record<string, unknown> }[] }
  const scrape = anyOf[0] ?? { properties: {} }
  assert.ok('only_main_content' in scrape.properties && 'onlyMainContent' in scrape.properties)
  const codes = start?.responses['422']?.description ?? ''
  for (const code of ['validation_failed', 'unsupported_pattern']) assert.ok(codes.includes(code))
})

test('query parameters are declared with their bounds, and none of them is required', () => {
  const parameters = document.paths['/crawl/{id}/urls']?.['get']?.parameters ?? []
  const query = parameters.filter((each) => each.in === 'query')
  assert.deepEqual(
    query.map(({ name, required }) => [name, required]),
    [
      ['state', false],
      ['cursor', false],
      ['limit', false],
    ],
  )
  const schemas = query.map(({ schema }) => schema as { maximum?: number; enum?: string[] })
  assert.equal(schemas[2]?.maximum, 1_000)
  assert.ok(schemas[0]?.enum?.includes('robots'))
})

test('the batch body shows the names that a batch takes, and the ways to name the session', () => {
  const start = document.paths['/batch/scrape']?.['post']
  const properties = start?.requestBody?.content['application/json']?.schema.properties ?? {}
  for (const name of ['urls', 'method', 'body', 'onlyMainContent', 'sessionId', 'session', 'session_id', 'webhook']) {
    assert.ok(name in properties, name)
  }
  for (const name of ['url', 'only_main_content', 'scrape']) assert.ok(!(name in properties), name)
  assert.match(start?.requestBody?.description ?? '', /At most 24 MiB/)
  assert.match(start?.responses['422']?.description ?? '', /limit_exceeded/)
})

test('optional fields of a body may be null, required ones may not', () => {
  const start = document.paths['/batch/scrape']?.['post']
  const properties = start?.requestBody?.content['application/json']?.schema.properties ?? {}
  const field = (name: string) => properties[name] as { type?: unknown; enum?: unknown[]; anyOf?: unknown[] }
  assert.equal(field('urls').type, 'array')
  assert.deepEqual(field('timeout').type, ['integer', 'null'])
  assert.equal(field('method').enum?.at(-1), null)
  assert.deepEqual(field('tag').anyOf?.at(-1), { type: 'null' })
})

test('every route that asks the workflow service can answer that it is not set up', () => {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const codes = operation.responses['503']?.description ?? ''
    assert.equal(
      codes.includes('`not_configured`'),
      codes.includes('`workflow_service_unavailable`'),
      operation.operationId,
    )
  }
})

test('a route that takes an id, or pages of a session, can answer 404, and no other can', () => {
  const inSession = new Set(['startCrawl', 'startBatch', 'createWatch', 'scrapePage', 'captureNetwork'])
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const operation of Object.values(operations)) {
      const takesId = /id\}/.test(path) || inSession.has(operation.operationId)
      assert.equal('404' in operation.responses, takesId, operation.operationId)
    }
  }
})

test('the document is plain JSON', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(written)), written)
})

test('a shape that has a name is written out once, and every name is used', () => {
  const text = JSON.stringify(written)
  for (const name of Object.keys(written.components.schemas)) {
    assert.ok(text.includes(`"#/components/schemas/${name}"`), name)
  }
  for (const name of Object.keys(written.components.responses)) {
    assert.ok(text.includes(`"#/components/responses/${name}"`), name)
  }
  assert.equal(text.split('Not answered, or not in full.').length - 1, 3, 'with calls, without, and with or without')
})

test('every type of event of jobs and watches is described', () => {
  const names = ['started', 'page', 'completed', 'failed']
  const types = ['crawl', 'batch_scrape'].flatMap((kind) => names.map((name) => `${kind}.${name}`))
  assert.deepEqual(Object.keys(document.webhooks), [...types, 'watch.page_changed', 'watch.run_completed'])
})

test('every route with a key can answer 429 with rate limit headers', () => {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const answer = operation.responses['429']
    assert.equal(/`rate_limited`/.test(answer?.description ?? ''), operation.security.length > 0, operation.operationId)
    if (answer !== undefined) assert.ok('Retry-After' in answer.headers && 'RateLimit-Remaining' in answer.headers)
  }
})

test('every example of a body and of an answer keeps to its schema', () => {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const contents = [operation.requestBody, ...Object.values(operation.responses)].map((each) => each?.content ?? {})
    for (const [type, { schema, example }] of contents.flatMap((content) => Object.entries(content))) {
      if (example === undefined || type.startsWith('text/')) continue
      assert.deepEqual(schemaErrors(schema, example), [], operation.operationId)
    }
  }
})

test('the file is that of the version of the package, and ends in a line feed', () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as {
    version: string
  }
  assert.deepEqual(JSON.parse(openApiText()), openApiDocument(version))
  assert.ok(openApiText().endsWith('}\n'))
})

test('a capture is described with its query, its two media types and what a problem says of attempts', () => {
  const capture = document.paths['/browser/network']?.['post']
  const body = capture?.requestBody?.content['application/json']?.schema.properties ?? {}
  for (const name of ['url', 'wait_selector', 'override_parameter']) assert.ok(name in body, name)
  for (const name of ['js_render', 'output', 'scrape', 'waitMs']) assert.ok(!(name in body), name)
  assert.deepEqual(body['body'], { type: 'null', description: 'Not allowed: a navigation has no body.' })
  const query = (capture?.parameters ?? []).filter((each) => each.in === 'query').map(({ name }) => name)
  assert.deepEqual(query, ['resource_type', 'url_pattern', 'host'])
  const answers = capture?.responses as unknown as Record<string, { content: object }>
  assert.deepEqual(Object.keys(answers['200']?.content ?? {}), ['application/json', 'application/har+json'])
  const statuses = ['200', '400', '401', '404', '413', '415', '422', '429', '500', '502', '503', '504']
  assert.deepEqual(Object.keys(answers), statuses)
  assert.ok(JSON.stringify(document).includes('The attempts at the requested page, when no attempt succeeded'))
})

test('a scrape is described with every field, the alias of the session and all that can go wrong', () => {
  const scrape = document.paths['/scrape']?.['post']
  const body = scrape?.requestBody?.content['application/json']?.schema.properties ?? {}
  const call = ['url', 'method', 'body', 'js_render', 'proxy_strategy', 'output', 'only_main_content', 'geolocation']
  const rest = ['session_id', 'session', 'tag', 'actions', 'timeout', 'wait_selector', 'wait_ms', 'override_parameter']
  const last = ['prompt', 'schema', 'include_tags', 'exclude_tags', 'max_age']
  assert.deepEqual(Object.keys(body).toSorted(), [...call, ...rest, ...last].toSorted())
  assert.ok(!JSON.stringify(body).includes('Ignored'))
  const of502 = scrape?.responses['502']?.description ?? ''
  for (const code of ['all_attempts_failed', 'target_blocked', 'dns_failure', 'tls_failure', 'proxy_failure']) {
    assert.ok(of502.includes(`\`${code}\``), code)
  }
  const of503 = scrape?.responses['503']?.description ?? ''
  for (const code of ['scrape_unavailable', 'browser_unavailable', 'proxy_not_configured'])
    assert.ok(of503.includes(code))
})

test('a map is described, and has no field of the other endpoints', () => {
  const map = document.paths['/map']?.['post']
  const body = map?.requestBody?.content['application/json']?.schema.properties ?? {}
  const names = ['url', 'sitemap', 'includeSubdomains', 'ignoreQueryParameters', 'ignoreCache', 'limit', 'timeout']
  assert.deepEqual(Object.keys(body).toSorted(), [...names, 'search'].toSorted())
  assert.match(map?.responses['503']?.description ?? '', /scrape_unavailable/)
})

test('every route that takes a body can answer that it has too many values', () => {
  for (const { post } of Object.values(document.paths)) {
    if (post?.requestBody === undefined) continue
    assert.match(post.responses['422']?.description ?? '', /`limit_exceeded`/, post.operationId)
  }
})

test('both calls that go to a target can answer that it blocked them', () => {
  for (const path of ['/scrape', '/map']) {
    assert.match(document.paths[path]?.['post']?.responses['502']?.description ?? '', /`target_blocked`/)
  }
})
