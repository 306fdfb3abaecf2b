import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SchemaThreads, SchemaThreadsBusyError } from '@seine/activities/structured/schemas/schema-threads.ts'
import { SchemaVerdicts } from '@seine/activities/structured/schemas/schema-verdicts.ts'
import { SchemaTooComplexError } from '@seine/activities/structured/schemas/schema-worker.ts'
import { jobLimits } from '@seine/shared/config/limits.ts'
import { ApiError } from '../http/api-error.ts'
import { patternErrors } from './pattern-check.ts'

const schemas = new SchemaVerdicts(new SchemaThreads())
const repeated = (count: number, pattern: string): string[] => Array.from({ length: count }, () => pattern)

/** Returns threads that fail every task with the given error. */
const failing = (error: Error) => ({
  schemas: { problems: () => Promise.reject(error), patternProblems: () => Promise.reject(error) },
})

test('expensive patterns are refused with pointer, bound and value, and long plain ones are not', async () => {
  const errors = await patternErrors({ excludePaths: repeated(62, 'a[ab]{880}[c-f]') }, 'acme', { schemas })
  assert.equal(errors[0]?.pointer, '/excludePaths/22')
  assert.match(errors[0]?.message ?? '', /too costly to match.* 20000 instructions .*a\[ab\]\{880\}/)
  const plain = repeated(100, 'a'.repeat(jobLimits.patternMaxCharacters))
  assert.deepEqual(await patternErrors({ includePaths: plain }, 'acme', { schemas }), [])
  assert.deepEqual(await patternErrors(null, 'acme', { schemas }), [])
})

test('timers continue while expensive patterns are compiled', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  const lists = Array.from({ length: 8 }, (_, index) => ({
    includePaths: repeated(60, `${index}\\pL{90}(?i)[a-z]{30}`),
  }))
  await Promise.all(lists.map(async (list) => await patternErrors(list, 'acme', { schemas })))
  clearInterval(timer)
  assert.ok(turns >= 8, `${turns} turns`)
})

test('too many that wait are 429, and those that take too much are refused', async () => {
  await assert.rejects(
    patternErrors({ includePaths: ['a'] }, 'acme', failing(new SchemaThreadsBusyError('busy'))),
    (error) => error instanceof ApiError && error.code === 'schema_busy',
  )
  const errors = await patternErrors({ includePaths: ['a'] }, 'acme', failing(new SchemaTooComplexError('time')))
  assert.deepEqual(
    errors.map(({ pointer, code }) => [pointer, code]),
    [['/includePaths', 'unsupported_pattern']],
  )
})
