import assert from 'node:assert/strict'
import { test } from 'node:test'
import vm from 'node:vm'
import { literal } from './source-literal.ts'

const value = {
  text: `it's "so" \\ and\nso`,
  'two words': [1, 2.5, true, false, null],
  empty: { list: [], object: {} },
  long: ['x'.repeat(40), 'y'.repeat(40), { nested: { deeper: ['z'.repeat(60)] } }],
}

test('a value is read back from its JSON and its JavaScript', () => {
  assert.deepEqual(JSON.parse(literal(value, 'json')), value)
  assert.deepEqual(JSON.parse(JSON.stringify(vm.runInNewContext(`(${literal(value, 'js')})`))), value)
})

test('short lists stay on a line, long ones are broken and indented', () => {
  assert.equal(
    literal({ a: [1, 2], b: ['x'.repeat(70)] }, 'json', 2),
    `{\n    "a": [1, 2],\n    "b": [\n      "${'x'.repeat(70)}"\n    ]\n  }`,
  )
  assert.equal(literal({ a: { b: 1 } }, 'js'), '{\n  a: { b: 1 },\n}')
})

test('Python has its own words', () => {
  assert.equal(literal({ a: [true, false, null] }, 'python'), '{\n    "a": [True, False, None],\n}')
})
