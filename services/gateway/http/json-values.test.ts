import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hasMoreValues } from './json-values.ts'

/** Returns the smallest limit at which a text does not have too many values. */
function countOf(json: string): number {
  const bytes = Buffer.from(json)
  let count = 0
  while (hasMoreValues(bytes, count)) count += 1
  return count
}

test('strings, containers and commas count, wherever they stand', () => {
  assert.equal(countOf('5'), 0)
  assert.equal(countOf('"a"'), 1)
  assert.equal(countOf('[1,2,3]'), 3)
  assert.equal(countOf('{"a":{"b":[true,null]}}'), 6)
  assert.equal(countOf('[[],[],{}]'), 6)
})

test('what stands inside a string does not count', () => {
  assert.equal(countOf('["[,{,\\"[,{\\\\","x"]'), 4)
  assert.equal(countOf(String.raw`["a\\","b"]`), 4)
  assert.equal(countOf(String.raw`["\\\"],["]`), 2)
  assert.equal(countOf('["ü,日本,\u2028"]'), 2)
})

test('a text that ends inside a string is counted to its end', () => {
  assert.equal(countOf('["a'), 2)
  assert.equal(countOf('["a\\"'), 2)
  assert.equal(countOf('"'), 1)
  assert.equal(countOf(''), 0)
})

test('the count is never below the number of values of a text but for one', () => {
  const values = (value: unknown): number => {
    if (typeof value !== 'object' || value === null) return 1
    const members = Array.isArray(value) ? value : Object.entries(value).flat()
    return 1 + members.reduce<number>((sum, member) => sum + values(member), 0)
  }
  for (const value of [1, [], [1], { a: 1 }, [{ 'k"\\': [1, '"', { b: null }] }, [[[]]], 'x,y'], { a: [], b: '\\"' }]) {
    const json = JSON.stringify(value)
    assert.ok(countOf(json) >= values(value) - 1, json)
  }
})
