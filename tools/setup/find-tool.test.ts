import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { findOnPath, findTool } from './find-tool.ts'
import { pinnedTools } from './pinned-tools.ts'
import { SetUpError } from './set-up-error.ts'

const directory = mkdtempSync(join(tmpdir(), 'seine-find-'))
after(() => rmSync(directory, { recursive: true, force: true }))

const [temporal] = pinnedTools

function executable(...segments: string[]): string {
  const path = join(directory, ...segments)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, '#!/bin/sh\n')
  chmodSync(path, 0o755)
  return path
}

test('a variable goes before PATH, and PATH before the cache', () => {
  const cache = join(directory, 'cache')
  const cached = executable('cache', 'bin', 'temporal-1.5.1-sqlite-1.51.0')
  const onPath = executable('path', 'temporal')
  const named = executable('named', 'my-temporal')
  const PATH = join(directory, 'path')
  assert.deepEqual(findTool(temporal, { PATH, SEINE_DEV_TEMPORAL_BIN: named }, cache), {
    path: named,
    source: 'variable',
  })
  assert.deepEqual(findTool(temporal, { PATH }, cache), { path: onPath, source: 'PATH' })
  assert.deepEqual(findTool(temporal, {}, cache), { path: cached, source: 'cache' })
  assert.equal(findTool(temporal, {}, join(directory, 'empty')), null)
})

test('another version in the cache is not taken', () => {
  executable('other', 'bin', 'temporal-1.4.0')
  assert.equal(findTool(temporal, {}, join(directory, 'other')), null)
})

test('directories, plain files and relative entries of PATH are passed over', () => {
  mkdirSync(join(directory, 'a', 'tool'), { recursive: true })
  mkdirSync(join(directory, 'b'))
  writeFileSync(join(directory, 'b', 'tool'), '')
  const found = executable('c', 'tool')
  assert.equal(findOnPath('tool', ['a', 'b', 'c'].map((name) => join(directory, name)).join(':')), found)
  assert.equal(findOnPath('sh', ':.:bin'), null)
  assert.equal(findOnPath('tool', undefined), null)
})

test('a variable that names no executable is an error that names it', () => {
  const environment = { SEINE_DEV_TEMPORAL_BIN: join(directory, 'missing') }
  assert.throws(
    () => findTool(temporal, environment, directory),
    (error) => error instanceof SetUpError && /SEINE_DEV_TEMPORAL_BIN names .*missing/.test(error.message),
  )
})
