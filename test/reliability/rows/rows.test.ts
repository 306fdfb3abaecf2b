/** Runs the shortened form of every row, on one stack where rows can share it. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Progress } from '@seine/tools/checkout/progress.ts'
import { labTable } from '../../bench/labs/lab-table.ts'
import { rows } from '../rows.ts'
import { RowRunner } from '../run-rows.ts'

const silent: Progress = { begin: () => ({ done: () => undefined, fail: () => undefined }), note: () => undefined }

const runner = new RowRunner({ short: true, progress: silent, signal: new AbortController().signal })
after(async () => await runner.close())

describe('the reliability rows, shortened', { concurrency: false }, () => {
  for (const row of rows) {
    it(`${row.id}, ${row.name}`, { timeout: 600_000 }, async () => {
      const { outcome, marks, reason } = await runner.run(row)
      const figures = marks.length === 0 ? '' : labTable({ title: row.method, marks })
      assert.equal(outcome, 'passed', `${reason ?? ''}${figures}`)
    })
  }
})
