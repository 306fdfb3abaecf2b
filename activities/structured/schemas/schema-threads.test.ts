import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schemaThreadLimits } from '@seine/shared/config/schema-thread-limits.ts'
import { SchemaThreads, SchemaThreadsBusyError } from './schema-threads.ts'
import { SchemaVerdicts } from './schema-verdicts.ts'
import { SchemaTooComplexError } from './schema-worker.ts'

const product = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }
const text = (schema: unknown): string => JSON.stringify(schema)

/** Script of a thread that misbehaves on schemas with a `$comment`. */
const misbehaving = (what: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { parentPort } from 'node:worker_threads'
      const problems = []
      parentPort.on('message', ({ schema }) => {
        if (schema.includes('$comment')) { ${what} }
        problems.push({ pointer: '', rule: schema })
        parentPort.postMessage({ kind: 'problems', problems })
      })
      parentPort.postMessage({ kind: 'ready' })`)}`,
  )

test('schemas are compiled, and values checked against them, on a thread', async () => {
  const threads = new SchemaThreads()
  assert.deepEqual(await threads.problems(text(product), 'acme'), [])
  const [problem] = await threads.problems(text({ properties: { a: { type: 'strin' } } }), 'acme')
  assert.equal(problem?.pointer, '/properties/a/type')
  assert.deepEqual(await threads.errors(product, { name: 'Lamp' }, 'acme'), [])
  assert.equal((await threads.errors(product, {}, 'acme')).length, 1)
  assert.equal((await threads.errors(product, undefined, 'acme')).length, 1)
})

test('a schema that takes too long or ends its thread is reported, and the next has a new thread', async () => {
  for (const what of ['for (;;);', 'process.exit(1)', 'throw new Error()']) {
    const threads = new SchemaThreads({ threadUrl: misbehaving(what), taskBudgetMs: 300 })
    const [lost, next] = await Promise.allSettled([
      threads.problems(text({ $comment: '' }), 'acme'),
      threads.problems('next', 'acme'),
    ])
    assert.ok(lost.status === 'rejected' && lost.reason instanceof SchemaTooComplexError, what)
    assert.deepEqual(next, { status: 'fulfilled', value: [{ pointer: '', rule: 'next' }] }, what)
  }
})

test('a schema that takes too much memory ends its thread alone', async () => {
  const threads = new SchemaThreads({
    threadUrl: misbehaving(
      'const kept = []; const grow = () => { kept.push(Buffer.alloc(8e6, 1)); setTimeout(grow, 5) }; grow(); return',
    ),
    taskBudgetMs: 60_000,
  })
  await assert.rejects(threads.problems(text({ $comment: '' }), 'acme'), /too much memory/)
  assert.equal((await threads.problems('next', 'acme')).length, 1)
})

test('a thread that does not start is a fault and no verdict', async () => {
  const threads = new SchemaThreads({ threadUrl: new URL('data:text/javascript,throw 1') })
  await assert.rejects(threads.problems('{}', 'acme'), (error) => !(error instanceof SchemaTooComplexError))
})

test('tenants take turns', async () => {
  const threads = new SchemaThreads({ threadUrl: misbehaving('') })
  const order: string[] = []
  const ask = async (tenant: string, name: string): Promise<unknown> =>
    await threads.problems(name, tenant).then(() => order.push(name))
  await Promise.all([
    ...['a1', 'a2', 'a3', 'a4'].map(async (name) => await ask('acme', name)),
    ...['b1', 'b2'].map(async (name) => await ask('other', name)),
  ])
  assert.deepEqual(order, ['a1', 'a2', 'b1', 'a3', 'b2', 'a4'])
})

test('the line of one tenant is bounded, and does not limit other tenants', async () => {
  const threads = new SchemaThreads({ threadUrl: misbehaving('for (;;);'), taskBudgetMs: 400 })
  const held = threads.problems(text({ $comment: '' }), 'acme')
  const waiting = Array.from(
    { length: schemaThreadLimits.waitingPerTenantMax },
    async () => await threads.problems('a', 'acme'),
  )
  await assert.rejects(threads.problems('b', 'acme'), SchemaThreadsBusyError)
  const other = threads.problems('c', 'other')
  await assert.rejects(held, SchemaTooComplexError)
  assert.equal((await other).length > 0, true)
  await Promise.all(waiting)
})

test('verdicts are remembered by the schema, those being found out too, and faults are not', async () => {
  let asked = 0
  let fault: Error | null = null
  const verdicts = new SchemaVerdicts({
    problems: async (schema) => {
      asked += 1
      if (fault !== null) throw fault
      return await Promise.resolve([{ pointer: '', rule: schema }])
    },
    patternProblems: async () => await Promise.resolve([]),
  })
  const twice = await Promise.all([verdicts.problems('a', 'acme'), verdicts.problems('a', 'other')])
  assert.deepEqual([asked, twice[0], twice[1]], [1, [{ pointer: '', rule: 'a' }], [{ pointer: '', rule: 'a' }]])
  fault = new SchemaThreadsBusyError('busy')
  await assert.rejects(verdicts.problems('b', 'acme'), SchemaThreadsBusyError)
  fault = null
  assert.equal((await verdicts.problems('b', 'acme')).length, 1)
  for (let at = 0; at < schemaThreadLimits.verdictsKept; at += 1) await verdicts.problems(`c${at}`, 'acme')
  asked = 0
  await verdicts.problems('a', 'acme')
  await verdicts.problems('a', 'acme')
  assert.equal(asked, 1)
})

test('path patterns are compiled on the thread as well, within what both lists may cost together', async () => {
  const threads = new SchemaThreads()
  assert.deepEqual(await threads.patternProblems({ includePaths: ['^/a'], excludePaths: ['b+'] }, 'acme'), [])
  const dear = Array.from({ length: 60 }, () => 'a[ab]{880}[c-f]')
  const [first, ...more] = await threads.patternProblems({ includePaths: ['('], excludePaths: dear }, 'acme')
  assert.deepEqual([first?.field, first?.index, first?.code], ['includePaths', 0, 'validation_failed'])
  assert.ok(
    more.length > 0 && more.every(({ field, code }) => field === 'excludePaths' && code === 'unsupported_pattern'),
  )
})
