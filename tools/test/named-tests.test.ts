import assert from 'node:assert/strict'
import { it } from 'node:test'
import { UsageError } from '../../services/cli/command/usage-error.ts'
import { namedTests } from './named-tests.ts'

const files = ['shared/urls/a.test.ts', 'shared/urls/deep/b.test.ts', 'test/stack/c.test.ts']

it('takes a test by its own path, by the source beside it and by a folder above it', () => {
  assert.deepEqual(namedTests(files, ['test/stack/c.test.ts']), ['test/stack/c.test.ts'])
  assert.deepEqual(namedTests(files, ['./shared/urls/a.ts']), ['shared/urls/a.test.ts'])
  assert.deepEqual(namedTests(files, ['shared/urls/', 'shared/urls/a.ts']), files.slice(0, 2))
})

it('names a path that no test belongs to', () => {
  assert.throws(
    () => namedTests(files, ['shared/urls/a.ts', 'shared/other.ts']),
    (error) => error instanceof UsageError && error.message.endsWith('at or beside shared/other.ts'),
  )
})
