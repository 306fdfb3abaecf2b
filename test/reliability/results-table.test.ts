import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { rowIds } from '@seine/tools/reliability-arguments.ts'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { holds } from '../bench/labs/lab.ts'
import { reportOf, reportSchema, type Report } from './report.ts'
import { withResults } from './results-table.ts'
import type { RowOutcome } from './row.ts'
import { rows } from './rows.ts'

const page = readFileSync(join(repositoryRoot, 'docs/reliability.md'), 'utf8')

function report(outcome: RowOutcome, figure: string, ids: readonly string[] = ['R1', 'R31']): Report {
  const results = rows
    .filter(({ id }) => ids.includes(id))
    .map((row) => ({
      row,
      outcome,
      marks: [holds('connections', figure, '0', outcome === 'passed')],
      reason: outcome === 'not run' ? 'no | browser' : null,
      durationMs: 61_400,
    }))
  return reportOf(results, false, new Date('2026-01-02T03:04:05Z'))
}

const lineOf = (text: string, id: string): string => text.split('\n').find((line) => line.startsWith(`| ${id} `)) ?? ''

test('every row that can be named exists once', () => {
  assert.deepEqual(
    rows.map(({ id }) => id),
    [...rowIds],
  )
})

test('results keep to their schema', () => {
  const validate = new Ajv2020().compile(reportSchema)
  for (const outcome of ['passed', 'failed', 'not run'] as const) {
    const told = JSON.parse(JSON.stringify(report(outcome, '0'))) as Report
    assert.ok(validate(told), JSON.stringify(validate.errors))
    assert.equal(told.passed, outcome === 'passed')
  }
})

test('a run replaces the lines of its rows and leaves the others and the text around', () => {
  const first = withResults(page, report('passed', '0', ['R1', 'R2', 'R31']))
  const second = withResults(first, report('failed', '7', ['R2']))
  assert.equal(lineOf(second, 'R1'), lineOf(first, 'R1'))
  assert.equal(lineOf(second, 'R31'), lineOf(first, 'R31'))
  assert.match(lineOf(second, 'R2'), /connections: 7 \(\*\*missed\*\*: 0\) .*\| failed \| 2026-01-02 \|.*\| 61 s \|$/)
  assert.equal(second.split('<!-- begin')[0], page.split('<!-- begin')[0])
  assert.equal(second.split('<!-- end')[1], page.split('<!-- end')[1])
})

test('rows stand in the order of their numbers, and text stays in its cell', () => {
  const text = withResults(page, report('not run', '0', ['R31', 'R4', 'R14']))
  assert.ok(text.indexOf('| R4 ') < text.indexOf('| R14 ') && text.indexOf('| R14 ') < text.indexOf('| R31 '))
  assert.match(lineOf(text, 'R4'), /no \\\| browser; connections: 0 .*\| not run \|/)
})

test('a page without the markers is refused', () => {
  assert.throws(() => withResults('# Reliability', report('passed', '0')), /lacks the markers/)
})
