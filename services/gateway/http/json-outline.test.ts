import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestLimits } from '@seine/shared/config/api-limits.ts'
import { outlineOf, type LongList } from './json-outline.ts'

function outline(json: string, valuesMax = Number.POSITIVE_INFINITY): LongList[] | null {
  const scan = outlineOf(Buffer.from(json), valuesMax)
  for (let step = scan.next(); ; step = scan.next()) if (step.done === true) return step.value
}

/** Returns the smallest limit at which a text does not have too many values. */
function countOf(json: string): number {
  let count = 0
  while (outline(json, count) === null) count += 1
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

const long = 'x'.repeat(requestLimits.jsonPieceBytes)

test('a long list of the outermost object is found with places to divide it, no other is', () => {
  const list = JSON.stringify([long, { a: [1, 2] }, long, 'a,b', long])
  const json = `{"few":[1,2],"many":${list},"deep":{"many":${list}}}`
  const [found, ...others] = outline(json) ?? []
  assert.deepEqual(others, [])
  assert.ok(found !== undefined)
  assert.equal(json.slice(found.start, found.end + 1), list)
  assert.deepEqual(
    found.cuts.map((cut) => json.slice(cut - 1, cut + 2)),
    ['",{', '","', ...(found.cuts.length > 2 ? ['","'] : [])],
  )
  assert.deepEqual(outline(JSON.stringify([long, long, long]))?.length, 1)
})

test('a list that does not end, or not with a bracket, is not found', () => {
  assert.deepEqual(outline(`{"a":["${long}",1,"${long}",1}`), [])
  assert.deepEqual(outline(`{"a":["${long}",1,"${long}",1`), [])
})

test('the scan of a long string with escapes is divided too', () => {
  const scan = outlineOf(Buffer.from(`"${'\\"'.repeat(requestLimits.jsonPieceBytes)}"`), 10)
  let turns = 0
  while (scan.next().done !== true) turns += 1
  assert.ok(turns >= 2, `${turns}`)
})
