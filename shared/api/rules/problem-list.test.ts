import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldName, problemSegment, ProblemList } from './problem-list.ts'

test('pointers become the names people write', () => {
  assert.equal(fieldName(''), 'the request body')
  assert.equal(fieldName('/limit'), '`limit`')
  assert.equal(fieldName('/scrape/actions/0/selector'), '`scrape.actions[0].selector`')
  assert.equal(fieldName('/a~1b~0c~01'), '`a/b~c~1`')
})

test('problems are reported with the spelling that the caller used', () => {
  const list = new ProblemList(
    new Map([
      ['/scrape', '/scrapeOptions'],
      ['/scrape/wait_ms', '/scrapeOptions/waitMs'],
    ]),
  )
  list.add('/scrape/wait_ms', 'validation_failed', 'is wrong')
  list.add('/scrape/tag/0', 'validation_failed', 'is wrong')
  list.add('/limit', 'validation_failed', 'is wrong')
  assert.deepEqual(
    list.problems.map(({ pointer }) => pointer),
    ['/scrapeOptions/waitMs', '/scrapeOptions/tag/0', '/limit'],
  )
  assert.equal(list.touches('/scrape/tag'), true)
  assert.equal(list.touches('/scrape/ta'), false)
})

test('received values are shown by kind or cut, and passwords in URLs not at all', () => {
  const list = new ProblemList()
  const shown = (pointer: string, value: unknown): string => {
    list.add(pointer, 'validation_failed', 'is wrong', value)
    return list.problems.at(-1)?.message.split(', got ')[1] ?? 'hidden'
  }
  assert.equal(shown('/a', { secret: 1 }), 'an object')
  assert.equal(shown('/a', [1]), 'a list')
  assert.equal(shown('/a', []), 'an empty list')
  assert.equal(shown('/a', null), 'null')
  assert.equal(shown('/a', 'x'.repeat(300)).length, 201)
  assert.equal(shown('/url', 'https://a:b@c.com/'), '"…@c.com/"')
  assert.equal(shown('/urls/7', 'https://a:b@c.com/@'), '"…@"')
  assert.equal(shown('/body', 5), 'hidden')
  assert.equal(shown('/webhook/url', 'x'), 'hidden')
  assert.equal(shown('/webhook/events/0', 'x'), '"x"')
  assert.equal(shown('/scrape/actions/3/value', 'x'), 'hidden')
  assert.equal(shown('/scrape/actions/3/action', 'x'), '"x"')
})

test('a pointer that is too long to be repeated yields to the part around it', () => {
  const list = new ProblemList()
  list.add(`/webhook/headers/${problemSegment('~'.repeat(5_000))}`, 'validation_failed', 'is wrong')
  list.add(`/${problemSegment('a'.repeat(100_000))}`, 'unknown_field', 'is wrong')
  list.add(`/a/${problemSegment('b'.repeat(1_000))}`, 'unknown_field', 'is wrong')
  assert.deepEqual(
    list.problems.map(({ pointer }) => pointer),
    ['/webhook/headers', '', `/a/${'b'.repeat(1_000)}`],
  )
  for (const { message } of list.problems) assert.match(message, /^`.{200}…` is wrong$/)
})

test('a list keeps as many problems as it has room for', () => {
  for (const [list, room] of [
    [new ProblemList(), 1_000],
    [new ProblemList(new Map(), 2), 2],
  ] as const) {
    for (let index = 0; index < 2_000; index += 1) list.add(`/urls/${index}`, 'invalid_url', 'is wrong')
    assert.equal(list.problems.length, room)
    assert.equal(list.full, true)
  }
})

test('a body that is a text is not repeated, nor what stands before the host of a URL in any field', () => {
  const list = new ProblemList()
  list.add('', 'validation_failed', 'must be an object', '{"headers":{"Authorization":"secret"}}')
  list.add('/method', 'validation_failed', 'must be a method', 'https://user:secret@e.com/')
  assert.ok(!JSON.stringify(list.problems).includes('secret'))
})
