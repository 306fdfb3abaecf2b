import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeValues } from './merge-values.ts'
import { SchemaPlaces } from './schema-places.ts'

const cases: [string, unknown[], unknown][] = [
  ['nothing', [], null],
  ['the first that says something', [null, '', 'a'], 'a'],
  ['most parts win', ['a', 'b', 'b'], 'b'],
  ['of as many the first wins', ['a', 'b'], 'a'],
  [
    'objects property by property',
    [
      { a: 1, b: null, c: { d: null } },
      { b: 2, c: { d: 3 } },
    ],
    { a: 1, b: 2, c: { d: 3 } },
  ],
  [
    'lists of texts',
    [
      ['a', 'b'],
      ['b', 'c'],
    ],
    ['a', 'b', 'c'],
  ],
  ['what one part has twice stays twice', [[5, 5], [4]], [5, 5, 4]],
  [
    'things with the same address are one',
    [[{ url: '/a', n: 1 }], [{ url: '/a', n: 2, m: 3 }, { url: '/b' }]],
    [{ url: '/a', n: 1, m: 3 }, { url: '/b' }],
  ],
  [
    'things of one name are one unless they differ',
    [
      [{ name: 'Ann', text: 'yes' }, { name: 'Bo' }],
      [
        { name: 'Ann', text: 'no' },
        { name: 'bo', text: 'x' },
      ],
    ],
    [
      { name: 'Ann', text: 'yes' },
      { name: 'Bo', text: 'x' },
      { name: 'Ann', text: 'no' },
    ],
  ],
  [
    'things without a name are compared as a whole',
    [[{ a: 1, b: [2] }], [{ b: [2], a: 1 }, { a: 2 }]],
    [{ a: 1, b: [2] }, { a: 2 }],
  ],
  ['the kind of most parts', [{ a: 1 }, ['x'], { b: 2 }], { a: 1, b: 2 }],
]

for (const [title, parts, expected] of cases) {
  test(`merging: ${title}`, () => {
    assert.deepEqual(mergeValues(parts, null), expected)
  })
}

test('a list is as long as the schema allows', () => {
  const places = new SchemaPlaces({ properties: { tags: { type: 'array', maxItems: 3 } } })
  assert.deepEqual(mergeValues([{ tags: ['a', 'b'] }, { tags: ['c', 'd'] }], places), { tags: ['a', 'b', 'c'] })
})

test('a property called __proto__ is one like any other', () => {
  const merged = mergeValues([JSON.parse('{"__proto__": {"x": 1}}'), { a: 1 }], null)
  assert.equal(JSON.stringify(merged), '{"__proto__":{"x":1},"a":1}')
})
