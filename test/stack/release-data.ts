/** Jobs as a release has stored them: written by `record-release.ts`, read by the test of upgrades. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { jobPrefix } from '@seine/shared/storage/object-keys.ts'
import type { ObjectStore } from '@seine/shared/storage/object-store.ts'
import type { JobCounters, JobWorkflowInput } from '@seine/shared/temporal/shapes.ts'
import { storedJob } from './test-stack.ts'

const directory = fileURLToPath(new URL('../releases/', import.meta.url))

export interface ReleaseJob {
  id: string
  /** Objects of the job by key, in base64; the store compresses them itself. */
  objects: Record<string, string>
}

/** A job that was under way: its run has continued as new, and has stored further pages since. */
export interface ReleaseRun extends ReleaseJob {
  /** Input of the run, with the state that it carried over. */
  input: JobWorkflowInput & {
    state: { generation: number; startedAtMs: number; paused?: boolean; counters: JobCounters }
  }
  memo: Record<string, unknown>
}

export interface ReleaseData {
  /** Version that recorded it. */
  version: string
  crawl: ReleaseJob
  batch: ReleaseJob
  underWay: ReleaseRun
}

/** Returns the objects of a run that were there when it continued as new, between two slices. */
export function objectsOfMoment({ objects, input: { state } }: ReleaseRun): Record<string, string> {
  const numberIn = (key: string): number => Number(/\/0*(\d+)[^/]*$/.exec(key)?.[1])
  const generations = Object.entries(objects).filter(
    ([key]) => key.includes('/frontier/') && numberIn(key) <= state.generation,
  )
  const slices = generations.flatMap(([, body]) => {
    const delta = JSON.parse(Buffer.from(body, 'base64').toString()) as { result: { merged: number[] } }
    return delta.result.merged
  })
  const kept: [RegExp, number][] = [
    [/\/frontier\//, state.generation],
    [/\/(?:slices|pages)\//, Math.max(...slices)],
    // Numbered by the pages that they name.
    [/\/notes\//, state.counters.total],
  ]
  return Object.fromEntries(
    Object.entries(objects).filter(([key]) => kept.every(([kind, most]) => !kind.test(key) || numberIn(key) <= most)),
  )
}

/** Reads the objects of a job out of the store. */
export async function takeObjects(store: ObjectStore, id: string): Promise<Record<string, string>> {
  const objects: Record<string, string> = {}
  for (const key of await store.list(jobPrefix(storedJob(id)))) {
    objects[key] = Buffer.from((await store.get(key))!).toString('base64')
  }
  return objects
}

/** Puts the objects of a job into the store. */
export async function putObjects(store: ObjectStore, { objects }: ReleaseJob): Promise<void> {
  for (const [key, body] of Object.entries(objects)) await store.put(key, Buffer.from(body, 'base64'))
}

/**
 * Saves recorded data under its version.
 * @throws Error with the code `EEXIST` for a release that has data: they must not change.
 */
export async function saveRelease(data: ReleaseData): Promise<void> {
  await writeFile(`${directory}${data.version}.json.zst`, zstdCompressSync(JSON.stringify(data)), { flag: 'wx' })
}

/** Returns the data of all recorded releases. */
export async function readReleases(): Promise<ReleaseData[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.json.zst')).toSorted()
  return await Promise.all(
    names.map(async (name) => {
      const text = zstdDecompressSync(await readFile(`${directory}${name}`)).toString()
      return JSON.parse(text) as ReleaseData
    }),
  )
}
