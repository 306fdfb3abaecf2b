import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MemoryStore } from '@seine/shared/storage/memory-store.ts'
import { inputKey, jobPrefix, jobsPrefix } from '@seine/shared/storage/object-keys.ts'
import { jobIdOf } from '@seine/shared/temporal/names.ts'
import { foldersOfTenants, jobFolders, jobGroups } from './job-folders.ts'

// Names that are prefixes of each other, and characters before and after the slash.
const counts = { a: 3, 'a-b': 1, 'a.b': 2, a0: 4, b: 5 }

/** Jobs of every tenant, in groups 0 and 1 in turn. */
async function jobs() {
  const store = new MemoryStore()
  const folders: [string[], string[]] = [[], []]
  for (const [tenant, count] of Object.entries(counts)) {
    for (let at = 0; at < count; at += 1) {
      const group = at % 2 === 0 ? 0 : 1
      const id = jobIdOf(at < 2 ? 'crawl' : 'batch', `0${group}000000-0000-0000-0000-00000000000${at}`)
      folders[group].push(jobPrefix({ tenant, id }))
      await store.put(inputKey({ tenant, id }), '{}')
    }
  }
  return { store, folders }
}

describe('jobFolders', () => {
  it('finds the jobs of a group of every tenant once, however many are asked for at a time', async () => {
    const { store, folders: expected } = await jobs()
    for (const group of [0, 1]) {
      for (const max of [1, 2, 3, 7, 100]) {
        const found: string[] = []
        for (let place: string | null = null; ;) {
          const { folders, after } = await jobFolders(store, group, place, max)
          assert.ok(folders.length <= max)
          found.push(...folders)
          if (after === null) break
          place = after
        }
        assert.deepEqual(found.toSorted(), expected[group]!.toSorted(), `group ${group}, ${max} at a time`)
      }
    }
  })

  it('has every job in one of its groups', async () => {
    const { store, folders: expected } = await jobs()
    const found: string[] = []
    for (let group = 0; group < jobGroups; group += 1) {
      found.push(...(await jobFolders(store, group, null, 100)).folders)
    }
    assert.deepEqual(found.toSorted(), expected.flat().toSorted())
  })
})

describe('foldersOfTenants', () => {
  it('finds the folders of every tenant once, however many are asked for at a time', async () => {
    const { store, folders: expected } = await jobs()
    for (const max of [1, 2, 3, 7, 100]) {
      const found: string[] = []
      for (let after: string | null = null; ;) {
        const folders: string[] = await foldersOfTenants(store, jobsPrefix, after, max)
        assert.ok(folders.length <= max)
        found.push(...folders)
        if (folders.length < max) break
        after = folders.at(-1)!
      }
      assert.deepEqual(found.toSorted(), expected.flat().toSorted())
    }
  })
})
