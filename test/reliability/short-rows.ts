/** Tests that run the shortened form of rows, on one stack where rows can share it. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Progress } from '@seine/tools/checkout/progress.ts'
import { labTable } from '../bench/labs/lab-table.ts'
import type { Row } from './row.ts'
import { inSharedOrder, RowRunner } from './run-rows.ts'

const silent: Progress = { begin: () => ({ done: () => undefined, fail: () => undefined }), note: () => undefined }

/** Defines the tests of one half of the rows. Two test files share them, so that they run beside each other. */
export function testRows(half: 'first' | 'second', rows: readonly Row[]): void {
  const runner = new RowRunner({ short: true, progress: silent, signal: new AbortController().signal }, rows)
  after(async () => await runner.close())

  describe(`the reliability rows, shortened, ${half} half`, { concurrency: false }, () => {
    for (const row of inSharedOrder(rows)) {
      it(`${row.id}, ${row.name}`, { timeout: 600_000 }, async () => {
        const { outcome, marks, reason } = await runner.run(row)
        const figures = marks.length === 0 ? '' : labTable({ title: row.method, marks })
        assert.equal(outcome, 'passed', `${reason ?? ''}${figures}`)
      })
    }
  })
}
