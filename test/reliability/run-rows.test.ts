import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Progress } from '@seine/tools/checkout/progress.ts'
import { holds } from '../bench/labs/lab.ts'
import { NotRunError, type Row, type RowContext } from './row.ts'
import { allPassed } from './report.ts'
import { runRows } from './run-rows.ts'

const silent: Progress = { begin: () => ({ done: () => undefined, fail: () => undefined }), note: () => undefined }

const row = (run: (context: RowContext) => ReturnType<Row['run']>): Row => ({
  id: 'R1',
  name: 'a row',
  method: 'Tries.',
  counted: 'Tries.',
  passMark: 'none',
  run,
})

const run = async (...rows: Row[]) =>
  await runRows(rows, { short: true, progress: silent, signal: new AbortController().signal }, () => undefined)

test('a row passes when every mark is met, and fails when one is missed or none exists', async () => {
  const met = holds('x', '1', '1', true)
  const results = await run(
    row(async () => [met]),
    row(async () => [met, holds('y', '2', '1', false)]),
    row(async () => []),
  )
  assert.deepEqual(
    results.map(({ outcome }) => outcome),
    ['passed', 'failed', 'failed'],
  )
})

test('a row that breaks off has failed with the reason, and the next one runs', async () => {
  const [broken, next] = await run(
    row(async () => await Promise.reject(new Error('no answer'))),
    row(async () => [holds('x', '1', '1', true)]),
  )
  assert.deepEqual([broken?.outcome, broken?.reason, next?.outcome], ['failed', 'broke off: no answer', 'passed'])
})

test('a row that cannot run says why and counts as not passed', async () => {
  const results = await run(row(async () => await Promise.reject(new NotRunError('there is no Chromium'))))
  assert.deepEqual([results[0]?.outcome, results[0]?.reason], ['not run', 'there is no Chromium'])
  assert.equal(allPassed(results), false)
})

test('what a row has opened is closed, last in, first out, whatever becomes of it', async () => {
  const closed: string[] = []
  await run(
    row(async ({ atEnd }) => {
      atEnd(async () => closed.push('site'))
      atEnd(async () => closed.push('listener'))
      return await Promise.reject(new Error('no'))
    }),
  )
  assert.deepEqual(closed, ['listener', 'site'])
})

test('no rows are no success', () => {
  assert.equal(allPassed([]), false)
})

test('a row that measures runs alone, rows that count beside each other, and one that continues others at the end', async () => {
  const order: string[] = []
  const named = (name: string, kind: Pick<Row, 'alone' | 'closing'>, work: () => Promise<void>): Row => ({
    ...row(async () => {
      order.push(`${name} begins`)
      await work()
      order.push(`${name} ends`)
      return [holds('x', '1', '1', true)]
    }),
    name,
    ...kind,
  })
  const both = Promise.withResolvers<void>()
  let counting = 0
  // Would not end if the rows that count ran one after the other.
  const meet = async (): Promise<void> => {
    counting += 1
    if (counting === 2) both.resolve()
    await both.promise
  }
  const results = await run(
    named('closing', { closing: true }, async () => undefined),
    named('count', {}, meet),
    named('measure', { alone: true }, async () => undefined),
    named('count too', {}, meet),
  )
  assert.deepEqual(
    results.map(({ row: { name } }) => name),
    ['closing', 'count', 'measure', 'count too'],
  )
  assert.deepEqual(order.slice(0, 4), ['measure begins', 'measure ends', 'count begins', 'count too begins'])
  assert.deepEqual(order.slice(-2), ['closing begins', 'closing ends'])
})

test('of shortened rows one that must be the first on its stack is the first, of full ones the longest', async () => {
  for (const [short, first] of [
    [true, 'opening'],
    [false, 'longest'],
  ] as const) {
    const order: string[] = []
    const named = (name: string, kind: Pick<Row, 'opening' | 'timeoutMs'>): Row => ({
      ...row(async () => {
        order.push(name)
        return [holds('x', '1', '1', true)]
      }),
      ...kind,
    })
    const rows = [named('short', {}), named('longest', { timeoutMs: 7_200_000 }), named('opening', { opening: true })]
    await runRows(rows, { short, progress: silent, signal: new AbortController().signal }, () => undefined)
    assert.equal(order[0], first)
  }
})
