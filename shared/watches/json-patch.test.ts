import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchLimits } from '../config/watch-limits.ts'
import { nameOfSegment } from '../values/json-pointer.ts'
import { jsonPatch, type PatchOperation } from './json-patch.ts'

/** Applies a patch as RFC 6902 says. */
function applied(document: unknown, operations: readonly PatchOperation[]): unknown {
  let root = structuredClone(document)
  for (const operation of operations) {
    const segments = operation.path.split('/').slice(1).map(nameOfSegment)
    const last = segments.pop()
    if (last === undefined) {
      assert.equal(operation.op, 'replace')
      root = 'value' in operation ? operation.value : undefined
      continue
    }
    let parent = root as Record<string, unknown>
    for (const segment of segments) {
      assert.ok(Object.hasOwn(parent, segment), operation.path)
      parent = parent[segment] as Record<string, unknown>
    }
    if (operation.op !== 'add') assert.ok(Object.hasOwn(parent, last), operation.path)
    if (Array.isArray(parent)) {
      const at = Number(last)
      if (operation.op === 'add') parent.splice(at, 0, operation.value)
      else if (operation.op === 'remove') parent.splice(at, 1)
      else parent[at] = operation.value
    } else if (operation.op === 'remove') delete parent[last]
    else
      Object.defineProperty(parent, last, {
        value: operation.value,
        enumerable: true,
        configurable: true,
        writable: true,
      })
  }
  return root
}

const pairs: [string, string][] = [
  ['1', '2'],
  ['{"a":1}', '[1]'],
  ['[1,2,3]', '[0,1,2,3]'],
  ['[1,2,3,4,5]', '[1,9,3,5,6]'],
  ['[{"n":1},{"n":2}]', '[{"n":1},{"n":3}]'],
  ['[]', '[[]]'],
  ['{"a":null}', '{}'],
  ['{}', '{"a":null}'],
  ['{"a/b":1,"m~n":2,"~1":3}', '{"a/b":2,"m~n":3,"~1":4}'],
  ['{"__proto__":{"x":1},"constructor":1}', '{"__proto__":{"x":2},"constructor":2,"toString":3}'],
  ['{"a":{"b":{"c":[1,{"d":2}]}}}', '{"a":{"b":{"c":[{"d":3},1]}}}'],
  ['{"":1}', '{"":2}'],
  ['[1,1,1,2]', '[2,1,1,1]'],
]

test('a patch applied to the old document gives the new one', () => {
  for (const [before, after] of pairs) {
    const [a, b] = [JSON.parse(before), JSON.parse(after)] as [unknown, unknown]
    const result = applied(a, jsonPatch(a, b))
    assert.equal(JSON.stringify(result), JSON.stringify(b), `${before} → ${after}`)
    assert.deepEqual(jsonPatch(a, a), [])
  }
})

test('random documents', () => {
  let seed = 7
  const next = (below: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  const value = (depth: number): unknown => {
    const kind = depth > 3 ? next(3) : next(6)
    if (kind === 0) return null
    if (kind < 3) return next(4)
    const size = next(5)
    if (kind < 5) return Array.from({ length: size }, () => value(depth + 1))
    return Object.fromEntries(Array.from({ length: size }, () => [`k${next(5)}`, value(depth + 1)]))
  }
  for (let round = 0; round < 500; round += 1) {
    const [a, b] = [value(0), value(0)]
    assert.deepEqual(applied(a, jsonPatch(a, b)), b)
  }
})

test('long lists and large patches stay bounded', () => {
  const list = (shift: number) =>
    Array.from({ length: 3_000 }, (_, at) => ({ id: at + shift, name: `item ${at + shift}` }))
  assert.equal(jsonPatch(list(0), [{ id: -1 }, ...list(0)]).length, 1)
  const [a, b] = [list(0), list(10_000)]
  assert.deepEqual(applied(a, jsonPatch(a, b)), b)
  const texts = (sign: string) =>
    Array.from({ length: 100 }, (_, at) => `${at} ${sign.repeat(watchLimits.diffMaxBytes / 50)}`)
  assert.deepEqual(
    jsonPatch({ texts: texts('a') }, { texts: texts('b') }).map(({ op, path }) => [op, path]),
    [['replace', '']],
  )
})
