import assert from 'node:assert/strict'
import { Session } from 'node:inspector/promises'
import { posix, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { it } from 'node:test'
import { linkedPage, runSlice } from '@seine/activities/slice/testing/run-slice.ts'
import { repositoryRoot } from '../checkout/locations.ts'
import { besideWay, wayFiles, wayRooms } from './page-way.ts'

/** Reads the records of the slice back after it has ended, which is part of the test. */
const readBack = 'activities/segments/page-records.ts'

/** Returns the files in which functions were called while `work` was under way. */
async function calledFiles(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage')
  await work()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  session.disconnect()
  return result
    .filter(({ url, functions }) => url.startsWith('file:') && functions.some(({ ranges }) => ranges[0]!.count > 0))
    .map(({ url }) => relative(repositoryRoot, fileURLToPath(url)))
}

it('names every file of its rooms that runs when a page is scraped', async () => {
  const called = await calledFiles(async () => {
    const { summary } = await runSlice({ paths: ['/a'], answer: () => linkedPage() })
    assert.equal(summary?.completed, 1)
  })
  const inRooms = (path: string): boolean => wayRooms.some((room) => posix.dirname(path) === room)
  const ran = called.filter((path) => inRooms(path) && path !== readBack)
  const named = new Set([...wayFiles(), ...Object.keys(besideWay)])
  assert.deepEqual(
    ran.filter((path) => !named.has(path)),
    [],
    'page-way.ts does not name these files',
  )
  assert.deepEqual(
    Object.keys(besideWay).filter((path) => !ran.includes(path)),
    [],
    'page-way.ts names these files, which do not run for every page',
  )
})
