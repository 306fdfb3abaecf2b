import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseReliabilityArguments, rowIds } from './reliability-arguments.ts'
import { UsageError } from '../services/cli/command/usage-error.ts'

test('without arguments every row is meant, in full', () => {
  assert.deepEqual(parseReliabilityArguments([]), { rows: [...rowIds], short: false, json: null })
})

test('rows are named in any case and order, and run in that of the table', () => {
  assert.deepEqual(parseReliabilityArguments(['r31', 'R2', 'R31']).rows, ['R2', 'R31'])
})

test('flags may stand anywhere', () => {
  const request = parseReliabilityArguments(['R1', '--short', '--json', 'figures.json'])
  assert.deepEqual(request, { rows: ['R1'], short: true, json: 'figures.json' })
})

for (const [line, message] of [
  ['R99', /takes R1, R2, .*, got "R99"/],
  ['security', /got "security"/],
  ['--fast', /takes rows, --short and --json FILE: Unknown option '--fast'/],
  ['--json', /--json/],
] as const) {
  test(`${line} is refused with what would be right`, () => {
    assert.throws(
      () => parseReliabilityArguments(line.split(' ')),
      (error) => error instanceof UsageError && message.test(error.message),
    )
  })
}
