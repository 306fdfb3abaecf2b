import assert from 'node:assert/strict'
import { test } from 'node:test'
import { threadEnvironment } from './thread-environment.ts'

test('a thread has the folder of compiled code and no other variable of the process', (t) => {
  const before = process.env['NODE_COMPILE_CACHE']
  t.after(() => {
    if (before === undefined) delete process.env['NODE_COMPILE_CACHE']
    else process.env['NODE_COMPILE_CACHE'] = before
  })
  process.env['NODE_COMPILE_CACHE'] = '/cache/compile'
  assert.deepEqual(threadEnvironment(), { NODE_COMPILE_CACHE: '/cache/compile' })
  delete process.env['NODE_COMPILE_CACHE']
  assert.deepEqual(threadEnvironment(), {})
})
