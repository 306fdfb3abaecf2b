/**
 * Jobs that earlier releases have stored: this release continues and ends them, and its archives have every member,
 * field and value of theirs. In one process, without a stack; `test/stack/release-data.test.ts` has the workflows.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readLedgerChunk } from '@seine/activities/archive/ledger/ledger-chunks.ts'
import { runJob, type RunJob } from '@seine/activities/archive/testing/run-job.ts'
import { inputKey, jobPrefix, statusKey } from '@seine/shared/storage/object-keys.ts'
import type { MemoryStore } from '@seine/shared/storage/testing/memory-store.ts'
import type { FinalStatus } from '@seine/shared/tasks/final-status.ts'
import type { JobInput } from '@seine/shared/tasks/job-input.ts'
import JSZip from 'jszip'
import { keptVersions } from './kept-releases.ts'
import { missingValues } from './missing-values.ts'
import {
  readStoredJobs,
  recordStoredJobs,
  storedSite,
  storeOf,
  type StoredJob,
  type StoredJobs,
} from './stored-jobs.ts'

const completed = { status: 'completed' } as const

const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown)

/** Returns the members of an archive of a crawl by name, those with JSON as values. */
async function membersOf(bytes: Uint8Array): Promise<Record<string, unknown>> {
  const zip = await JSZip.loadAsync(bytes)
  const read = async (name: string): Promise<unknown> => {
    const text = await zip.file(name)!.async('string')
    if (name.endsWith('.jsonl')) return linesOf(text)
    return name.endsWith('.json') ? (JSON.parse(text) as unknown) : text
  }
  const names = Object.keys(zip.files).filter((name) => zip.file(name) !== null)
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await read(name)] as const)))
}

const inputOf = async (store: MemoryStore, job: StoredJob): Promise<JobInput> =>
  (await store.getJson<JobInput>(inputKey(job)))!

/** Ends a job again from what its run has stored, without its archives, ledger and status. */
async function endAgain(stored: StoredJob): Promise<RunJob> {
  const store = await storeOf(stored)
  const made = (key: string): boolean => /\/(?:archive|ledger)\/|\/status\.json$/.test(key)
  await store.delete((await store.list(jobPrefix(stored))).filter(made))
  const last = (await store.list(jobPrefix(stored))).filter((key) => key.includes('/frontier/')).length - 1
  const job = await runJob(await inputOf(store, stored), storedSite, {
    store,
    continued: { generation: last, leased: [] },
    generations: last,
  })
  await job.finalise(completed)
  assert.deepEqual(job.web.requests, [])
  return job
}

async function statusOf(store: MemoryStore, job: StoredJob): Promise<FinalStatus> {
  return (await store.getJson<FinalStatus>(statusKey(job)))!
}

async function ledgerOf(store: MemoryStore, job: StoredJob): Promise<unknown> {
  return await readLedgerChunk(store, job, 0)
}

function tests(name: string, jobs: () => Promise<StoredJobs> | StoredJobs): void {
  describe(`jobs that ${name} has stored`, () => {
    it('of a crawl: archives, ledger and status have all that they had', async () => {
      const { crawl } = await jobs()
      const was = await storeOf(crawl)
      const { store } = await endAgain(crawl)
      const before = await statusOf(was, crawl)
      assert.deepEqual(missingValues(before, await statusOf(store, crawl)), [])
      assert.deepEqual(missingValues(await ledgerOf(was, crawl), await ledgerOf(store, crawl)), [])
      for (const format of ['markdown', 'html'] as const) {
        const key = before.archives[format]!
        const now = await membersOf((await store.get(key))!)
        assert.deepEqual(missingValues(await membersOf((await was.get(key))!), now), [], key)
      }
    })

    it('of a batch: every line has all that it had', async () => {
      const { batch } = await jobs()
      const was = await storeOf(batch)
      const { store } = await endAgain(batch)
      const before = await statusOf(was, batch)
      assert.deepEqual(missingValues(before, await statusOf(store, batch)), [])
      const key = before.archives.markdown!
      const lines = async (from: MemoryStore): Promise<unknown[]> =>
        linesOf(Buffer.from((await from.get(key))!).toString())
      assert.equal((await lines(was)).length, 5)
      assert.deepEqual(missingValues(await lines(was), await lines(store)), [])
    })

    it('under way: it ends with every page, and loads none that is stored again', async () => {
      const { crawl, underWay } = await jobs()
      const store = await storeOf(underWay)
      const { generation, leased, requested } = underWay
      const job = await runJob(await inputOf(store, underWay), storedSite, { store, continued: { generation, leased } })
      const { total } = await job.finalise(completed)
      const { total: all, archives } = await statusOf(await storeOf(crawl), crawl)
      assert.equal(total, all)
      assert.deepEqual(
        job.web.requests.filter((url) => requested.includes(url)),
        [],
      )
      const filesOf = async (from: MemoryStore, key: string): Promise<unknown> => {
        const members = await membersOf((await from.get(key))!)
        return (members['manifest.json'] as { files: unknown }).files
      }
      const whole = await filesOf(await storeOf(crawl), archives.markdown!)
      assert.deepEqual(await filesOf(store, (await statusOf(store, underWay)).archives.markdown!), whole)
    })
  })
}

for (const version of keptVersions()) tests(`release ${version}`, () => readStoredJobs(version))
// What the next release keeps is of the same kind.
tests('this release', recordStoredJobs)
