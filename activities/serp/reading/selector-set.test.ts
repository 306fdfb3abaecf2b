import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { serpEngines } from '@seine/shared/tasks/scrape-task.ts'
import { loadSelectorSet, readSelectorSet } from './selector-set.ts'

const data = (): Record<string, unknown> =>
  JSON.parse(readFileSync(new URL('selector-sets/google.json', import.meta.url), 'utf8')) as Record<string, unknown>

for (const engine of serpEngines) {
  test(`the selector set of ${engine} is well-formed, and has a version and a date`, () => {
    const set = loadSelectorSet(engine)
    assert.equal(set.engine, engine)
    assert.ok(set.version >= 1)
    assert.ok(!Number.isNaN(Date.parse(set.date)))
    assert.ok(set.organic.length >= 2)
  })
}

test('a set with an extra field, a missing field or an invalid selector is refused', () => {
  assert.throws(() => readSelectorSet({ ...data(), more: 1 }), /additional properties/)
  assert.throws(() => readSelectorSet({ ...data(), version: 0 }), /version/)
  assert.throws(() => readSelectorSet({ ...data(), organic: [] }), /organic/)
  assert.throws(() => readSelectorSet({ ...data(), next: ['a['] }), Error)
  assert.throws(() => readSelectorSet(null), /malformed/)
})
