import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApiDocument } from './openapi.ts'
import { routes } from './routes.ts'

interface Operation {
  operationId: string
  security: unknown[]
  responses: Record<string, { description: string }>
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> }
  parameters?: { name: string; in: string; required: boolean }[]
}

const document = openApiDocument('1.2.3') as {
  openapi: string
  info: { version: string }
  paths: Record<string, Record<string, Operation>>
}

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

test('routes without a key say so, the others list what they answer without one', () => {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    assert.equal('401' in operation.responses, operation.security.length > 0, operation.operationId)
  }
})

test('the crawl body shows both spellings of page options and all codes of a 422', () => {
  const start = document.paths['/crawl']?.['post']
  const properties = start?.requestBody?.content['application/json']?.schema.properties ?? {}
  const scrape = properties['scrapeOptions'] as { properties: Record<string, unknown> }
  assert.ok('only_main_content' in scrape.properties && 'onlyMainContent' in scrape.properties)
  assert.match(start?.responses['422']?.description ?? '', /validation_failed.*unsupported_pattern.*not_supported_yet/)
})

test('the document is plain JSON', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(document)), document)
})
