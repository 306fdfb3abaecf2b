import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import { inputKey, jobPrefix, jobsPrefix } from '@seine/shared/storage/object-keys.ts'
import { jobIdOf } from '@seine/shared/temporal/names.ts'
import { foldersOfGroup, foldersOfTenants, jobGroups, type WantedFolders } from './job-folders.ts'

// Names that are prefixes of each other, and characters before and after the slash.
const counts = { a: 3, 'a-b': 1, 'a.b': 2, a0: 4, b: 5 }

/** Stores jobs of every tenant, alternating between groups 0 and 1. */
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

/** Returns every wanted folder, read in portions of `max`. */
async function all(store: MemoryStore, wanted: WantedFolders, max: number): Promise<string[]> {
  const found: string[] = []
  for (let place: string | null = null; ;) {
    const { folders, after } = await foldersOfTenants(store, wanted, place, max)
    assert.ok(folders.length <= max)
    found.push(...folders)
    if (after === null) return found
    place = after
  }
}

describe('foldersOfTenants', () => {
  it('finds the jobs of a group of every tenant once, however many are requested at a time', async () => {
    const { store, folders: expected } = await jobs()
    for (const group of [0, 1]) {
      for (const max of [1, 2, 3, 7, 100]) {
        const found = await all(store, foldersOfGroup(group), max)
        assert.deepEqual(found.toSorted(), expected[group]!.toSorted(), `group ${group}, ${max} at a time`)
      }
    }
  })

  it('has every job in one of its groups', async () => {
    const { store, folders: expected } = await jobs()
    const found: string[] = []
    for (let group = 0; group < jobGroups; group += 1) {
      found.push(...(await foldersOfTenants(store, foldersOfGroup(group), null, 100)).folders)
    }
    assert.deepEqual(found.toSorted(), expected.flat().toSorted())
  })

  it('finds the folders of every tenant once, however many are requested at a time', async () => {
    const { store, folders: expected } = await jobs()
    for (const max of [1, 2, 3, 7, 100]) {
      const found = await all(store, { prefix: jobsPrefix, beginnings: [''] }, max)
      assert.deepEqual(found.toSorted(), expected.flat().toSorted())
    }
  })
})
