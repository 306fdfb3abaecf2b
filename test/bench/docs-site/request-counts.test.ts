import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RequestCounter } from './request-counts.ts'

function ask(counter: RequestCounter, path: string, status: number): void {
  counter.opened()
  counter.closed(path, status)
}

test('a page counts once and then as a repeat', () => {
  const counter = new RequestCounter()
  for (const path of ['/a', '/b', '/a', '/a']) ask(counter, path, 200)
  const { requests, pages, repeats } = counter.counts()
  assert.deepEqual({ requests, pages, repeats }, { requests: 4, pages: 2, repeats: 2 })
})

test('refusals are no pages, and a page after a refusal is no repeat', () => {
  const counter = new RequestCounter()
  for (const status of [429, 404, 500, 200]) ask(counter, '/a', status)
  assert.deepEqual(counter.counts(), {
    requests: 4,
    pages: 1,
    repeats: 0,
    notFound: 1,
    throttled: 1,
    inFlightMax: 1,
  })
})

test('the most requests open at once are kept', () => {
  const counter = new RequestCounter()
  for (let open = 0; open < 3; open += 1) counter.opened()
  counter.closed('/a', 200)
  counter.opened()
  assert.equal(counter.counts().inFlightMax, 3)
})

test('after a reset a page is new again', () => {
  const counter = new RequestCounter()
  ask(counter, '/a', 200)
  const before = counter.counts()
  counter.reset()
  ask(counter, '/a', 200)
  assert.deepEqual(counter.counts(), before)
})
