import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { jobLimits } from '../../config/limits.ts'
import { outputSchemaLimits } from './output-schema-limits.ts'
import { jsonWithin } from '../rules/json-size.ts'
import { compileOutputSchema, outputSchemaProblems } from './output-schema.ts'
import { addUniqueItems } from './output-schema-unique.ts'
import { dearChecks, dearSchemas, propertiesOf, refusedSchemas } from '../testing/hostile-schemas.ts'

/** Returns the CPU time of this thread, so that other programs on the machine do not affect the result. */
const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

/** Not exceeded on a machine ten times slower; several cases took longer before their cost was bounded. */
const cpuMaxMs = 6_000

describe('what a schema of a caller costs', () => {
  for (const [name, schema] of Object.entries(refusedSchemas)) {
    it(`is refused before anything is compiled: ${name}`, () => {
      assert.notEqual(jsonWithin(schema, jobLimits.schemaMaxBytes), null)
      const startedMs = cpuMs()
      const problems = outputSchemaProblems(schema)
      assert.ok(problems.length > 0 && problems.length <= outputSchemaLimits.problemsMax)
      assert.doesNotMatch(problems[0]!.rule, /can be compiled/)
      assert.ok(cpuMs() - startedMs < cpuMaxMs)
    })
  }

  for (const [name, schema] of Object.entries(dearSchemas)) {
    it(`is bounded where it is taken: ${name}`, (context) => {
      assert.notEqual(jsonWithin(schema, jobLimits.schemaMaxBytes), null)
      const startedMs = cpuMs()
      assert.deepEqual(outputSchemaProblems(schema), [])
      const tookMs = cpuMs() - startedMs
      context.diagnostic(`${Math.round(tookMs)} ms`)
      assert.ok(tookMs < cpuMaxMs, `${tookMs} ms`)
    })
  }

  for (const [name, [schema, value]] of Object.entries(dearChecks)) {
    it(`is bounded when a value is checked: ${name}`, (context) => {
      assert.deepEqual(outputSchemaProblems(schema), [])
      const check = compileOutputSchema(schema)
      const startedMs = cpuMs()
      const errors = check(value)
      const tookMs = cpuMs() - startedMs
      context.diagnostic(`${Math.round(tookMs)} ms, ${errors[0]?.message.slice(0, 40) ?? 'valid'}`)
      assert.ok(errors.length <= outputSchemaLimits.errorsMax)
      assert.ok(tookMs < cpuMaxMs, `${tookMs} ms`)
    })
  }

  it('leaves room for large ordinary schemas and values', () => {
    const item = {
      type: 'object',
      properties: propertiesOf(40, () => ({ type: ['string', 'null'], minLength: 1, maxLength: 500 })),
      required: ['p0', 'p1', 'p2'],
      additionalProperties: false,
    }
    const schema = { type: 'object', properties: { items: { type: 'array', items: item, uniqueItems: true } } }
    assert.deepEqual(outputSchemaProblems(schema), [])
    const value = { items: Array.from({ length: 1_000 }, (_, row) => propertiesOf(40, (at) => `${row} ${at} text`)) }
    assert.deepEqual(compileOutputSchema(schema)(value), [])
    const closed = { $ref: '#/$defs/a', $defs: { a: { properties: { b: true } } }, unevaluatedProperties: false }
    assert.deepEqual(outputSchemaProblems(closed), [])
    assert.deepEqual(
      [{ b: 1 }, { c: 1 }].map((each) => compileOutputSchema(closed)(each).length),
      [0, 1],
    )
  })

  it('reads references however they are written', () => {
    const schema = { $defs: { 'a/b~c %é"': { type: 'string' } }, properties: { x: {}, y: {} } }
    for (const reference of ['#/$defs/a~1b~0c%20%25é"', '#/%24defs/%61~1b~0c %25%C3%A9%22']) {
      const given = { ...schema, properties: { x: { $ref: reference } } }
      assert.deepEqual(outputSchemaProblems(given), [], reference)
      assert.equal(compileOutputSchema(given)({ x: 5 }).length, 1)
    }
  })
})

describe('uniqueItems', () => {
  const own = new Ajv2020()
  addUniqueItems(own, () => undefined)
  const [ours, ajvs] = [own, new Ajv2020()].map((ajv) => ajv.compile({ type: 'array', uniqueItems: true }))

  it('says what ajv says', () => {
    const values = [
      0,
      -0,
      1,
      '1',
      null,
      false,
      '',
      [],
      {},
      [1],
      [[1]],
      { a: 1 },
      { a: 1, b: 2 },
      { b: 2, a: 1 },
      'é',
      [null],
    ]
    for (const one of values) {
      for (const other of values) {
        const list = [one, 'x', other]
        assert.equal(ours!(list), ajvs!(list), JSON.stringify(list))
        assert.equal(ours!(list) ? null : ours!.errors?.[0]?.keyword, ajvs!(list) ? null : 'uniqueItems')
      }
    }
  })

  it('allows repeats where it is false', () => {
    assert.equal(own.compile({ type: 'array', uniqueItems: false })([1, 1]), true)
  })
})
