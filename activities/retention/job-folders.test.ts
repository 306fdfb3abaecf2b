import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MemoryStore } from '@seine/shared/storage/memory-store.ts'
import { inputKey, jobPrefix } from '@seine/shared/storage/object-keys.ts'
import { jobFolders } from './job-folders.ts'

describe('jobFolders', () => {
  it('finds the jobs of every tenant once, however many are asked for at a time', async () => {
    const store = new MemoryStore()
    // Names that are prefixes of each other, and characters before and after the slash.
    const counts = { a: 3, 'a-b': 1, 'a.b': 2, a0: 4, b: 5 }
    const expected: string[] = []
    for (const [tenant, count] of Object.entries(counts)) {
      for (let at = 0; at < count; at += 1) {
        const job = { tenant, id: `crawl-${at}` }
        expected.push(jobPrefix(job))
        await store.put(inputKey(job), '{}')
      }
    }
    for (const max of [1, 2, 3, 7, 100]) {
      const found: string[] = []
      for (let after: string | null = null; ;) {
        const folders: string[] = await jobFolders(store, after, max)
        assert.ok(folders.length <= max)
        found.push(...folders)
        if (folders.length < max) break
        after = folders.at(-1)!
      }
      assert.deepEqual(found.toSorted(), expected.toSorted())
    }
  })
})
