import assert from 'node:assert/strict'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { scaleLimits } from '@seine/tools/bench-limits.ts'
import { LoadLog, loadsIn, readLoads } from './load-log.ts'

test('loads of several writers are read from one file, without a record that is not whole', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'seine-loads-test-'))
  t.after(async () => await rm(folder, { recursive: true }))
  const path = join(folder, 'loads')
  assert.equal(loadsIn(path), 0)
  const writers = [new LoadLog(path), new LoadLog(path)]
  const count = scaleLimits.loadsRead + 10
  for (let page = 0; page < count; page += 1) writers[page % 2]!.note(3, page)
  for (const writer of writers) writer.close()
  await appendFile(path, Buffer.alloc(5))
  assert.equal(loadsIn(path), count)
  const loads = await Readable.from(readLoads(path)).toArray()
  assert.deepEqual(
    loads,
    Array.from({ length: count }, (_, page) => ({ site: 3, page })),
  )
})
