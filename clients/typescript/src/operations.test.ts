import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routes } from '@seine/shared/api/routes/routes.ts'
import { SeineClient } from './client.ts'
import { filledPath, operations, queryText, type Operation } from './operations.ts'

/** Operations whose method has a shorter name. */
const shortNames: Record<string, string> = { scrapePage: 'scrape', mapSite: 'map' }

test('the client has every route of the service, with its method and path, and no other', () => {
  assert.deepEqual(
    Object.fromEntries(Object.entries(operations).map(([name, { method, path }]) => [name, `${method} ${path}`])),
    Object.fromEntries(
      Object.entries(routes)
        .map(([name, { method, path }]) => [name, `${method.toUpperCase()} ${path}`] as const)
        .toSorted(([a], [b]) => Object.keys(operations).indexOf(a) - Object.keys(operations).indexOf(b)),
    ),
  )
})

test('every operation is a method of the client', () => {
  for (const name of Object.keys(operations)) {
    const method = shortNames[name] ?? name
    assert.equal(typeof SeineClient.prototype[method as keyof SeineClient], 'function', method)
  }
})

test('exactly the routes that read an idempotency key get one', () => {
  const reading = Object.entries(routes).filter(
    ([, route]) => 'Idempotency-Key' in ('headers' in route ? route.headers : {}),
  )
  const keyed = Object.entries<Operation>(operations).filter(([, operation]) => operation.keyed === true)
  assert.deepEqual(keyed.map(([name]) => name).toSorted(), reading.map(([name]) => name).toSorted())
})

test('a PUT or DELETE is repeated after a lost answer only when it has the same answer again', () => {
  for (const [name, { method, repeat }] of Object.entries<Operation>(operations)) {
    if (method !== 'PUT' && method !== 'DELETE') continue
    assert.equal(repeat, name.startsWith('cancel') ? 'always' : 'refused', name)
  }
})

test('a POST without a key is repeated only when it changes nothing, or when it was refused', () => {
  for (const [name, { method, repeat, keyed }] of Object.entries<Operation>(operations)) {
    if (method !== 'POST' || keyed === true) continue
    assert.ok(repeat !== 'always' || /^(pause|resume)/.test(name), name)
  }
})

test('parameters are encoded; an empty one and dots are refused', () => {
  assert.equal(filledPath('/crawl/{id}/pages/{index}', ['a/b?', 3]), '/crawl/a%2Fb%3F/pages/3')
  assert.throws(() => filledPath('/crawl/{id}', ['']), /\{id\} of \/crawl\/\{id\} must not be ""/)
  assert.throws(() => filledPath('/crawl/{id}', ['..']), TypeError)
})

test('a query joins lists and leaves out what is not given', () => {
  assert.equal(queryText({ a: ['x', 'y'], b: 2, c: undefined, d: null }), '?a=x%2Cy&b=2')
  assert.equal(queryText({}), '')
})
