import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillLimits } from './limits/structured-limits.ts'
import { entity, pageOf } from './fill/testing/page-of.ts'
import { pageJson } from './page-json.ts'

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `p${at}`)

describe('pageJson', () => {
  it('has no value where few statements would fill it with more than is allowed', () => {
    const facts = pageOf({ entities: [entity('Article', { headline: 'A', articleBody: 'word '.repeat(1_000) })] })
    const properties = Object.fromEntries(names(100).map((name) => [name, { type: 'string', title: 'article body' }]))
    const { value, report } = pageJson({ type: 'object', properties }, facts, 100_000)
    assert.deepEqual([value, report.valid, report.sources], [null, false, {}])
    assert.match(report.errors[0]?.message ?? '', /would exceed 100000 bytes/)
    assert.equal(pageJson({ type: 'object', properties }, facts, 1_000_000).report.valid, true)
  })

  it('names the source of each filled field, up to the limit', () => {
    const items = Array.from({ length: 900 }, (_, at) =>
      entity('Product', Object.fromEntries(names(8).map((name) => [name, `${name} of ${at}`]))),
    )
    const properties = Object.fromEntries(names(8).map((name) => [name, { type: 'string' }]))
    const schema = { type: 'array', title: 'products', items: { type: 'object', properties } }
    const { value, report } = pageJson(schema, pageOf({ entities: items }), 1_000_000)
    assert.equal((value as unknown[]).length, 900)
    assert.equal(Object.keys(report.sources).length, fillLimits.sourcesMax)
  })
})
