import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskedRequest, masksIn, withStoredValues } from './masked-request.ts'

const stored = {
  crawl: {
    url: 'https://e.com/',
    scrape: {
      actions: [
        { action: 'type', selector: '#code', value: '1' },
        { action: 'type', selector: '#code', value: '2' },
        { action: 'click', selector: '#go' },
      ],
      override_parameter: { headers: { 'X-A': 'a' }, body: { list: ['x', 'y'] } },
      schema: { type: 'object', properties: { email: { type: 'string' } } },
    },
  },
  webhook: { url: 'https://h.com/path?key=1', headers: { Authorization: 'b' }, metadata: { of: 'c' } },
  email: 'a@e.com',
}
type Body = typeof stored

const shown = (): Body => structuredClone(maskedRequest(stored)) as Body
const masks = (given: unknown): string[] => [...masksIn(withStoredValues(given, stored))]

test('a request that is sent back as it is shown is the stored one', () => {
  assert.deepEqual(withStoredValues(shown(), stored), stored)
  assert.deepEqual(
    [...masksIn(shown())],
    [
      '/crawl/scrape/actions/0/value',
      '/crawl/scrape/actions/1/value',
      '/crawl/scrape/override_parameter/headers/X-A',
      '/crawl/scrape/override_parameter/body/list/0',
      '/crawl/scrape/override_parameter/body/list/1',
      '/webhook/url',
      '/webhook/metadata',
      '/webhook/headers/Authorization',
      '/email',
    ],
  )
})

test('a schema is not masked', () => {
  assert.deepEqual(shown().crawl.scrape.schema, stored.crawl.scrape.schema)
})

test('an item of a list is found at another place, whatever the order of its members', () => {
  const given = shown()
  given.crawl.scrape.actions.unshift({ action: 'wait', selector: '#x', value: 'plain' })
  given.crawl.scrape.actions[1] = { value: '********', selector: '#code', action: 'type' }
  const { actions } = (withStoredValues(given, stored) as Body).crawl.scrape
  assert.deepEqual(
    actions.map(({ value }) => value),
    ['plain', '1', '2', undefined],
  )
})

test('values that cannot be distinguished are not guessed', () => {
  const given = shown()
  given.crawl.scrape.actions.shift()
  assert.deepEqual(masks(given), ['/crawl/scrape/actions/0/value'])
  given.crawl.scrape.override_parameter.body.list.pop()
  assert.deepEqual(masks(given), ['/crawl/scrape/actions/0/value', '/crawl/scrape/override_parameter/body/list/0'])
})

test('a masked value is not taken from another member', () => {
  const given = shown()
  const moved = { ...given, webhook: { ...given.webhook, url: 'https://other.com/********' } }
  assert.deepEqual(masks({ ...moved, crawl: { url: 'https://e.com/', body: '********' } }), [
    '/crawl/body',
    '/webhook/url',
    '/webhook/metadata',
    '/webhook/headers/Authorization',
  ])
  assert.deepEqual(masks({ headers: { constructor: '********' } }), ['/headers/constructor'])
})

test('values are not restored for a host that the stored request does not name', () => {
  const away = shown()
  away.crawl.url = 'https://collector.example/'
  assert.deepEqual(masks(away).slice(0, 3), [
    '/crawl/scrape/actions/0/value',
    '/crawl/scrape/actions/1/value',
    '/crawl/scrape/override_parameter/headers/X-A',
  ])
  for (const url of ['http://e.com/', 'https://e.com:8443/', 'https://e.com@collector.example/', 'e.com']) {
    const given = shown()
    given.crawl.url = url
    assert.equal(masks(given).length, 5, url)
  }
  const elsewhere = shown()
  elsewhere.crawl.url = 'HTTPS://E.com:443/other'
  assert.deepEqual(masks(elsewhere), [])
})

test('values are not restored for subdomains that the stored request does not reach', () => {
  for (const name of ['allow_subdomains', 'allowSubdomains']) {
    const given = shown()
    const wider = { ...given, crawl: { ...given.crawl, [name]: true } }
    assert.equal(masks(wider).length, 5, name)
    const known = { ...stored, crawl: { ...stored.crawl, allow_subdomains: true } }
    assert.deepEqual([...masksIn(withStoredValues(wider, known))], [], name)
  }
})

test('values of a receiver are restored for its origin only', () => {
  const given = shown()
  given.webhook.url = 'https://h.com/other'
  const { webhook } = withStoredValues(given, stored) as Body
  assert.deepEqual(webhook, { ...stored.webhook, url: 'https://h.com/other' })
  given.webhook.url = 'https://collector.example/'
  assert.deepEqual(masks(given), ['/webhook/metadata', '/webhook/headers/Authorization'])
})

test('a batch keeps its values for some of its hosts, and has none for others', () => {
  const scrape = { override_parameter: { headers: { 'X-A': 'a' } } }
  const before = { batch: { urls: ['https://a.com/1', 'https://b.com/1'], scrape } }
  const given = (urls: string[]) => maskedRequest({ batch: { urls, scrape } })
  assert.deepEqual([...masksIn(withStoredValues(given(['https://b.com/2']), before))], [])
  assert.deepEqual(
    [...masksIn(withStoredValues(given(['https://b.com/2', 'https://collector.example/']), before))],
    ['/batch/scrape/override_parameter/headers/X-A'],
  )
})
