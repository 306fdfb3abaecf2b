import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { NoLiteralError, readLiteral } from './js-literal.ts'

describe('readLiteral', () => {
  const literals: [source: string, value: unknown][] = [
    ['{a:1,"b":\'x\',c:[1,,2,],}', { a: 1, b: 'x', c: [1, null, 2] }],
    [
      '/* a */ [ -1.5e3, .5, 0x1F, !0, !1, void 0, null, undefined ] // end',
      [-1500, 0.5, 31, true, false, null, null, null],
    ],
    [String.raw`"a\u00e9\x41\n\"\/"`, 'aéA\n"/'],
    ['{d:new Date("2024-01-01"),s:new Set([1])}', { d: '2024-01-01', s: [1] }],
    ['`plain`', 'plain'],
  ]
  for (const [source, value] of literals)
    it(`reads ${source}`, () => {
      assert.deepEqual(readLiteral(source, 0).value, value)
    })

  for (const source of ['{a:f()}', 'window', '{a:`${b}`}', '[1', '"open', '{a:1;}', 'new Foo(1)', '['.repeat(1_000)])
    it(`reads nothing from ${source.slice(0, 20)}`, () => {
      assert.throws(() => readLiteral(source, 0), NoLiteralError)
    })

  it('makes a member of its own of every name', () => {
    const value = readLiteral('{"__proto__":{x:1}}', 0).value as object
    assert.deepEqual(Object.keys(value), ['__proto__'])
    assert.equal(Object.getPrototypeOf(value), Object.prototype)
  })
})
