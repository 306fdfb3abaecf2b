import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeProcessScratch, makeScratchRoot, removeScratch, sweepScratch } from './scratch.ts'

const skip = existsSync('/proc/self/stat') ? false : 'no /proc here'

test('each process has directories of its own', async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'scratch-'))
  t.after(() => rm(parent, { recursive: true, force: true }))
  const root = await makeScratchRoot(parent)
  const [first, second] = await Promise.all([makeProcessScratch(root), makeProcessScratch(root)])
  assert.notEqual(first.path, second.path)
  await writeFile(join(first.temporary, 'file'), 'text')
  assert.equal(await removeScratch(first.path), true)
  assert.equal(await removeScratch(first.path), true)
  assert.equal((await readdir(root)).length, 1)
})

test('roots of processes that are gone are swept, ours and strangers are not', { skip }, async (t) => {
  const parent = await mkdtemp(join(tmpdir(), 'scratch-'))
  t.after(() => rm(parent, { recursive: true, force: true }))
  const own = await makeScratchRoot(parent)
  // The id of this process with another start time, and an id beyond all.
  const gone = [`seine-${process.pid}-1-aaaaaa`, 'seine-4194399-77-bbbbbb']
  for (const name of [...gone, 'other', 'seine-notes']) await mkdir(join(parent, name, 'b'), { recursive: true })
  assert.deepEqual(new Set(await sweepScratch(parent)), new Set(gone))
  assert.deepEqual(new Set(await readdir(parent)), new Set([own.slice(parent.length + 1), 'other', 'seine-notes']))
})
