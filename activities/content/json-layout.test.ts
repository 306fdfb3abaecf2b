import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { layOutJson } from './json-layout.ts'

describe('layOutJson', () => {
  it('puts every member on a line of its own', () => {
    assert.equal(
      layOutJson('{"a":[1, 2],"b":{"c":null}}'),
      '{\n  "a": [\n    1,\n    2\n  ],\n  "b": {\n    "c": null\n  }\n}',
    )
  })

  it('does not change a number, an escape or a repeated key', () => {
    const laidOut = layOutJson('{"n":12345678901234567890.10,"s":"\\u00e9\\/","n":1e2}')
    assert.equal(laidOut, '{\n  "n": 12345678901234567890.10,\n  "s": "\\u00e9\\/",\n  "n": 1e2\n}')
  })

  it('leaves strings alone', () => {
    assert.equal(layOutJson('["a,b: {c}","\\"[","\\\\"]'), '[\n  "a,b: {c}",\n  "\\"[",\n  "\\\\"\n]')
  })

  it('keeps what is empty together', () => {
    assert.equal(layOutJson('{"a":{},"b":[ ]}'), '{\n  "a": {},\n  "b": []\n}')
  })

  for (const text of ['{\n"a":1}', '{"a":1}\n{"a":2}', '{a:1}', '"text"', '12', '', '[1,]']) {
    it(`gives ${JSON.stringify(text)} back as it stands`, () => assert.equal(layOutJson(text), text))
  }

  it('says the same as before', () => {
    const value = { a: [{ b: 'x"y', c: [[], {}, [1, [2]]] }], d: -1.5, e: true }
    assert.deepEqual(JSON.parse(layOutJson(JSON.stringify(value))), value)
    assert.equal(
      layOutJson(JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ')),
      layOutJson(JSON.stringify(value)),
    )
  })

  it('grows in proportion at any depth', () => {
    const deep = '['.repeat(5_000) + ']'.repeat(5_000)
    assert.ok(layOutJson(deep).length < deep.length * 100)
  })
})
