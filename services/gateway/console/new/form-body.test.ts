import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApiDocument } from '@seine/shared/api/openapi/openapi.ts'
import { bodyOf, messagesByField } from './form-body.ts'
import { fieldsOf, type FormField, type SchemaTable } from './schema-fields.ts'

const { components } = openApiDocument('0.0.0') as unknown as { components: { schemas: SchemaTable } }
const table = components.schemas
const crawl = fieldsOf({ $ref: '#/components/schemas/CrawlRequest' }, table)
const field = (name: string, fields: readonly FormField[] = crawl): FormField =>
  fields.find((each) => each.name === name) ?? assert.fail(`no field ${name}`)

test('every member of every request has a field', () => {
  for (const name of [
    'CrawlRequest',
    'BatchRequest',
    'ScrapeRequest',
    'MapRequest',
    'NetworkRequest',
    'WatchRequest',
  ]) {
    const fields = fieldsOf({ $ref: `#/components/schemas/${name}` }, table)
    assert.deepEqual(
      fields.map((each) => each.name),
      Object.keys(table[name]?.properties ?? {}),
      name,
    )
  }
})

test('a field has the kind, help, default and bounds of its schema', () => {
  const kinds = ['url', 'limit', 'sitemap', 'crawlEntireDomain', 'output', 'includePaths', 'webhook'].map(
    (name) => field(name).kind,
  )
  assert.deepEqual(kinds, ['text', 'number', 'choice', 'flag', 'choices', 'lines', 'group'])
  assert.equal(field('limit').rules, 'default 10000; 1 to 10000')
  assert.match(field('limit').help, /^Maximum number of pages attempted\./)
  assert.ok(field('url').required)
  assert.ok(field('output').options.includes('clean_html'))
  assert.equal(field('url', field('webhook').fields).pointer, '/webhook/url')
})

test('the body has what was entered, with its types', () => {
  const body = bodyOf(crawl, {
    '/url': 'https://e.com/',
    '/limit': '5',
    '/output': ['markdown', 'links'],
    '/includePaths': ' /a \n\n/b\n',
    '/crawlEntireDomain': true,
    '/allowSubdomains': false,
    '/sitemap': '',
    '/webhook/url': 'https://e.com/hook',
  })
  assert.deepEqual(body, {
    url: 'https://e.com/',
    limit: 5,
    output: ['markdown', 'links'],
    includePaths: ['/a', '/b'],
    crawlEntireDomain: true,
    webhook: { url: 'https://e.com/hook' },
  })
})

test('what was touched and means something else than leaving it out is sent', () => {
  const flag = (usual: unknown): FormField => ({
    ...field('crawlEntireDomain'),
    pointer: '/flag',
    name: 'flag',
    default: usual,
  })
  assert.deepEqual(bodyOf([flag(undefined)], { '/flag': false }), { flag: false })
  assert.deepEqual(bodyOf([flag(true)], { '/flag': false }), { flag: false })
  assert.deepEqual(bodyOf([flag(false)], { '/flag': false }), {})
  assert.deepEqual(bodyOf([flag(undefined)], {}), {})
  const choices = { ...field('output'), pointer: '/output' }
  assert.deepEqual(bodyOf([{ ...choices, default: ['markdown'] }], { '/output': [] }), { output: [] })
  assert.deepEqual(bodyOf([{ ...choices, default: undefined }], { '/output': [] }), {})
})

test('what is no number or no JSON goes to the API as it is', () => {
  assert.deepEqual(bodyOf(crawl, { '/limit': 'many' }), { limit: 'many' })
  assert.deepEqual(bodyOf([{ ...field('limit'), kind: 'json' }], { '/limit': '{"a":1}' }), { limit: { a: 1 } })
  assert.deepEqual(bodyOf([{ ...field('limit'), kind: 'json' }], { '/limit': '{' }), { limit: '{' })
})

test('a refusal is shown at the innermost field that it concerns', () => {
  const errors = [
    { pointer: '/webhook/url', message: 'a' },
    { pointer: '/output/3', message: 'b' },
    { pointer: '/unknown', message: 'c' },
    { pointer: '', message: 'd' },
  ]
  assert.deepEqual(
    [...messagesByField(crawl, errors)],
    [
      ['/webhook/url', ['a']],
      ['/output', ['b']],
      ['', ['c', 'd']],
    ],
  )
})
