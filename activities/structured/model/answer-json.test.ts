import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonCutOff, jsonInAnswer } from './answer-json.ts'

const found: [string, unknown][] = [
  ['{"a":1}', { a: 1 }],
  [' \uFEFF[1] ', [1]],
  ['null', null],
  ['```json\n{"a":1}\n```', { a: 1 }],
  ['```\n[1]\n``` and ```{"b":2}```', [1]],
  ['It is {"a":"}\\"{"} I think [2].', { a: '}"{' }],
  ['<think>{"a":0}</think>{"a":1}', { a: 1 }],
  ['"{\\"a\\":1}"', { a: 1 }],
  ['{not} [it] but {"a":1}', { a: 1 }],
]

for (const [answer, value] of found) {
  test(`found in ${JSON.stringify(answer)}`, () => {
    assert.deepEqual(jsonInAnswer(answer), { value })
  })
}

for (const answer of [
  '',
  'none',
  '{"a":',
  '{"items":[{"a":1},{"b"',
  "{'a': 1}",
  '['.repeat(100_000),
  '[1,'.repeat(50) + '2' + ']'.repeat(50),
]) {
  test(`nothing in ${JSON.stringify(answer.slice(0, 30))}`, () => {
    const deep = jsonInAnswer(answer)
    if (!answer.startsWith('[1,[1,')) assert.equal(deep, null)
  })
}

test('what is nested too deep is not taken', () => {
  assert.equal(jsonInAnswer('['.repeat(65) + ']'.repeat(65)), null)
  assert.equal(jsonInAnswer('['.repeat(100_000) + ']'.repeat(100_000)), null)
})

const cutOff: [string, unknown][] = [
  ['{"a":1,"b":[1,2,3', { a: 1, b: [1, 2] }],
  ['{"a":[{"b":"x"},{"b":"y', { a: [{ b: 'x' }] }],
  ['```json\n{"a":{"b":"x"},"c', { a: { b: 'x' } }],
  ['{"a":1} and then', { a: 1 }],
]

for (const [answer, value] of cutOff) {
  test(`complete in ${JSON.stringify(answer)}`, () => {
    assert.deepEqual(jsonCutOff(answer), { value })
  })
}

test('nothing complete was cut off', () => {
  for (const answer of ['', 'I', '"a', '{"a":"x', '[1', ']', '['.repeat(1_000_000)])
    assert.equal(jsonCutOff(answer), null)
})
