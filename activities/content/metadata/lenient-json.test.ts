import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readLenientJson } from './lenient-json.ts'

describe('readLenientJson', () => {
  const cases: [title: string, text: string, expected: unknown[]][] = [
    ['reads JSON as it is', '{"a":[1,true,null,"\\u00e4"]}', [{ a: [1, true, null, 'ä'] }]],
    ['passes over CDATA marks', '//<![CDATA[\n{"a":1}\n//]]>', [{ a: 1 }]],
    ['passes over comments', '/* x */ {"a":1, // b\n "c":2 /* d */}', [{ a: 1, c: 2 }]],
    ['takes line breaks and control characters in strings', '{"a":"b\nc\u0001"}', [{ a: 'b\nc\u0001' }]],
    ['passes over commas too many', '{"a":[1,2,],,"b":3,}', [{ a: [1, 2], b: 3 }]],
    ['passes over closing marks too many', '{"a":1}}]', [{ a: 1 }]],
    ['closes what was cut short', '{"a":{"b":[1,"c', [{ a: { b: [1, 'c'] } }]],
    ['reads several values', '{"a":1}{"b":2};[3]', [{ a: 1 }, { b: 2 }, [3]]],
    ['reads quotes written as references', '{&quot;a&quot;:&quot;b &amp;amp; c&quot;}', [{ a: 'b &amp; c' }]],
    ['reads single quotes and bare names', "{a:'b', c: d}", [{ a: 'b', c: 'd' }]],
    ['leaves out a member without a value', '{"a":,"b":2}', [{ b: 2 }]],
    ['reads escapes that are none', '{"a":"\\x \\u12"}', [{ a: 'x u12' }]],
    ['finds nothing in a program', 'window.x = 1;', []],
  ]
  for (const [title, text, expected] of cases) it(title, () => assert.deepEqual(readLenientJson(text), expected))

  it('keeps a member called as the prototype is', () => {
    const [value] = readLenientJson('{"__proto__":{"a":1},}')
    assert.deepEqual(Object.keys(value as object), ['__proto__'])
    assert.equal(({} as { a?: number }).a, undefined)
  })

  it('reads what is nested deep to a depth', () => {
    const text = `${'{"a":['.repeat(100_000)}!`
    assert.equal(readLenientJson(text).length, 1)
  })
})
